"""The default host: outputs, state and position of a batch are committed in one transaction, or not at all."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import psycopg

from schemas.topics import DEAD_LETTERS
from services.log.embedded import EmbeddedLog, append_lines
from services.log.port import Batch
from services.runtime.memory import Memory
from services.runtime.processor import Hosted, take
from services.store.connection import Pool
from services.store.positions import FencedError, behind, move, position

BATCH = 200
"""Events per transaction. Higher replays faster; lower shows the first finding of a long backlog sooner."""
logger = logging.getLogger(__name__)


class EmbeddedHost:
    """Runs processors over the embedded log, each as fast as its topic grows."""

    def __init__(self, log: EmbeddedLog, pool: Pool, processors: Sequence[Hosted[Any]]) -> None:
        self._log = log
        self._pool = pool
        self._processors = processors

    async def run(self) -> None:
        """Host every processor until cancelled."""
        async with asyncio.TaskGroup() as group:
            for hosted in self._processors:
                group.create_task(self._keep_up(hosted), name=f"host: {hosted.name}")

    async def behind(self) -> bool:
        """Whether there is something in the log that a processor has not taken yet."""
        async with self._pool.connection() as connection:
            return any([
                await behind(connection, Memory(hosted, "embedded").reader, (hosted.reads,))
                for hosted in self._processors
            ])

    async def _keep_up(self, hosted: Hosted[Any]) -> None:
        while True:
            try:
                await self._host(hosted)
            except (FencedError, psycopg.OperationalError) as wrong:
                logger.warning("%s begins again where the log says it stands: %s", hosted.name, wrong)
                await asyncio.sleep(1)

    async def _host(self, hosted: Hosted[Any]) -> None:
        memory = Memory(hosted, "embedded")
        async with self._pool.connection() as connection:
            next = await position(connection, memory.reader) or 1
        async for batch in self._log.follow([hosted.reads], {0: next}, limit=BATCH):
            await self._commit(hosted, memory, batch, next)
            next = batch.position[0]

    async def _commit(self, hosted: Hosted[Any], memory: Memory[Any], batch: Batch, expected: int) -> None:
        async with self._pool.connection() as connection, connection.transaction():
            states = await memory.states(connection, (record.table for record in batch.records))
            taken = take(hosted, states, batch.records)
            await move(connection, memory.reader, 0, expected, batch.position[0])
            await memory.keep(connection, taken.states)
            # Last, because the log is held from here to the commit.
            await append_lines(connection, hosted.writes, taken.outputs)
            await append_lines(connection, DEAD_LETTERS, taken.refused)
        memory.remember(taken.states)
