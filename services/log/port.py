"""The log as everyone else sees it: lines are appended, and followed from a position on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol

import msgspec

from schemas.codec import decode, encode
from schemas.envelope import Entry
from schemas.moment import Moment

Position = Mapping[int, int]
"""How far one has read: the next sequence of each partition. Empty: from the beginning."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it is to be written: its table, its id, its bytes."""

    table: str
    id: str
    data: bytes


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One line as a log holds it."""

    topic: str
    partition: int
    sequence: int
    recordedtime: Moment
    table: str
    data: bytes

    def entry(self) -> Entry:
        """The event with what the log added, or `BadLine`."""
        told = decode(self.data)
        return msgspec.structs.replace(told, sequence=self.sequence, recordedtime=self.recordedtime)


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Some records in order, and the position after them."""

    records: tuple[Record, ...]
    position: Mapping[int, int]


class Log(Protocol):
    """Where events are kept. What is appended twice under one id is one thing."""

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these, in this order; they are safe when this returns."""

    def follow(self, topics: Sequence[str], position: Position, *, limit: int = 500) -> AsyncIterator[Batch]:
        """What was and will be appended from this position on, for ever; each table's events in their order."""


def lines(entries: Sequence[Entry]) -> list[Line]:
    """Entries as they are written: without what a log adds."""
    bare = [msgspec.structs.replace(entry, sequence=None, recordedtime=None) for entry in entries]
    return [Line(table=entry.table, id=entry.id, data=encode(entry)) for entry in bare]
