"""The log on Kafka: appended with every replica's word, keyed by table; followed in batches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import TracebackType

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, ConsumerRecord, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient, NewTopic
from aiokafka.errors import KafkaError, TopicAlreadyExistsError, for_code

from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.topics import PARTITIONS, TOPICS
from services.log.port import Batch, Line, Position, Record, lines
from services.log.quiet import hushed

HEADERS = [("content-type", b"application/cloudevents+json; charset=UTF-8")]
REACH_S = 5.0
"""How long a broker may take to answer at the start. Lower gives up on slow networks."""


class KafkaLog:
    """Writes to and reads from one Kafka cluster."""

    def __init__(self, bootstrap: str) -> None:
        self.bootstrap = bootstrap
        self._producer: AIOKafkaProducer | None = None
        self._asker: AIOKafkaConsumer | None = None

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these, in this order; every replica has them when this returns."""
        await self.append_lines(topic, lines(entries))

    async def append_lines(self, topic: str, told: Sequence[Line]) -> None:
        """The same for lines already written."""
        assert self._producer is not None, "enter the log first"
        # One after the other into the producer's buffer, which keeps their order; then all confirmations together.
        sent = [
            await self._producer.send(topic, line.data, key=line.table.encode(), headers=HEADERS) for line in told
        ]
        await asyncio.gather(*sent)

    async def follow(self, topics: Sequence[str], position: Position, *, limit: int = 500) -> AsyncIterator[Batch]:
        """What one topic holds from this position on, and then whatever comes."""
        if len(topics) != 1:
            raise ValueError("on Kafka a position belongs to one topic; follow them one by one")
        next = dict(position)
        async with consumer_of(self.bootstrap, topics[0], next) as consumer:
            while True:
                fetched = await consumer.getmany(timeout_ms=500, max_records=limit)
                found = [record_of(message) for part in fetched.values() for message in part]
                if found:
                    next |= {record.partition: record.sequence + 1 for record in found}
                    yield Batch(records=tuple(found), position=dict(next))

    async def ends(self, topic: str) -> dict[int, int]:
        """The sequence the next line of each partition will get."""
        assert self._asker is not None, "enter the log first"
        found = await self._asker.end_offsets([TopicPartition(topic, number) for number in range(PARTITIONS)])
        return {part.partition: offset for part, offset in found.items()}

    async def __aenter__(self) -> KafkaLog:
        self._producer = AIOKafkaProducer(
            bootstrap_servers=self.bootstrap, acks="all", enable_idempotence=True, linger_ms=2,
        )
        await self._producer.start()
        self._asker = AIOKafkaConsumer(bootstrap_servers=self.bootstrap, enable_auto_commit=False)
        await self._asker.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in (self._producer, self._asker):
            if client is not None:
                await client.stop()


@asynccontextmanager
async def consumer_of(
    bootstrap: str, topic: str, position: Position, partitions: Sequence[int] = range(PARTITIONS)
) -> AsyncIterator[AIOKafkaConsumer]:
    """A consumer of a topic's partitions, without a group: the position is ours, not Kafka's."""
    consumer = AIOKafkaConsumer(bootstrap_servers=bootstrap, auto_offset_reset="earliest", enable_auto_commit=False)
    await consumer.start()
    try:
        parts = [TopicPartition(topic, number) for number in partitions]
        consumer.assign(parts)
        for part in parts:
            consumer.seek(part, position.get(part.partition, 0))
        yield consumer
    finally:
        await consumer.stop()


def record_of(message: ConsumerRecord) -> Record:
    """A Kafka message as a record: its offset is the sequence, its append time the recorded time."""
    return Record(
        topic=message.topic, partition=message.partition, sequence=message.offset,
        recordedtime=Moment(message.timestamp), table=(message.key or b"").decode(errors="replace"),
        data=message.value or b"",
    )


async def prepare(bootstrap: str) -> None:
    """Reach the broker and make the topics that are missing; no broker is one clear line."""
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap, request_timeout_ms=int(REACH_S * 1000))
    try:
        with hushed("aiokafka"):
            async with asyncio.timeout(REACH_S):
                await admin.start()
    except (KafkaError, TimeoutError, OSError, ValueError):
        await admin.close()
        raise NoMoreBetsError(
            f"no Kafka broker answers at '{bootstrap}'. Start one (python deploy/kafka/start.py), "
            "or say where it is with NOMOREBETS_KAFKA."
        ) from None
    try:
        await _make_topics(admin)
    finally:
        await admin.close()


async def _make_topics(admin: AIOKafkaAdminClient) -> None:
    copies = min(3, len((await admin.describe_cluster())["brokers"]))
    # Append time, so that recordedtime is the broker's word and not a camera's clock; and evidence does not age.
    told = {"message.timestamp.type": "LogAppendTime", "retention.ms": "-1"}
    wanted = [NewTopic(name, PARTITIONS, copies, topic_configs=told) for name in TOPICS]
    known = set(await admin.list_topics())
    missing = [topic for topic in wanted if topic.name not in known]
    if not missing:
        return
    answer = await admin.create_topics(missing)
    for topic, code, *_ in answer.topic_errors:
        error = for_code(code)
        if code != 0 and error is not TopicAlreadyExistsError:
            raise NoMoreBetsError(f"Kafka could not make the topic '{topic}': {error.__name__}")
