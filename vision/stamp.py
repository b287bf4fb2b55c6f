"""An observation gets its envelope: an id from what, where and when, so that said twice is one thing."""

from __future__ import annotations

from schemas.envelope import Entry, entry
from schemas.events import BallLapped, ChipsMoved, ClockTicked, Event, OnFelt, kebab
from schemas.ids import observation_id
from schemas.moment import Moment
from vision.session import Session


def stamp(event: Event, *, session: Session, origin: str, time: Moment, micros: int) -> Entry:
    """The line for something a source says at `time`; `micros` of its deciding frame from the file's beginning."""
    return stamped(event, table=session.table, session=session.id, origin=origin, time=time, micros=micros)


def stamped(event: Event, *, table: str, session: str, origin: str, time: Moment, micros: int) -> Entry:
    """The same, where only the session's id is known."""
    id = observation_id(
        table=table, source=origin, session=session, kind=kebab(type(event).__name__), micros=micros,
        place=place_of(event),
    )
    return entry(event, id=id, table=table, origin=origin, time=time, session=session)


def place_of(event: Event) -> str:
    """The place or number that tells two things of one kind in one frame apart."""
    if isinstance(event, ChipsMoved):
        return f"{_point(event.from_.x_mm, event.from_.y_mm)}>{_point(event.to.x_mm, event.to.y_mm)}"
    if isinstance(event, OnFelt):
        return event.spot or "" if event.x_mm is None else _point(event.x_mm, event.y_mm)
    if isinstance(event, BallLapped):
        return str(event.lap)
    if isinstance(event, ClockTicked):
        return "ended" if event.ended else ""
    told = [getattr(event, key, None) for key in ("number", "spot", "side", "position", "camera", "colour", "about")]
    return "/".join(str(part) for part in told if part is not None)


def _point(x: float | None, y: float | None) -> str:
    return "" if x is None or y is None else f"{x:.0f},{y:.0f}"
