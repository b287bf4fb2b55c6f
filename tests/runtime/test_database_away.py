"""The operator restarts the database under a running house: everyone waits, nothing is lost, nothing is doubled."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from schemas.envelope import Entry, entry
from schemas.events import ClockTicked
from schemas.moment import Moment
from schemas.topics import OBSERVATIONS
from services.runtime.engine import Engine, engine
from services.settings import Settings
from services.store.postgres import EmbeddedPostgres


def tick(nth: int) -> Entry:
    return entry(ClockTicked(), id=f"o{nth}", table="t1", origin="wheel", time=Moment(nth), session="s1")


async def said(running: Engine, nth: int) -> None:
    """Say it until the database has it, and it is in the read models."""
    while True:
        with suppress(psycopg.OperationalError):
            await running.append(OBSERVATIONS, [tick(nth)])
            await running.caught_up()
            return
        await asyncio.sleep(0.1)


@pytest.fixture
def server() -> Iterator[EmbeddedPostgres]:
    """In a folder with a short name: its socket lies there, so that its address is the same after a restart."""
    with tempfile.TemporaryDirectory(prefix="nmb-") as folder:
        Path(folder).chmod(0o711)
        server = EmbeddedPostgres(Path(folder) / "pg")
        yield server
        server.stop()


@pytest.mark.parametrize("host", ["embedded", pytest.param("kafka", marks=pytest.mark.kafka)])
def test_a_restart_of_the_database_ends_nothing(
    tmp_path: Path, counting: str, server: EmbeddedPostgres, host: str, request: pytest.FixtureRequest
):
    got: list[str] = []
    kafka = request.getfixturevalue("kafka") if host == "kafka" else None

    async def handle(one: Entry) -> None:
        got.append(one.id)

    async def run() -> list[str]:
        settings = Settings(data=tmp_path, database_url=server.start(), kafka=kafka, instance="restarted")
        async with engine(settings, host, processors=counting) as running:
            consumer = asyncio.create_task(running.consume("test", [OBSERVATIONS], handle))
            await said(running, 1)
            await asyncio.to_thread(server.stop)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(server.start)
            await said(running, 2)
            async with asyncio.timeout(20):
                while "o2" not in got:
                    await asyncio.sleep(0.05)
            consumer.cancel()
            async with running.pool.connection() as connection:
                found = await connection.execute("select id from log where topic = 'findings' order by sequence")
                return [id for (id,) in await found.fetchall()]

    findings = asyncio.run(run())
    assert len(findings) == len(set(findings)) == 2
    assert list(dict.fromkeys(got)) == ["o1", "o2"]
