"""The Kafka host: the same processors as Faust agents, one state per table, positions kept in PostgreSQL.

Run as `python -m services.runtime.faust_host`. Kafka's own offsets are only a hint here: an event is taken exactly
when its offset is the one PostgreSQL expects, its outputs are confirmed before that moves on, and it is
acknowledged last.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import faust
import psycopg
from aiokafka.errors import KafkaError
from faust.types import TP

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.topics import PARTITIONS
from services.log.kafka import KafkaLog, consumer_of, prepare
from services.log.port import Record
from services.log.quiet import speak_seldom
from services.runtime.lanes import Lanes
from services.runtime.processor import Hosted
from services.store.connection import Pool, pool_of
from services.store.positions import FencedError

BATCH = 200
"""Events per transaction. Higher replays faster; lower shows the first finding of a backlog sooner."""
WITHIN_S = 0.02
"""How long events are gathered for a batch. Lower tells sooner and commits more often."""
LOOK_S = 2.0
"""How often a lane that stands still is compared with the broker. Lower notices sooner that Kafka moved past us."""
logger = logging.getLogger("nomorebets.faust")


class FaustHost:
    """One worker: an agent for every processor, a lane for every partition assigned to it."""

    def __init__(self, app: Any, bootstrap: str, database: str, processors: Sequence[Hosted[Any]]) -> None:
        self._app = app
        self._log = KafkaLog(bootstrap)
        self._pool: Pool = pool_of(database, size=10)
        self._processors = processors
        self._lanes = {hosted.name: Lanes(hosted, self._pool, self._log.append_lines) for hosted in processors}
        self._stood: dict[TP, int] = {}
        self._opening = asyncio.Lock()
        self._open = False
        for hosted in processors:
            self._employ(hosted)
        app.timer(LOOK_S)(self.look)
        app.on_partitions_revoked.connect(self.forget)
        app.on_partitions_assigned.connect(self.forget)

    def _employ(self, hosted: Hosted[Any]) -> None:
        topic = self._app.topic(
            hosted.reads, key_type=bytes, value_type=bytes, key_serializer="raw", value_serializer="raw"
        )

        async def agent(stream: Any) -> None:
            # Unacknowledged until we say so: an agent's exception would otherwise acknowledge and skip.
            async for events in stream.noack_take(BATCH, within=WITHIN_S):
                await self.take(hosted, events)

        self._app.agent(topic, name=f"nomorebets.{hosted.name}")(agent)

    async def take(self, hosted: Hosted[Any], events: Sequence[Any]) -> None:
        """Take a batch; acknowledge what the database has, and go back where something was passed over."""
        await self._enter()
        ours = self._app.consumer.assignment()
        events = [event for event in events if event.message.tp in ours]  # the others are somebody else's by now
        gaps = await self._through(hosted, [_record(event.message) for event in events])
        for event in events:
            if event.message.partition not in gaps:
                event.ack()
        for partition, expected in gaps.items():
            await self._close_gap(hosted, TP(hosted.reads, partition), expected)

    async def _through(self, hosted: Hosted[Any], records: Sequence[Record]) -> dict[int, int]:
        while True:
            try:
                return await self._lanes[hosted.name].take(records)
            except FencedError as fenced:
                logger.warning("%s: %s; what we knew is dropped", hosted.name, fenced)
            except (psycopg.OperationalError, KafkaError) as wrong:
                logger.warning("%s waits: %s", hosted.name, wrong)
                await asyncio.sleep(1)

    async def _close_gap(self, hosted: Hosted[Any], tp: TP, expected: int) -> None:
        """Go back for what was passed over, unless the broker itself no longer has it."""
        first = await self._first_held(tp, expected)
        if first is not None and first > expected:
            logger.error("%s/%d: the broker no longer holds %d to %d", tp.topic, tp.partition, expected, first - 1)
            await self._lanes[hosted.name].skip_to(tp.partition, first)
        logger.warning("%s/%d: going back to %d", tp.topic, tp.partition, max(expected, first or 0))
        await self._go_to(tp, max(expected, first or 0))

    async def _first_held(self, tp: TP, expected: int) -> int | None:
        async with consumer_of(self._log.bootstrap, tp.topic, {tp.partition: expected}, (tp.partition,)) as consumer:
            found = await consumer.getmany(timeout_ms=2000, max_records=1)
        return min((message.offset for part in found.values() for message in part), default=None)

    async def _go_to(self, tp: TP, next: int) -> None:
        if tp in self._app.consumer.assignment():
            await self._app.consumer.seek_wait({tp: next})

    async def look(self) -> None:
        """Find lanes that stand still while the broker holds more: Kafka's hint was ahead of the truth."""
        await self._enter()
        for hosted in self._processors:
            for tp in [tp for tp in self._app.consumer.assignment() if tp.topic == hosted.reads]:
                next = await self._lanes[hosted.name].next(tp.partition)
                still = self._stood.get(tp) == next
                self._stood[tp] = next
                if still and (self._app.consumer.highwater(tp) or 0) > next:
                    await self._go_to(tp, next)

    async def forget(self, *_: Any, **__: Any) -> None:
        """Partitions changed hands: believe only the database."""
        for lanes in self._lanes.values():
            lanes.forget()
        self._stood.clear()

    async def _enter(self) -> None:
        async with self._opening:
            if not self._open:
                await self._pool.open()
                await self._log.__aenter__()
                self._open = True


def app_of(bootstrap: str, instance: str, folder: Path) -> Any:
    """A Faust app that listens nowhere, declares no topics, and keeps its place in the group over a restart."""
    return faust.App(
        "nomorebets", broker=[f"kafka://{server}" for server in bootstrap.split(",")], web_enabled=False,
        store="memory://", datadir=str(folder), topic_partitions=PARTITIONS, topic_allow_declare=False,
        topic_disable_leader=True, consumer_auto_offset_reset="earliest", consumer_group_instance_id=instance,
        broker_session_timeout=10, broker_heartbeat_interval=1, broker_commit_interval=0.5, stream_wait_empty=False,
        autodiscover=False,
    )


def _record(message: Any) -> Record:
    return Record(
        topic=message.topic, partition=message.partition, sequence=message.offset,
        recordedtime=Moment(round((message.timestamp or 0) * 1000)),
        table=(message.key or b"").decode(errors="replace"), data=message.value or b"",
    )


def main() -> None:
    """Host until told to stop."""
    parser = argparse.ArgumentParser()
    for name in ("--bootstrap", "--database", "--instance", "--folder", "--processors"):
        parser.add_argument(name, required=True)
    told = parser.parse_args()
    module, _, name = told.processors.partition(":")
    try:
        asyncio.run(prepare(told.bootstrap))
    except NoMoreBetsError as wrong:
        print(f"nomorebets: {wrong}", file=sys.stderr)
        sys.exit(2)
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    app = app_of(told.bootstrap, told.instance, Path(told.folder))
    FaustHost(app, told.bootstrap, told.database, getattr(import_module(module), name)())
    speak_seldom()
    faust.Worker(app, loop=loop, redirect_stdouts=False, override_logging=False, quiet=True).execute_from_commandline()


if __name__ == "__main__":
    main()
