"""One story on both hosts: the same lines come of it, also when a host is killed in the middle."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import psycopg
import pytest

from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError
from schemas.events import ClockTicked, RotorStopped
from schemas.moment import Moment
from schemas.topics import CASES, FINDINGS, OBSERVATIONS
from services.runtime.engine import Engine, engine
from services.settings import Settings

COUNT = 600
Story = Callable[[Engine], Awaitable[None]]


def observation(nth: int) -> Entry:
    """One of two tables ticks; now and then its rotor stops, which the counter refuses."""
    event = RotorStopped(seen=(Moment(nth), Moment(nth))) if nth % 97 == 13 else ClockTicked()
    return entry(event, id=f"o{nth}", table=f"t{nth % 2}", origin="wheel", time=Moment(nth), session="s1")


async def tell(running: Engine, *, pause: float = 0.0) -> None:
    for start in range(0, COUNT, 20):
        await running.append(OBSERVATIONS, [observation(nth) for nth in range(start, start + 20)])
        await asyncio.sleep(pause)
    await running.caught_up()


def kept(url: str) -> dict[tuple[str, str], list[bytes]]:
    """Every line in the order of its topic and table."""
    found: dict[tuple[str, str], list[bytes]] = {}
    with psycopg.connect(url) as connection:
        for topic, table, line in connection.execute("select topic, table_id, line from log order by sequence"):
            found.setdefault((topic, table), []).append(bytes(line))
    return found


def play(settings: Settings, host: str, counting: str, story: Story = tell) -> dict[tuple[str, str], list[bytes]]:
    async def run() -> dict[tuple[str, str], list[bytes]]:
        async with engine(settings, host, processors=counting) as running:
            await story(running)
            return kept(running.url)

    return asyncio.run(run())


@pytest.fixture
def told(tmp_path: Path, postgres: str) -> Settings:
    return Settings(data=tmp_path, database_url=postgres)


@pytest.fixture
def expected() -> dict[str, int]:
    """How many of the six hundred the counter can take."""
    return {f"t{odd}": sum(nth % 97 != 13 and nth % 2 == odd for nth in range(COUNT)) for odd in (0, 1)}


def right(lines: dict[tuple[str, str], list[bytes]], expected: dict[str, int]) -> None:
    for table, count in expected.items():
        whys = [msgspec.json.decode(line)["data"]["why"] for line in lines[FINDINGS, table]]
        assert whys == [str(nth + 1) for nth in range(count)]
        notes = [msgspec.json.decode(line)["data"]["text"] for line in lines[CASES, table]]
        assert notes == [f"{nth + 1}: {nth + 1}" for nth in range(count)]


def test_the_embedded_host_takes_everything_once(told: Settings, counting: str, expected: dict[str, int]):
    right(play(told, "embedded", counting), expected)


@pytest.mark.kafka
def test_both_hosts_conclude_the_same_byte_for_byte(
    told: Settings, counting: str, kafka: str, another_postgres: Callable[[], str], expected: dict[str, int]
):
    embedded = play(told, "embedded", counting)
    elsewhere = msgspec.structs.replace(told, kafka=kafka, database_url=another_postgres(), instance="same-test")

    on_kafka = play(elsewhere, "kafka", counting)

    right(on_kafka, expected)
    assert on_kafka == embedded


CHILD = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from test_hosts import tell
from services.runtime.engine import engine
from services.settings import Settings

async def run():
    async with engine(Settings(data=Path(sys.argv[2])), processors="counting:processors") as running:
        print("running", flush=True)
        await tell(running, pause=0.01)
        print("told", flush=True)

asyncio.run(run())
"""


def test_a_host_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, counting: str, expected: dict[str, int]
):
    def start() -> subprocess.Popen[str]:
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(Path(__file__).parent), str(tmp_path)],
                                 stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "running\n"
        return child

    for pause in (0.1, 0.25):
        child = start()
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        assert child.returncode == -signal.SIGKILL
    out, _ = (child := start()).communicate(timeout=60)
    assert (child.returncode, out) == (0, "told\n")

    settings = Settings(data=tmp_path)
    right(play(settings, "embedded", counting, lambda running: running.caught_up()), expected)


@pytest.mark.kafka
def test_a_killed_faust_worker_is_started_again_and_loses_and_doubles_nothing(
    told: Settings, counting: str, kafka: str, expected: dict[str, int]
):
    async def story(running: Engine) -> None:
        telling = asyncio.create_task(tell(running, pause=0.1))
        killed = 0
        while killed < 2:
            async with running.pool.connection() as connection:
                done = await connection.execute("select sum(next) from positions where reader like 'kafka/%'")
                row = await done.fetchone()
            if row and row[0] and row[0] > 100 * (killed + 1):
                os.kill(_worker(), signal.SIGKILL)
                killed += 1
                await asyncio.sleep(2)
            await asyncio.sleep(0.05)
        await telling

    settings = msgspec.structs.replace(told, kafka=kafka, instance="killed-test")
    right(play(settings, "kafka", counting, story), expected)


def _worker() -> int:
    """The Faust worker this process started."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        pid, _, rest = path.read_text().partition(" (")
        parent = int(rest.rpartition(")")[2].split()[1])
        if parent == os.getpid() and b"faust_host" in path.with_name("cmdline").read_bytes():
            return int(pid)
    raise AssertionError("no Faust worker runs")


@pytest.mark.parametrize(("bootstrap", "line"), [
    (None, "needs a broker"), ("127.0.0.1:9", "no Kafka broker answers at '127.0.0.1:9'"),
])
def test_no_broker_is_one_clear_line_within_seconds(told: Settings, counting: str, bootstrap: str | None, line: str):
    started = time.monotonic()
    with pytest.raises(NoMoreBetsError, match=line):
        play(msgspec.structs.replace(told, kafka=bootstrap), "kafka", counting)
    assert time.monotonic() - started < 8


def test_a_part_that_fails_ends_the_block_with_its_own_error(told: Settings, counting: str):
    async def story(running: Engine) -> None:
        async with running.pool.connection() as connection:
            await connection.execute("drop table states")
        await running.append(OBSERVATIONS, [observation(0)])
        await asyncio.sleep(20)

    with pytest.raises(psycopg.errors.UndefinedTable):
        play(told, "embedded", counting, story)


def test_a_consumer_goes_on_where_it_stopped(told: Settings, counting: str):
    got: list[str] = []

    async def handle(said: Entry) -> None:
        if len(got) == 3 and "crashed" not in got:
            got.append("crashed")
            raise ConnectionError
        got.append(said.id)

    async def story(running: Engine) -> None:
        await running.append(OBSERVATIONS, [observation(nth) for nth in range(5)])
        with pytest.raises(ConnectionError):
            await running.consume("test", [OBSERVATIONS], handle)
        again = asyncio.create_task(running.consume("test", [OBSERVATIONS], handle))
        while len(got) < 6:
            await asyncio.sleep(0.01)
        again.cancel()

    play(told, "embedded", counting, story)
    assert got == ["o0", "o1", "o2", "crashed", "o3", "o4"]
