"""What changed on the felt becomes observations: by whose hand, between which frames, and what it means."""

from __future__ import annotations

import numpy as np

from schemas import events
from schemas.events import Observation, OnFelt, Place, Side, Value
from schemas.layout import read_spot
from schemas.moment import Moment
from vision.layout.changes import NEVER, Changes
from vision.layout.felt import FeltState
from vision.layout.hands import Hand, Hands
from vision.layout.stacks import Change, Dolly, Stack, alike

LINGER_MS = 200
"""After a hand has left, what it did elsewhere may still be coming to rest."""
WAIT_MS = 1500
"""A change is told when its hand has left, so that a moved stack is one event; but no later than this."""


class Noted(Value, frozen=True, kw_only=True, eq=False):
    """A change with its hands and its time, waiting to be told."""

    change: Change
    seen: tuple[int, int]
    hands: tuple[Hand, ...]
    at: int
    stood: bool

    @property
    def side(self) -> Side:
        """Whose hand it was; unknown when nobody's, or both sides', was there."""
        sides = {hand.side for hand in self.hands}
        return sides.pop() if len(sides) == 1 else "unknown"

    @property
    def position(self) -> int | None:
        """Which player's hand it was, where that is plain."""
        return self.hands[0].position if len(self.hands) == 1 else None


class Telling:
    """Keeps changes until they can be told as the table would tell them."""

    def __init__(self, state: FeltState) -> None:
        self.state = state
        self.noted: list[Noted] = []
        self.marked = False

    def note(self, change: Change, changes: Changes, hands: Hands, now: int) -> None:
        """Remember a change: it happened after its cells last showed the old felt and before they came to rest."""
        inside = change.cells > 0
        if not inside.any():
            return
        clear = int(np.percentile(changes.clear_at[inside], 75))
        still = np.maximum(changes.still_since[inside], changes.clear_at[inside] + 1)
        rested = min(now, int(np.percentile(still, 60)))
        by = hands.over(change.cells, clear)
        for hand in by:
            hand.acted = True
        self.noted.append(Noted(change=change, seen=(max(0, min(clear, rested)), rested), at=now, hands=tuple(by),
                                stood=clear == NEVER))

    @property
    def waiting(self) -> bool:
        """Whether something is still to be told."""
        return bool(self.noted)

    def ready(self, now: int, first: Moment) -> list[Observation]:
        """What can be told now."""
        due = [one for one in self.noted
               if all(hand.left and now - hand.left[1] >= LINGER_MS for hand in one.hands) or now - one.at >= WAIT_MS]
        if not due:
            return []
        held = {hand for one in due for hand in one.hands}
        due = [one for one in self.noted if one in due or held & set(one.hands)]
        self.noted = [one for one in self.noted if one not in due]
        return self._tell(due, first)

    def rest(self, first: Moment) -> list[Observation]:
        """Everything that still waits."""
        due, self.noted = self.noted, []
        return self._tell(due, first)

    def _tell(self, due: list[Noted], first: Moment) -> list[Observation]:
        due = sorted(due, key=lambda one: (one.seen[1], one.seen[0], one.change.kind))
        said: list[Observation] = []
        while due:
            one = due.pop(0)
            partner = next((other for other in due if _moved(one, other)), None)
            if partner is not None:
                due.remove(partner)
                said.append(self._moved(one, partner, first))
            else:
                said.append(self._one(one, first))
        return said

    def _one(self, one: Noted, first: Moment) -> Observation:
        thing, seen = one.change.thing, _interval(one.seen, first)
        if isinstance(thing, Dolly):
            self.marked = one.change.kind == "dolly"
            if not self.marked:
                return events.DollyLifted(seen=seen, confidence=thing.confidence)
            return events.DollyPlaced(seen=seen, confidence=thing.confidence, number=thing.number,
                                      x_mm=round(thing.x, 1), y_mm=round(thing.y, 1))
        place = self._place(thing)
        kind = self._kind(one)
        if kind is events.ChipsStanding:
            seen = (seen[1], seen[1])
        return kind(seen=seen, confidence=thing.confidence, stack=thing.name, x_mm=place.x_mm, y_mm=place.y_mm,
                    error_mm=place.error_mm, spot=place.spot, chips=one.change.chips, side=one.side,
                    position=one.position)

    def standing(self, stack: Stack, time: Moment) -> Observation:
        """A stack that stood there at the first look: nobody saw it come."""
        place = self._place(stack)
        return events.ChipsStanding(seen=(time, time), confidence=stack.confidence, stack=stack.name, x_mm=place.x_mm,
                                    y_mm=place.y_mm, error_mm=place.error_mm, spot=place.spot, chips=stack.chips)

    def _kind(self, one: Noted) -> type[OnFelt]:
        put = one.change.kind in ("placed", "added")
        if one.stood and one.change.kind == "placed":
            return events.ChipsStanding
        if self.marked and one.side == "dealer":
            return events.ChipsPaid if put else events.ChipsCollected
        return {"placed": events.ChipsPlaced, "added": events.ChipsAdded, "reduced": events.ChipsReduced,
                "removed": events.ChipsRemoved}[one.change.kind]

    def _moved(self, one: Noted, other: Noted, first: Moment) -> Observation:
        gone, come = (one, other) if one.change.kind == "removed" else (other, one)
        old, new = gone.change.thing, come.change.thing
        assert isinstance(old, Stack)
        assert isinstance(new, Stack)
        seen = (min(gone.seen[0], come.seen[0]), max(gone.seen[1], come.seen[1]))
        self.state.rename(new.name, old.name)
        return events.ChipsMoved(
            seen=_interval(seen, first), confidence=min(old.confidence, new.confidence), stack=old.name,
            from_=self._place(old), to=self._place(new), chips=new.chips, side=come.side, position=come.position)

    def _place(self, stack: Stack) -> Place:
        read = read_spot(self.state.felt, x=stack.x, y=stack.y, radius=stack.radius, error=stack.error)
        return Place(x_mm=round(stack.x, 1), y_mm=round(stack.y, 1), error_mm=stack.error, spot=read.spot)


def _moved(one: Noted, other: Noted) -> bool:
    """Whether two changes are one stack that slid: same hand, same chips, gone here and come there."""
    if {one.change.kind, other.change.kind} != {"removed", "placed"} or not set(one.hands) & set(other.hands):
        return False
    gone, come = (one, other) if one.change.kind == "removed" else (other, one)
    old, new = gone.change.thing, come.change.thing
    if not isinstance(old, Stack) or not isinstance(new, Stack) or gone.seen[0] > come.seen[1]:
        return False
    return old.low <= new.high and new.low <= old.high and alike(old.layers, new.layers)


def _interval(seen: tuple[int, int], first: Moment) -> tuple[Moment, Moment]:
    return Moment(first + seen[0]), Moment(first + seen[1])
