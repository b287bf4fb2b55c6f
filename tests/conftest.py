"""Real servers for tests: a PostgreSQL and a Kafka broker, each started once, only if a test asks for it."""

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from services.log.broker import Broker
from services.store.postgres import embedded_postgres

_databases = count(1)


def pytest_configure(config: pytest.Config) -> None:
    """As root PostgreSQL runs as another user, who cannot walk through pytest's usual private folder: use our own."""
    if os.geteuid() == 0 and config.option.basetemp is None and not hasattr(config, "workerinput"):
        config.option.basetemp = own = tempfile.mkdtemp(prefix="nomorebets-tests-")
        config.add_cleanup(lambda: shutil.rmtree(own, ignore_errors=True))


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """With two workers: only one of them does this at a time."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session", autouse=True)
def _reachable(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let that user walk through, and through every test's folder, without reading them."""
    if os.geteuid() != 0:
        return
    base, make = tmp_path_factory.getbasetemp(), tmp_path_factory.mktemp

    def mktemp(basename: str, numbered: bool = True) -> Path:
        folder = make(basename, numbered)
        folder.chmod(0o711)
        return folder

    tmp_path_factory.mktemp = mktemp
    for folder in (base, base.parent):
        if folder.name.startswith(("nomorebets-tests-", "popen-")):
            folder.chmod(0o711)


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL of this test run."""
    with embedded_postgres(tmp_path_factory.mktemp("postgres"), durable=False) as url:
        yield url


@pytest.fixture
def another_postgres(postgres_server: str) -> Iterator[Callable[[], str]]:
    """A way to get the address of a fresh, empty database, as often as one likes."""
    names: list[str] = []
    with psycopg.connect(postgres_server, autocommit=True) as connection:

        def create() -> str:
            names.append(f"test_{next(_databases)}")
            connection.execute(f"create database {names[-1]}")
            return postgres_server.replace("/postgres?", f"/{names[-1]}?")

        yield create
        for name in names:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture
def postgres(another_postgres: Callable[[], str]) -> str:
    """The address of a fresh, empty database."""
    return another_postgres()


@pytest.fixture(scope="session")
def kafka_broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A real broker; without Java and Maven the test is skipped, but never in CI."""
    missing = [program for program in ("java", "mvn") if shutil.which(program) is None]
    if missing:
        why = f"a Kafka broker needs {' and '.join(missing)} (apt install default-jre-headless maven)"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    broker = Broker(tmp_path_factory.mktemp("kafka"))
    with one_at_a_time(shared_folder(tmp_path_factory) / "kafka.lock"):  # one of them fetches what Kafka needs
        broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def kafka(kafka_broker: Broker) -> str:
    """The address of the broker, its topics empty."""
    asyncio.run(_without_topics(kafka_broker.bootstrap))
    return kafka_broker.bootstrap


async def _without_topics(bootstrap: str) -> None:
    from aiokafka.admin import AIOKafkaAdminClient

    from schemas.topics import TOPICS

    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        async with asyncio.timeout(30):
            while held := set(TOPICS) & set(await admin.list_topics()):
                await admin.delete_topics(sorted(held))  # asked again: a broker that is busy may not have heard
                await asyncio.sleep(0.1)
    finally:
        await admin.close()


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> str:
    """Two small processors by name, for this process and for those it starts."""
    folder = str(Path(__file__).parent / "runtime")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])]))
    yield "counting:processors"
    sys.modules.pop("counting", None)


class Studio:
    """Draws each act once and watches it once with the desk and once without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(self, *told: str, codes: tuple[int, ...] = (0,)) -> subprocess.CompletedProcess[bytes]:
        """Run the command as a person would; its complaint is the test's."""
        done = subprocess.run([sys.executable, "-m", "services.cli", *told], capture_output=True, check=False)
        assert done.returncode in codes, f"{told} ended with {done.returncode}: {done.stderr.decode()[-2000:]}"
        return done

    def case(self, act: str, seed: int) -> Path:
        out = self.folder / f"{act}-{seed}"
        with one_at_a_time(self.folder / "drawing.lock"):
            if not (out / "truth.jsonl").exists():
                self.command("simulate", act, "--seed", str(seed), "--out", str(out))
        return out

    def seen(self, act: str, seed: int, desk: bool = True) -> Path:
        case = self.case(act, seed)
        out = case / ("seen.jsonl" if desk else "seen-without-desk.jsonl")
        if not out.exists():
            left_out = [] if desk else ["--without", "desk"]
            out.write_bytes(self.command("watch", "--table", str(case / "table.toml"), *left_out).stdout)
        return out


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    """Cases in a folder of this run, or in NOMOREBETS_CASES to keep them for the next."""
    kept = os.environ.get("NOMOREBETS_CASES")
    folder = Path(kept) if kept else shared_folder(tmp_path_factory) / "cases"
    folder.mkdir(parents=True, exist_ok=True)
    return Studio(folder)
