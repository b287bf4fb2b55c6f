"""The log as one table of PostgreSQL, followed through LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from types import TracebackType

import psycopg

from schemas.envelope import Entry
from schemas.moment import Moment
from services.log.port import Batch, Line, Position, Record, lines
from services.store.connection import Connection, Pool
from services.store.sql import queries

SQL = queries("log")
LOOK_AGAIN_S = 5.0
"""How long a reader sleeps when nobody wakes it. Lower finds what a lost notification hid sooner."""


async def append_lines(connection: Connection, topic: str, told: Sequence[Line]) -> int:
    """Append within the caller's transaction; how many were new. The log is held until that transaction ends."""
    if not told:
        return 0
    done = await connection.execute(
        SQL["append"],
        {"topic": topic, "tables": [line.table for line in told], "ids": [line.id for line in told],
         "lines": [line.data for line in told]},
    )
    row = await done.fetchone()
    return int(row[0]) if row else 0


async def read_lines(connection: Connection, topics: Sequence[str], start: int, limit: int) -> list[Record]:
    """What these topics hold from this sequence on."""
    rows = await connection.execute(SQL["read"], {"topics": list(topics), "start": start, "limit": limit}, prepare=True)
    return [
        Record(topic=topic, partition=0, sequence=place, recordedtime=Moment.of(when), table=table, data=bytes(line))
        for place, topic, table, line, when in await rows.fetchall()
    ]


class EmbeddedLog:
    """The log of one PostgreSQL; one listening connection wakes every reader of this process."""

    def __init__(self, url: str, pool: Pool) -> None:
        self._url = url
        self._pool = pool
        self._sleepers: set[asyncio.Event] = set()
        self._ear: asyncio.Task[None] | None = None

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these, in this order; an id the table already has is ignored."""
        async with self._pool.connection() as connection:
            await append_lines(connection, topic, lines(entries))

    async def follow(self, topics: Sequence[str], position: Position, *, limit: int = 500) -> AsyncIterator[Batch]:
        """What these topics hold from this position on, and then whatever comes."""
        start = position.get(0, 1)
        woken = asyncio.Event()
        self._sleepers.add(woken)
        try:
            while True:
                woken.clear()
                async with self._pool.connection() as connection:
                    found = await read_lines(connection, topics, start, limit)
                if found:
                    start = found[-1].sequence + 1
                    yield Batch(records=tuple(found), position={0: start})
                else:
                    await _sleep(woken)
        finally:
            self._sleepers.discard(woken)

    async def end(self) -> int:
        """The sequence the next line will get."""
        async with self._pool.connection() as connection:
            row = await (await connection.execute(SQL["end"])).fetchone()
        return int(row[0]) if row else 1

    async def __aenter__(self) -> EmbeddedLog:
        self._ear = asyncio.create_task(self._listen(), name="log: listening")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ear is not None:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear

    async def _listen(self) -> None:
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                async with connection:
                    await connection.execute("listen log")
                    self._wake()
                    async for _ in connection.notifies():
                        self._wake()
            except psycopg.OperationalError:
                await asyncio.sleep(0.2)  # the server is away; readers look again by themselves

    def _wake(self) -> None:
        for woken in self._sleepers:
            woken.set()


async def _sleep(woken: asyncio.Event) -> None:
    # Not wait_for: in Python 3.11 it forgets that it was told to stop when it is woken in the same moment.
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_AGAIN_S):
            await woken.wait()
