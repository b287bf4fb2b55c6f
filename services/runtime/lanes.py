"""A topic's partitions going through one processor: each in its order, each event once, by one host at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from schemas.topics import DEAD_LETTERS
from services.log.mirror import as_lines
from services.log.port import Line, Record
from services.runtime.memory import Memory
from services.runtime.processor import Hosted, take
from services.store.connection import Connection, Pool
from services.store.positions import move_all, stand
from services.store.sql import queries

SQL = queries("positions")
REMEMBERED = 50_000
"""How far back an event is known again if Kafka brings it twice. Lower forgets sooner what a producer repeats;
the table's own sequencer then has to notice."""
FORGET_EVERY = 5_000
"""How many offsets pass between two clearings of what is remembered."""

Send = Callable[[str, Sequence[Line]], Awaitable[None]]


class Lanes:
    """Takes records exactly at their place; what follows from them is confirmed before they count as taken."""

    def __init__(self, hosted: Hosted[Any], pool: Pool, send: Send) -> None:
        self._hosted = hosted
        self._pool = pool
        self._send = send
        self._memory = Memory(hosted, "kafka")
        self._next: dict[int, int] = {}

    async def next(self, partition: int) -> int:
        """Where a lane stands."""
        if partition not in self._next:
            async with self._pool.connection() as connection:
                self._next[partition] = await stand(connection, self._memory.reader, partition)
        return self._next[partition]

    def forget(self) -> None:
        """Believe nothing that is not in the database: another host may have been here."""
        self._next.clear()
        self._memory.forget()

    async def skip_to(self, partition: int, next: int) -> None:
        """Go on after a hole that the broker itself has (what was there is gone for good)."""
        expected = await self.next(partition)
        async with self._pool.connection() as connection:
            await move_all(connection, self._memory.reader, {partition: (expected, next)})
        self._next[partition] = next

    async def take(self, records: Sequence[Record]) -> dict[int, int]:
        """Take these, passing over those already taken; an old belief is `FencedError`, and nothing is taken.

        Returns where each lane with a gap has to go back to; what lies behind the gap is not taken.
        """
        stood = {partition: await self.next(partition) for partition in {record.partition for record in records}}
        now = dict(stood)
        fresh: list[Record] = []
        gaps: dict[int, int] = {}
        for record in records:
            partition = record.partition
            if record.sequence > now[partition] and partition not in gaps:
                gaps[partition] = now[partition]
            if record.sequence == now[partition] and partition not in gaps:
                fresh.append(record)
                now[partition] += 1
        if fresh:
            await self._commit(fresh, stood, now)
        return gaps

    async def _commit(self, fresh: Sequence[Record], stood: Mapping[int, int], now: Mapping[int, int]) -> None:
        moves = {lane: (stood[lane], now[lane]) for lane in sorted(stood) if stood[lane] != now[lane]}
        try:
            async with self._pool.connection() as connection, connection.transaction():
                # First, because whoever comes second waits here until we are done, and is then fenced.
                await move_all(connection, self._memory.reader, moves)
                new = await self._mark(connection, fresh)
                taken = take(
                    self._hosted, await self._memory.states(connection, (record.table for record in new)), new)
                # Sent again after a crash between here and the commit: same ids, so the same things.
                await self._send(self._hosted.writes, taken.outputs)
                await self._send(DEAD_LETTERS, taken.refused)
                await self._memory.keep(connection, taken.states)
                await self._clear(connection, moves)
        except BaseException:
            self.forget()
            raise
        self._memory.remember(taken.states)
        self._next.update(now)

    async def _mark(self, connection: Connection, fresh: Sequence[Record]) -> list[Record]:
        """Remember these as taken; those whose id was taken before are left out."""
        known = as_lines(fresh)
        rows = await connection.execute(SQL["mark_taken"], {
            "processor": self._memory.reader, "tables": [line.table for line in known],
            "ids": [line.id for line in known], "partitions": [record.partition for record in fresh],
            "positions": [record.sequence for record in fresh],
        })
        new = set(await rows.fetchall())
        return [record for record in fresh if (record.partition, record.sequence) in new]

    async def _clear(self, connection: Connection, moves: Mapping[int, tuple[int, int]]) -> None:
        for partition, (before, after) in moves.items():
            if before // FORGET_EVERY != after // FORGET_EVERY:
                told = {"processor": self._memory.reader, "partition": partition, "before": after - REMEMBERED}
                await connection.execute(SQL["forget_taken"], told)
