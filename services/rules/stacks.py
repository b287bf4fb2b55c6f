"""The stacks on the felt, and the payments put to them."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Literal

from msgspec.structs import replace

from schemas.events import Chips, Place, Value
from schemas.moment import Interval
from services.rules.piles import Part, without


class Gone(Value, frozen=True, kw_only=True):
    """How a stack left the felt; `counts` when the book settles it all the same."""

    act: str
    seen: Interval
    how: Literal["collected", "taken", "unclear"]
    counts: bool = False


class Stack(Value, frozen=True, kw_only=True):
    """One pile: where it stands and what it is made of, bottom to top.

    What was moved or taken off it after the result (`moved`, `lessened`) no longer changes the bet. `emptied` are
    parts taken off before it: no bet any more, but an act that came too late all the same. `origin` is where it stood
    before somebody moved it.
    """

    id: str
    place: Place
    parts: tuple[Part, ...]
    gone: Gone | None = None
    moved: Place | None = None
    lessened: tuple[Chips, ...] = ()
    emptied: tuple[Part, ...] = ()
    origin: Place | None = None

    @property
    def chips(self) -> tuple[Chips, ...]:
        """All of its chips as they count for the result, bottom to top."""
        return tuple(pile for part in self.parts for pile in part.chips)

    @property
    def lies(self) -> Place:
        """Where it lies now; for the result it counts at `place`."""
        return self.moved or self.place

    def made_of(self, parts: tuple[Part, ...]) -> Stack:
        """The same stack made of these parts; those no longer among them are emptied."""
        kept = {part.act for part in parts}
        emptied = tuple(part for part in self.parts if part.act not in kept)
        return replace(self, parts=parts, emptied=(*self.emptied, *emptied))

    @property
    def left(self) -> Stack:
        """The same stack as the next round finds it."""
        chips = tuple(pile for part in without(self.parts, self.lessened) for pile in part.chips)
        return Stack(id=self.id, place=self.lies, parts=(Part(chips=chips),))


class Handled(Value, frozen=True, kw_only=True):
    """A stack that a hand took, lessened or moved: the stack as it was before."""

    act: str
    how: Literal["withdrawn", "reduced", "moved"]
    stack: Stack
    taken: tuple[Chips, ...] = ()


class Payment(Value, frozen=True, kw_only=True):
    """Chips put to a bet after the result; `to` are the stacks they may belong to, the nearest first.

    `doubtful` when the hand was not seen: it may have been a player's.
    """

    act: str
    stack: str
    place: Place
    chips: tuple[Chips, ...]
    seen: Interval
    to: tuple[str, ...]
    doubtful: bool = False
    taken_back: bool = False
    lifted: bool = False


@dataclass(frozen=True)
class FeltStory:
    """What happened on the felt in a round."""

    stacks: tuple[Stack, ...] = ()
    payments: tuple[Payment, ...] = ()
    handled: tuple[Handled, ...] = ()

    def on_felt(self) -> list[Stack]:
        """The bets that still stand."""
        return [stack for stack in self.stacks if stack.gone is None]

    def standing(self) -> tuple[Stack, ...]:
        """What stands there now, for the next round: bets left to ride and payments not yet lifted."""
        paid = [
            Stack(id=paid.stack, place=paid.place, parts=(Part(chips=paid.chips),))
            for paid in self.payments if not paid.taken_back and not paid.lifted and paid.stack not in paid.to
        ]
        return (*(stack.left for stack in self.on_felt()), *paid)


def distance_mm(one: Place, other: Place) -> float | None:
    """How far apart two places are; None when either has no millimetres."""
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return None
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
