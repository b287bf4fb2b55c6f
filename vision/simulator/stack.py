"""Stacks as a story knows them, and the move of a hand that changes one."""

from __future__ import annotations

from typing import Literal

from schemas.events import Side, Value
from vision.simulator.scene import FeltMove, Pile
from vision.simulator.steps import FeltStep
from vision.simulator.timing import Cue

What = Literal["place", "add", "reduce", "take", "move", "dolly", "lift", "brush", "wave"]


class Stack(Value, frozen=True, kw_only=True):
    """A pile on the felt as the story knows it."""

    name: str
    x_mm: float
    y_mm: float
    spot: str
    chips: tuple[Pile, ...]
    paid: bool = False


class Handling(Value, frozen=True, kw_only=True):
    """A move of a hand, with what it is about: the stack, its spot, where it goes; for the dolly its number."""

    move: FeltMove
    step: FeltStep = FeltStep()
    stack: str | None = None
    spot: str | None = None
    to_spot: str | None = None


def hand_move(
    cue: Cue, what: What, x: float, y: float, *, chips: tuple[Pile, ...] = (), to: tuple[float, float] | None = None
) -> FeltMove:
    """What the hand of this step does at x, y."""
    step = cue.step if isinstance(cue.step, FeltStep) else FeltStep()
    player = None if step.unseen else step.player
    side: Side = "unknown" if step.unseen else "dealer" if player is None else "player"
    return FeltMove(at_s=cue.at_s, what=what, side=side, position=player, x_mm=round(x, 1), y_mm=round(y, 1),
                    to_mm=to, chips=chips)


def joined(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """One pile where two of one colour lie on each other."""
    lying: list[Pile] = []
    for pile in piles:
        if lying and lying[-1].colour == pile.colour:
            pile = Pile(colour=pile.colour, count=lying.pop().count + pile.count)
        lying.append(pile)
    return tuple(lying)


def taken_off(piles: tuple[Pile, ...], count: int) -> tuple[tuple[Pile, ...], tuple[Pile, ...]]:
    """What is left and what was taken when so many chips come off the top."""
    left, taken = list(piles), list[Pile]()
    while count and left:
        top = left.pop()
        off = min(count, top.count)
        taken.insert(0, Pile(colour=top.colour, count=off))
        count -= off
        if top.count > off:
            left.append(Pile(colour=top.colour, count=top.count - off))
    return tuple(left), tuple(taken)
