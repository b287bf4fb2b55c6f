"""From the log to what people ask for: each event changes the read models by one statement, named after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import msgspec
import psycopg
from psycopg.types.json import Jsonb

from schemas.codec import BadLine, to_wire
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.errors import NoMoreBetsError
from schemas.events import LineRefused, TableOpened
from schemas.ids import derived_id
from schemas.moment import Moment
from schemas.table import setup_from
from schemas.topics import DEAD_LETTERS, TOPICS
from services.log.embedded import EmbeddedLog, append_lines
from services.log.port import Batch, Record, lines
from services.store.connection import Connection, Pool
from services.store.positions import FencedError, move, position
from services.store.sql import queries

READER = "projection"
SQL = queries("projections")
AS_JSON = frozenset({"remedies", "wagers"})
STATEMENTS = SQL | {"incident_opened": SQL["incident"], "incident_updated": SQL["incident"]}
UNFIT = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
"""What PostgreSQL says of an event that the read models cannot hold; such a one is set aside, never tried for ever."""
logger = logging.getLogger(__name__)


async def project(log: EmbeddedLog, pool: Pool) -> None:
    """Keep the read models up with the log, until cancelled."""
    while True:
        try:
            await _keep_up(log, pool)
        except (FencedError, psycopg.OperationalError) as wrong:
            logger.warning("the read models begin again where the database says they stand: %s", wrong)
            await asyncio.sleep(1)


async def _keep_up(log: EmbeddedLog, pool: Pool) -> None:
    async with pool.connection() as connection:
        next = await position(connection, READER) or 1
    async for batch in log.follow(TOPICS, {0: next}):
        try:
            await _together(pool, batch, next)
        except UNFIT:
            await _one_by_one(pool, batch, next)
        next = batch.position[0]
        await asyncio.sleep(0)


async def _together(pool: Pool, batch: Batch, expected: int) -> None:
    async with pool.connection() as connection, connection.transaction():
        await move(connection, READER, 0, expected, batch.position[0])
        async with connection.pipeline():
            told = [entry for record in batch.records if (entry := _entry(record))]
            for one in told:
                await _apply(connection, one)
            await _heard(connection, told)


async def _one_by_one(pool: Pool, batch: Batch, expected: int) -> None:
    """Some event of this batch does not fit the read models: set that one aside, keep the others."""
    async with pool.connection() as connection, connection.transaction():
        await move(connection, READER, 0, expected, batch.position[0])
        told = [(record, entry) for record in batch.records if (entry := _entry(record))]
        for record, entry in told:
            try:
                async with connection.transaction():
                    await _apply(connection, entry)
            except UNFIT as wrong:
                logger.error("line %d does not fit the read models: %s", record.sequence, wrong)
                if record.topic != DEAD_LETTERS:
                    await append_lines(connection, DEAD_LETTERS, lines([_refusal(record, wrong)]))
        await _heard(connection, [entry for _, entry in told])


async def _heard(connection: Connection, told: Sequence[Entry]) -> None:
    """When each table was last heard of."""
    latest: dict[str, Moment] = {}
    for one in told:
        latest[one.table] = max(one.time, latest.get(one.table, one.time))
    for table, time in latest.items():
        await connection.execute(SQL["heard"], {"table": table, "time": time.utc})


async def _apply(connection: Connection, told: Entry) -> None:
    name = str(told.data.__struct_config__.tag).replace("-", "_")  # its kind
    if name in STATEMENTS:
        await connection.execute(STATEMENTS[name], _row(told))


def _entry(record: Record) -> Entry | None:
    try:
        return record.entry()
    except BadLine:
        return None  # the processor that reads this topic sets it aside


def _row(told: Entry) -> dict[str, Any]:
    """What a statement may use: the event's fields and its envelope. An event's own `id` is called `event_id`."""
    event = told.data
    fields = {name: _plain(name, getattr(event, name)) for name in event.__struct_fields__}
    if "id" in fields:
        fields["event_id"] = fields["id"]
    if isinstance(event, TableOpened):
        fields |= _named(event, told.table)
    return fields | {
        "id": told.id, "table": told.table, "session": told.session, "time": told.time.utc, "sequence": told.sequence,
    }


def _named(event: TableOpened, table: str) -> dict[str, str]:
    try:
        setup = setup_from(event.config, "the table's configuration")
    except NoMoreBetsError:
        return {"title": table, "currency": ""}
    return {"title": setup.title, "currency": setup.currency}


def _plain(name: str, value: Any) -> Any:
    """A field as PostgreSQL takes it."""
    if name in AS_JSON:
        return Jsonb(msgspec.to_builtins(value, enc_hook=to_wire))
    if isinstance(value, Moment):
        return value.utc
    if isinstance(value, str):
        return value.replace("\x00", "\N{REPLACEMENT CHARACTER}")  # PostgreSQL's text cannot hold it; the line does
    if isinstance(value, tuple):
        return [_plain(name, part) for part in value]
    return value


def _refusal(record: Record, wrong: Exception) -> Entry:
    told = record.entry()
    event = LineRefused(why=f"{READER}: {wrong}", topic=record.topic, line=record.data.decode(errors="replace"))
    return put_into_envelope(
        event, id=derived_id(f"{READER}/refused", told.id, 0), table=told.table, origin=READER, time=told.time,
        session=told.session, cause=told.id,
    )
