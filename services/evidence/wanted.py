"""Which clips are still to be cut, and which may be cut now: pure, so that a crash can be played through."""

from __future__ import annotations

import msgspec

from schemas.envelope import Entry
from schemas.events import ClockTicked, EvidenceAttached, IncidentOpened, IncidentUpdated, TableClosed
from schemas.moment import Interval, Moment

BEFORE_S = 4.0
"""Seconds shown before the act. More shows how it came about, and makes every clip larger."""
AFTER_S = 3.0
"""Seconds shown after it. More shows what followed, and lets people wait longer for the clip."""
WAITING = 200
"""Cases that may wait for their clips. Lower forgets those whose session is not played here any more sooner."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """One clip of one camera, and the word about the case that asks for it."""

    cause: Entry
    incident: str
    camera: str
    span: Interval


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """How far each camera of a session has come, and which have ended."""

    reached: dict[str, Moment] = {}
    ended: frozenset[str] = frozenset()
    closed: bool = False

    def passed(self, camera: str, when: Moment) -> bool:
        """Whether the camera has shown this moment, or will show nothing more."""
        return self.closed or camera in self.ended or self.reached.get(camera, Moment(0)) >= when


def _of(entry: Entry) -> tuple[str, str]:
    """The table and session of an entry: two tables may play files of the same names."""
    return entry.table, entry.session


class Desk:
    """Takes what the log says, and gives out what is to be cut."""

    def __init__(self) -> None:
        self._sights: dict[tuple[str, str], Sight] = {}
        self._shown: dict[tuple[str, str], list[Interval]] = {}
        self._asking: dict[str, Entry] = {}

    def take(self, entry: Entry) -> None:
        """Remember a case that asks for clips, a clip that was made, or a camera that has come further."""
        told = entry.data
        if isinstance(told, IncidentOpened | IncidentUpdated):
            if not entry.session:
                return  # a line that could not be read names no session: there is no film to cut from
            self._asking[entry.id] = entry
            if len(self._asking) > WAITING:
                del self._asking[next(iter(self._asking))]
        elif isinstance(told, EvidenceAttached):
            self._shown.setdefault((told.incident, told.camera), []).append(told.seen)
        elif isinstance(told, TableClosed):
            sight = self._sights.get(_of(entry), Sight())
            self._sights[_of(entry)] = msgspec.structs.replace(sight, closed=True)
        elif entry.session:
            self._come(entry, ended=isinstance(told, ClockTicked) and told.ended)

    def _come(self, entry: Entry, *, ended: bool) -> None:
        sight, camera = self._sights.get(_of(entry), Sight()), entry.origin
        reached = {**sight.reached, camera: max(entry.time, sight.reached.get(camera, Moment(0)))}
        gone = sight.ended | {camera} if ended else sight.ended
        self._sights[_of(entry)] = Sight(reached=reached, ended=gone, closed=sight.closed)

    def asking(self) -> tuple[Entry, ...]:
        """The cases that still ask for clips, oldest first."""
        return tuple(self._asking.values())

    def wants(self, cause: Entry, camera: str) -> Wanted | None:
        """What this case still needs of this camera; nothing when a clip shows it all already."""
        told = cause.data
        assert isinstance(told, IncidentOpened | IncidentUpdated)
        seen = told.seen
        if any(begin <= seen[0] and seen[1] <= end for begin, end in self._shown.get((told.incident, camera), [])):
            return None
        span = (seen[0].plus(-BEFORE_S), seen[1].plus(AFTER_S))
        return Wanted(cause=cause, incident=told.incident, camera=camera, span=span)

    def may_cut(self, wanted: Wanted) -> bool:
        """A file being played may be cut only up to what has been played."""
        return self._sights.get(_of(wanted.cause), Sight()).passed(wanted.camera, wanted.span[1])

    def settled(self, cause: Entry) -> None:
        """Ask no more for a case that has all its clips, or will not get them."""
        self._asking.pop(cause.id, None)
