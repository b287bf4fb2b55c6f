"""One event = one CloudEvents 1.0 JSON object = one line."""

from __future__ import annotations

from typing import Literal, Union

import msgspec

from schemas.events import KINDS, Event, kebab
from schemas.moment import Moment

AnyEvent = Union[tuple(KINDS.values())]  # type: ignore[valid-type]  # built from the vocabulary, once


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event in its envelope. `sequence` and `recordedtime` are added by a log, never written in a line."""

    specversion: Literal["1.0"]
    id: str
    source: str
    type: str
    subject: str
    time: Moment
    session: str = ""
    sequence: int | None = None
    recordedtime: Moment | None = None
    causationid: str | None = None
    data: Event

    @property
    def table(self) -> str:
        """The table this is about."""
        return self.subject

    @property
    def origin(self) -> str:
        """The last part of `source`: wheel, layout, desk, config, referee …"""
        return self.source.rsplit("/", 1)[-1]


class WireEntry(Entry, frozen=True, kw_only=True, omit_defaults=True):
    """An `Entry` as it is decoded: its data is one of the known kinds."""

    data: AnyEvent  # type: ignore[valid-type]


def entry(
    event: Event, *, id: str, table: str, origin: str, time: Moment, session: str, cause: str | None = None
) -> Entry:
    """Put an event into its envelope."""
    return Entry(
        specversion="1.0", id=id, source=f"/{table}/{origin}", type=f"nomorebets.{kebab(type(event).__name__)}",
        subject=table, time=time, session=session, causationid=cause, data=event,
    )
