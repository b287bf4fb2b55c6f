"""The floor's names for what hands do: a push, a Savannah, a top-hat."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from schemas.envelope import Entry
from schemas.events import ChipsMoved
from services.rules.piles import Part, without
from services.rules.play import Play
from services.rules.stacks import Handled, Stack


def pushed_to_winner(play: Play, stack: Stack, act: Entry) -> bool:
    """A push: a stack slid from where it loses to the winner, its count unchanged. Known once the number is."""
    if not isinstance(act.data, ChipsMoved) or play.result is None:
        return False
    number, now = play.result.number, play.spots_at(act.data.to, act.data.chips)
    lost = not any(play.wins(spot, number) for spot in play.spots(stack))
    return lost and bool(now) and play.wins(now[0], number)


def big_under_small(play: Play, stack: Stack) -> bool:
    """A Savannah: a big chip hidden under small ones."""
    values = [value for pile in stack.chips if (value := play.worth_of(pile.colour)) is not None]
    return len(values) == len(stack.chips) > 1 and values[0] == max(values) > values[-1]


def hats_of(play: Play, late_acts: Collection[str]) -> dict[str, Handled]:
    """Top-hats: the late chips whose hat a hand then took, leaving a colour that was not there when betting closed."""
    found: dict[str, Handled] = {}
    if play.book.judges("top-hat"):
        for handled in play.felt.handled:
            for part in _left(handled, late_acts) if handled.how == "reduced" else ():
                if part.act is not None:
                    found[part.act] = handled
    return found


def _left(handled: Handled, late_acts: Collection[str]) -> Iterator[Part]:
    """The late parts that are left when the hand has gone, if they show a new colour."""
    before = {pile.colour for part in handled.stack.parts if part.act not in late_acts for pile in part.chips}
    for part in without(handled.stack.parts, handled.taken) if before else ():
        if part.act in late_acts and any(pile.colour not in before for pile in part.chips):
            yield part
