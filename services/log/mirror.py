"""From Kafka into the one table that people, proofs and read models use: chained in the order of the offsets."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence

import msgspec
import psycopg
from aiokafka.errors import KafkaError

from schemas.topics import TOPICS
from services.log.embedded import append_lines
from services.log.kafka import KafkaLog
from services.log.port import Batch, Line, Record
from services.store.connection import Pool
from services.store.positions import FencedError, move, positions

logger = logging.getLogger(__name__)


class Mirror:
    """Copies every topic; lines and position are committed together, so nothing is lost or kept twice."""

    def __init__(self, log: KafkaLog, pool: Pool) -> None:
        self._log = log
        self._pool = pool

    async def run(self) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as group:
            for topic in TOPICS:
                group.create_task(self._keep_up(topic), name=f"mirror: {topic}")

    async def behind(self) -> bool:
        """Whether Kafka holds something that is not copied yet."""
        for topic in TOPICS:
            ends = await self._log.ends(topic)
            async with self._pool.connection() as connection:
                next = await positions(connection, _reader(topic))
            if any(next.get(partition, 0) < end for partition, end in ends.items()):
                return True
        return False

    async def _keep_up(self, topic: str) -> None:
        while True:
            try:
                await self._copy(topic)
            except (KafkaError, OSError, FencedError, psycopg.OperationalError) as wrong:
                logger.warning("the copy of '%s' begins again where the database says it stands: %s", topic, wrong)
                await asyncio.sleep(1)

    async def _copy(self, topic: str) -> None:
        async with self._pool.connection() as connection:
            next = await positions(connection, _reader(topic))
        async for batch in self._log.follow([topic], next):
            await self._commit(topic, next, batch)
            next = dict(batch.position)

    async def _commit(self, topic: str, next: dict[int, int], batch: Batch) -> None:
        async with self._pool.connection() as connection, connection.transaction():
            for partition in sorted({record.partition for record in batch.records}):
                await move(connection, _reader(topic), partition, next.get(partition, 0), batch.position[partition])
            await append_lines(connection, topic, as_lines(batch.records))


def as_lines(records: Sequence[Record]) -> list[Line]:
    """Lines as Kafka holds them; one without a readable id is known by its own hash."""
    return [Line(table=record.table, id=_id(record.data), data=record.data) for record in records]


def _id(data: bytes) -> str:
    try:
        told = msgspec.json.decode(data, type=dict[str, object]).get("id")
    except msgspec.DecodeError:
        told = None
    return told.replace("\x00", "") if isinstance(told, str) and told else hashlib.sha256(data).hexdigest()


def _reader(topic: str) -> str:
    return f"mirror/{topic}"
