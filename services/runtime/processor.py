"""What every host runs: a pure processor, its state per table, and the one way to take events through it."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from schemas.codec import BadLine, decode
from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError
from schemas.events import LineRefused
from schemas.ids import derived_id
from schemas.moment import Moment
from services.log.port import Line, Record, lines

S = TypeVar("S")
logger = logging.getLogger(__name__)


class Hosted(Protocol[S]):
    """A processor as a host sees it: it reads one topic, writes another, and knows one state per table."""

    name: str
    reads: str
    writes: str

    def begin(self, table: str) -> S:
        """What is known of a table before its first event."""

    def advance(self, state: S, entry: Entry) -> tuple[S, tuple[Entry, ...]]:
        """The state after this event, and what follows from it. Pure."""

    def save(self, state: S) -> bytes:
        """The state as bytes."""

    def load(self, data: bytes) -> S:
        """The state from its bytes."""


class Taken(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What came of taking some events: states as they are now, lines for the next topic, lines set aside."""

    states: dict[str, S]
    outputs: tuple[Line, ...]
    refused: tuple[Line, ...]


def take(hosted: Hosted[S], states: dict[str, S], records: Sequence[Record]) -> Taken[S]:
    """Take the events one after the other; one that cannot be read or judged is set aside and changes nothing."""
    now: dict[str, S] = {}
    outputs: list[Line] = []
    refused: list[Line] = []
    for record in records:
        table = record.table
        before = now[table] if table in now else states[table] if table in states else hosted.begin(table)
        try:
            state, found = hosted.advance(before, _read(record))
            written = lines([told for told in found if not isinstance(told.data, LineRefused)])
            aside = lines([told for told in found if isinstance(told.data, LineRefused)])
        except Exception as wrong:  # whatever is wrong with one event must not stop its table
            if not isinstance(wrong, NoMoreBetsError):
                logger.exception("%s could not take a line of %s", hosted.name, table)
            refused.extend(lines([_refusal(hosted.name, record, wrong)]))
            continue
        now[table] = state
        outputs.extend(written)
        refused.extend(aside)
    return Taken(states=now, outputs=tuple(outputs), refused=tuple(refused))


def _read(record: Record) -> Entry:
    """The event without what a log adds: a processor must conclude the same on every host."""
    told = decode(record.data)
    if told.table != record.table:
        raise BadLine(f"the line is about table '{told.table}' but was kept under '{record.table}'")
    return told


def _refusal(processor: str, record: Record, wrong: Exception) -> Entry:
    id, time, session = _what_can_be_told(record)
    why = str(wrong) if isinstance(wrong, NoMoreBetsError) else f"{processor}: {type(wrong).__name__}: {wrong}"
    event = LineRefused(why=why, topic=record.topic, line=record.data.decode(errors="replace"))
    return entry(
        event, id=derived_id(f"{processor}/refused", id, 0), table=record.table, origin=processor, time=time,
        session=session, cause=id,
    )


def _what_can_be_told(record: Record) -> tuple[str, Moment, str]:
    """Id, time and session of a line that may be anything; one that names no time is of when the log got it."""
    id, time, session = hashlib.sha256(record.data).hexdigest(), record.recordedtime, ""
    try:
        told = msgspec.json.decode(record.data, type=dict[str, object])
        id, session = str(told.get("id", id)), str(told.get("session", ""))
        time = Moment.parse(str(told.get("time")))
    except (msgspec.DecodeError, ValueError, OverflowError):
        pass
    return id, time, session
