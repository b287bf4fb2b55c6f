"""The sequencer: what a table's sources say, put into the order of table time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from msgspec import field
from msgspec.structs import replace

from schemas.envelope import Entry, WireEntry
from schemas.events import (
    CameraLost,
    CameraRestored,
    ClockTicked,
    TableClosed,
    TableOpened,
    Value,
)
from schemas.moment import Moment

LATENESS_MS = 750
"""How long table time waits behind the slowest camera. More: later alerts; less: more late arrivals."""
HEARD = 1000
"""Ids remembered of a desk per round; fewer could let a desk that repeats itself all night be heard twice."""


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


@dataclass(frozen=True)
class Released:
    """An entry whose turn has come; `late` when its turn had already passed."""

    entry: Entry
    late: bool = False


def take(waiting: Waiting, entry: Entry) -> tuple[Waiting, tuple[Released, ...]]:
    """Let one entry in; out come all whose turn it now is, in the order of table time."""
    if isinstance(entry.data, TableOpened):
        return _open(waiting, entry, entry.data)
    if _repeated(waiting, entry):
        return waiting, ()
    if isinstance(entry.data, TableClosed):
        return _close(waiting, entry)
    waiting = _hear(waiting, entry)
    if waiting.closed or (waiting.released is not None and entry.time <= waiting.released):
        waiting, others = _release(waiting)
        return waiting, (Released(entry, late=True), *others)
    return _release(replace(waiting, buffer=(*waiting.buffer, cast(WireEntry, entry))))


def remember(waiting: Waiting, entry: Entry) -> Waiting:
    """What has had its turn is known again: a desk's lines by their ids, a camera's by its clock unless it was lost."""
    camera = waiting.cameras.get(entry.origin)
    if camera is not None and not camera.had_been_lost:
        return waiting
    return replace(waiting, heard=(*waiting.heard, entry.id)[-HEARD:])


def next_round(waiting: Waiting) -> Waiting:
    """A round has begun: of the desk's ids only those of this and the last round are kept."""
    return replace(waiting, heard=(), heard_before=waiting.heard)


def in_turn(entry: Entry) -> tuple[Moment, str, str]:
    """The order of release."""
    return (entry.time, entry.source, entry.id)


def _open(waiting: Waiting, entry: Entry, opened: TableOpened) -> tuple[Waiting, tuple[Released, ...]]:
    """A new session: everything of the old one first, then the opening itself, at once."""
    if waiting.opened == entry.id or (waiting.session and waiting.session == entry.session):
        return waiting, ()
    old = tuple(Released(each) for each in sorted(waiting.buffer, key=in_turn))
    cameras = {source.name: CameraClock() for source in opened.sources if source.kind != "desk"}
    lateness = opened.config.get("house", {}).get("lateness_ms", LATENESS_MS)
    begun = Waiting(
        session=entry.session, opened=entry.id, cameras=cameras, lateness_ms=lateness, heard_before=waiting.heard
    )
    return begun, (*old, Released(entry))


def _close(waiting: Waiting, entry: Entry) -> tuple[Waiting, tuple[Released, ...]]:
    """The session is over: everything, and the closing last."""
    everything = sorted(waiting.buffer, key=in_turn)
    last = max(entry.time, *(each.time for each in everything)) if everything else entry.time
    released = last if waiting.released is None else max(last, waiting.released)
    closed = replace(waiting, buffer=(), closed=True, released=released)
    return closed, (*(Released(each) for each in everything), Released(entry))


def _repeated(waiting: Waiting, entry: Entry) -> bool:
    """Whether this was said before, or belongs to a session that is over."""
    if any(entry.id == held.id for held in waiting.buffer):
        return True
    if isinstance(entry.data, TableClosed):
        return waiting.closed or _other_session(waiting, entry)
    if isinstance(entry.data, (CameraLost, CameraRestored)):
        return _heard(waiting, entry)
    camera = waiting.cameras.get(entry.origin)
    passed = waiting.released is not None and entry.time <= waiting.released
    if camera is not None:
        known = not camera.had_been_lost or _heard(waiting, entry) or (camera.said is not None
                                                                       and entry.time < camera.said)
        return _other_session(waiting, entry) or (passed and known)
    if entry.origin == "config" and waiting.opened:
        return _other_session(waiting, entry) or passed or _heard(waiting, entry)
    return _heard(waiting, entry)


def _other_session(waiting: Waiting, entry: Entry) -> bool:
    return waiting.opened is not None and entry.session != waiting.session


def _heard(waiting: Waiting, entry: Entry) -> bool:
    return entry.id in waiting.heard or entry.id in waiting.heard_before


def _hear(waiting: Waiting, entry: Entry) -> Waiting:
    """Move the clocks on."""
    if _tells_time(waiting, entry):
        newest = entry.time if waiting.newest is None else max(waiting.newest, entry.time)
        waiting = replace(waiting, newest=newest)
    match entry.data:
        case CameraLost(camera=named):
            return _set_clock(waiting, named, lost=True, had_been_lost=True)
        case CameraRestored(camera=named):
            return _set_clock(waiting, named, lost=False, newest=entry.time)
        case ClockTicked(ended=True) if entry.origin in waiting.cameras:
            return _set_clock(waiting, entry.origin, newest=entry.time, said=entry.time, ended=True)
        case _ if entry.origin in waiting.cameras:
            return _set_clock(waiting, entry.origin, newest=entry.time, said=entry.time)
    return waiting


def _tells_time(waiting: Waiting, entry: Entry) -> bool:
    """Whether table time goes on with this one: a desk's clock counts only at a table without cameras."""
    if not waiting.cameras or entry.origin in waiting.cameras or entry.origin == "config":
        return True
    return isinstance(entry.data, (CameraLost, CameraRestored))


def _set_clock(
    waiting: Waiting, named: str, *, newest: Moment | None = None, lost: bool | None = None, ended: bool = False,
    had_been_lost: bool = False, said: Moment | None = None,
) -> Waiting:
    name = named.rsplit("/", 1)[-1]
    clock = waiting.cameras.get(name)
    if clock is None:
        return waiting
    times = [moment for moment in (clock.newest, newest) if moment is not None]
    moved = CameraClock(
        newest=max(times, default=None), lost=clock.lost if lost is None else lost, ended=clock.ended or ended,
        had_been_lost=clock.had_been_lost or had_been_lost,
        said=max((moment for moment in (clock.said, said) if moment is not None), default=None),
    )
    return replace(waiting, cameras={**waiting.cameras, name: moved})


def _mark(waiting: Waiting) -> Moment | None:
    """How far table time has surely come: as far as the slowest camera that still speaks.

    When none speaks, as far as cameras and runtime ever told: the runtime ticks on for lost ones.
    """
    holding = [clock for clock in waiting.cameras.values() if not clock.lost and not clock.ended]
    if not holding:
        return waiting.newest
    times = [clock.newest for clock in holding if clock.newest is not None]
    return min(times) if len(times) == len(holding) else None


def _release(waiting: Waiting) -> tuple[Waiting, tuple[Released, ...]]:
    mark = _mark(waiting)
    if mark is None:
        return waiting, ()
    until = Moment(mark - waiting.lateness_ms)
    if waiting.released is not None and until <= waiting.released:
        return waiting, ()
    turn = sorted((each for each in waiting.buffer if each.time <= until), key=in_turn)
    rest = tuple(each for each in waiting.buffer if each.time > until)
    return replace(waiting, buffer=rest, released=until), tuple(Released(each) for each in turn)
