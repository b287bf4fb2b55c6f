"""The sequencer: what a table's sources say, put into the order of table time."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from schemas.envelope import Entry, WireEntry
from schemas.events import CameraLost, CameraRestored, ClockTicked, Event, TableClosed, TableOpened
from schemas.moment import Moment
from services.rules.waiting import LATENESS_MS, CameraClock, Released, Waiting, in_turn, mark_of, other_session

HEARD = 1000
"""Ids remembered of a desk per round; fewer could let a desk that repeats itself all night be heard twice."""
OF_A_CAMERA: frozenset[type[Event]] = frozenset({CameraLost, CameraRestored})
"""What anybody may say of a camera; remembered by its id, since no clock tells a repeat."""


def take(waiting: Waiting, entry: Entry) -> tuple[Waiting, tuple[Released, ...]]:
    """Let one entry in; out come all whose turn it now is, in the order of table time."""
    if isinstance(entry.data, TableOpened):
        return _open(waiting, entry, entry.data)
    origin = entry.origin
    if _repeated(waiting, entry, origin):
        return waiting, ()
    if isinstance(entry.data, TableClosed):
        return _close(waiting, entry)
    late = waiting.closed or _passed(waiting, entry)
    held = waiting.buffer if late else (*waiting.buffer, cast(WireEntry, entry))
    waiting, turn = _release(_hear(waiting, entry, origin, held))
    return waiting, (Released(entry, late=True), *turn) if late else turn


def remember(waiting: Waiting, entry: Entry) -> Waiting:
    """What has had its turn is known again: a desk's lines by their ids, a camera's by its clock unless it was lost."""
    camera = waiting.cameras.get(entry.origin)
    if camera is not None and not camera.had_been_lost:
        return waiting
    return replace(waiting, heard=(*waiting.heard, entry.id)[-HEARD:])


def next_round(waiting: Waiting) -> Waiting:
    """A round has begun: of the desk's ids only those of this and the last round are kept."""
    return replace(waiting, heard=(), heard_before=waiting.heard)


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


def _repeated(waiting: Waiting, entry: Entry, origin: str) -> bool:
    """Whether this was said before, or belongs to a session that is over."""
    if entry.id in [held.id for held in waiting.buffer]:
        return True
    if isinstance(entry.data, TableClosed):
        return waiting.closed or other_session(waiting, entry)
    camera = waiting.cameras.get(origin)
    if camera is not None and type(entry.data) not in OF_A_CAMERA:
        return other_session(waiting, entry) or (_passed(waiting, entry) and _known(waiting, camera, entry))
    if origin == "config" and waiting.opened and type(entry.data) not in OF_A_CAMERA:
        return other_session(waiting, entry) or _passed(waiting, entry) or _heard(waiting, entry)
    return _heard(waiting, entry)


def _passed(waiting: Waiting, entry: Entry) -> bool:
    """Whether an entry's turn has passed already."""
    return waiting.released is not None and entry.time <= waiting.released


def _known(waiting: Waiting, camera: CameraClock, entry: Entry) -> bool:
    """Whether a camera's line whose turn has passed was said before: one that had been lost may tell it only now."""
    if not camera.had_been_lost or _heard(waiting, entry):
        return True
    return camera.said is not None and entry.time < camera.said


def _heard(waiting: Waiting, entry: Entry) -> bool:
    return entry.id in waiting.heard or entry.id in waiting.heard_before


def _hear(waiting: Waiting, entry: Entry, origin: str, held: tuple[WireEntry, ...]) -> Waiting:
    """Move the clocks on, and hold what waits."""
    heard: dict[str, Any] = {"buffer": held}
    of_a_camera = type(entry.data) in OF_A_CAMERA
    camera = waiting.cameras.get(origin)
    if camera is not None or not waiting.cameras or origin == "config" or of_a_camera:
        # A desk's clock counts only at a table without cameras.
        heard["newest"] = entry.time if waiting.newest is None else max(waiting.newest, entry.time)
    if of_a_camera:
        heard["cameras"] = _told_of_camera(waiting, entry)
    elif camera is not None:
        heard["cameras"] = {**waiting.cameras, origin: _spoke(camera, entry)}
    return replace(waiting, **heard)


def _spoke(clock: CameraClock, entry: Entry) -> CameraClock:
    """A camera's own word: its table time has come this far."""
    ended = clock.ended or (isinstance(entry.data, ClockTicked) and entry.data.ended)
    newest = entry.time if clock.newest is None else max(clock.newest, entry.time)
    said = entry.time if clock.said is None else max(clock.said, entry.time)
    return CameraClock(newest=newest, said=said, lost=clock.lost, ended=ended, had_been_lost=clock.had_been_lost)


def _told_of_camera(waiting: Waiting, entry: Entry) -> dict[str, CameraClock]:
    """The clocks after somebody told that a camera is lost, or back."""
    assert isinstance(entry.data, (CameraLost, CameraRestored))
    name = entry.data.camera.rsplit("/", 1)[-1]
    clock = waiting.cameras.get(name)
    if clock is None:
        return waiting.cameras
    if isinstance(entry.data, CameraLost):
        return {**waiting.cameras, name: replace(clock, lost=True, had_been_lost=True)}
    newest = entry.time if clock.newest is None else max(clock.newest, entry.time)
    return {**waiting.cameras, name: replace(clock, lost=False, newest=newest)}


def _release(waiting: Waiting) -> tuple[Waiting, tuple[Released, ...]]:
    mark = mark_of(waiting)
    if mark is None:
        return waiting, ()
    until = Moment(mark - waiting.lateness_ms)
    if waiting.released is not None and until <= waiting.released:
        return waiting, ()
    turn = [each for each in waiting.buffer if each.time <= until]
    if not turn:
        return replace(waiting, released=until), ()
    rest = tuple(each for each in waiting.buffer if each.time > until)
    turn.sort(key=in_turn)
    return replace(waiting, buffer=rest, released=until), tuple(map(Released, turn))
