"""One suite for every log: what is appended is kept byte for byte, each table's events in order, each id once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from schemas.codec import encode
from schemas.envelope import Entry, entry
from schemas.events import ClockTicked
from schemas.moment import Moment
from schemas.topics import FINDINGS, OBSERVATIONS
from services.log.embedded import EmbeddedLog, read_lines
from services.log.kafka import KafkaLog, prepare
from services.log.mirror import Mirror
from services.log.port import Log, Position, Record
from services.store.connection import Pool, pool_of
from services.store.migrate import migrate


def tick(nth: int, table: str = "t1") -> Entry:
    return entry(ClockTicked(), id=f"tick-{nth}", table=table, origin="wheel", time=Moment(nth), session="s1")


async def collect(log: Log, topic: str, count: int, position: Position | None = None) -> tuple[list[Record], Position]:
    found: list[Record] = []
    async with asyncio.timeout(20):
        async for batch in log.follow([topic], position or {}, limit=7):
            found += batch.records
            if len(found) >= count:
                return found, batch.position
    raise AssertionError("unreachable")


class LogContract:
    """What every adapter promises."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[tuple[Log, Callable[[], Awaitable[None]]]]:
        """The log, and a way to wait until all of it is in PostgreSQL."""
        raise NotImplementedError
        yield

    def test_lines_come_back_byte_for_byte_in_the_order_of_their_table(self):
        async def story() -> None:
            told = [tick(nth, f"t{nth % 3}") for nth in range(40)]
            async with self.opened() as (log, _):
                await log.append(OBSERVATIONS, told)
                found, _ = await collect(log, OBSERVATIONS, 40)
            for table in ("t0", "t1", "t2"):
                mine = [record for record in found if record.table == table]
                assert [record.data for record in mine] == [encode(one) for one in told if one.table == table]
                sequences = [record.sequence for record in mine]
                assert sequences == sorted(set(sequences))
                assert mine[0].entry().recordedtime is not None

        asyncio.run(story())

    def test_what_a_log_adds_is_never_in_the_line(self):
        async def story() -> None:
            async with self.opened() as (log, _):
                await log.append(OBSERVATIONS, [tick(1)])
                (record,), _ = await collect(log, OBSERVATIONS, 1)
                await log.append(FINDINGS, [record.entry()])
                (again,), _ = await collect(log, FINDINGS, 1)
            assert again.data == record.data == encode(tick(1))

        asyncio.run(story())

    def test_one_goes_on_from_where_one_stopped(self):
        async def story() -> None:
            async with self.opened() as (log, _):
                await log.append(OBSERVATIONS, [tick(nth) for nth in range(7)])
                first, position = await collect(log, OBSERVATIONS, 7)
                rest = asyncio.create_task(collect(log, OBSERVATIONS, 2, position))
                await asyncio.sleep(0.05)  # it is waiting when these come
                await log.append(OBSERVATIONS, [tick(7), tick(8)])
                found, _ = await rest
            ids = [record.entry().id for record in (*first, *found)]
            assert ids == [f"tick-{nth}" for nth in range(9)]

        asyncio.run(story())

    def test_what_is_said_twice_is_kept_once(self, postgres: str):
        async def story() -> list[str]:
            async with self.opened() as (log, settled):
                await log.append(OBSERVATIONS, [tick(1), tick(2)])
                await log.append(OBSERVATIONS, [tick(2), tick(3), tick(3)])
                await log.append(OBSERVATIONS, [tick(1, "t2")])
                await settled()
                async with pool_of(postgres) as pool, pool.connection() as connection:
                    kept = await read_lines(connection, [OBSERVATIONS], 1, 100)
            return sorted(f"{record.table} {record.entry().id}" for record in kept)

        assert asyncio.run(story()) == ["t1 tick-1", "t1 tick-2", "t1 tick-3", "t2 tick-1"]


class TestEmbeddedLog(LogContract):
    @pytest.fixture(autouse=True)
    def _database(self, postgres: str) -> None:
        self.url = postgres

    @asynccontextmanager
    async def opened(self):
        async with _pool(self.url) as pool, EmbeddedLog(self.url, pool) as log:
            yield log, _nothing


@pytest.mark.kafka
class TestKafkaLog(LogContract):
    @pytest.fixture(autouse=True)
    def _servers(self, postgres: str, kafka: str) -> None:
        self.url, self.bootstrap = postgres, kafka

    @asynccontextmanager
    async def opened(self):
        await prepare(self.bootstrap)
        async with _pool(self.url) as pool, KafkaLog(self.bootstrap) as log:
            mirror = Mirror(log, pool)
            copying = asyncio.create_task(mirror.run())

            async def settled() -> None:
                while await mirror.behind():
                    await asyncio.sleep(0.05)

            yield log, settled
            copying.cancel()
            await asyncio.gather(copying, return_exceptions=True)


@asynccontextmanager
async def _pool(url: str) -> AsyncIterator[Pool]:
    await migrate(url)
    async with pool_of(url) as pool:
        yield pool


async def _nothing() -> None:
    """An embedded log is in PostgreSQL already."""
