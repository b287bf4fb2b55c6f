"""What waits for its turn: how far each camera has come, and what was heard."""

from __future__ import annotations

import msgspec
from msgspec import field

from schemas.envelope import Entry, WireEntry
from schemas.events import Value
from schemas.moment import Moment

LATENESS_MS = 750
"""How long table time waits behind the slowest camera. More: later alerts; less: more late arrivals."""


class CameraClock(Value, frozen=True, kw_only=True):
    """How far a camera's table time has come, and whether it still holds the mark; `said` by the camera itself."""

    newest: Moment | None = None
    said: Moment | None = None
    lost: bool = False
    ended: bool = False
    had_been_lost: bool = False


class Waiting(Value, frozen=True, kw_only=True):
    """What has come but is not yet released, and what is needed to know a repeat."""

    session: str | None = None
    opened: str | None = None
    closed: bool = False
    cameras: dict[str, CameraClock] = field(default_factory=dict)
    newest: Moment | None = None
    released: Moment | None = None
    lateness_ms: int = LATENESS_MS
    buffer: tuple[WireEntry, ...] = ()
    heard: tuple[str, ...] = ()
    heard_before: tuple[str, ...] = ()


class Released(msgspec.Struct, frozen=True):
    """An entry whose turn has come; `late` when its turn had already passed."""

    entry: Entry
    late: bool = False


def in_turn(entry: Entry) -> tuple[Moment, str, str]:
    """The order of release."""
    return (entry.time, entry.source, entry.id)


def mark_of(waiting: Waiting) -> Moment | None:
    """How far table time has surely come: as far as the slowest camera that still speaks.

    When none speaks, as far as cameras and runtime ever told: the runtime ticks on for lost ones.
    """
    holding = [clock for clock in waiting.cameras.values() if not clock.lost and not clock.ended]
    if not holding:
        return waiting.newest
    times = [clock.newest for clock in holding if clock.newest is not None]
    return min(times) if len(times) == len(holding) else None


def other_session(waiting: Waiting, entry: Entry) -> bool:
    """Whether an entry belongs to a session that is over."""
    return waiting.opened is not None and entry.session != waiting.session
