"""The floor's names for what hands do: a push, a Savannah, a top-hat."""

from __future__ import annotations

from collections.abc import Collection

from schemas.envelope import Entry
from schemas.events import ChipsMoved
from services.rules.piles import without
from services.rules.play import Play
from services.rules.stacks import Handled, Stack


def pushed_to_winner(play: Play, act: Entry) -> bool:
    """A push: a stack slid to the winner, its count unchanged."""
    if not isinstance(act.data, ChipsMoved) or play.result is None:
        return False
    spots = play.spots_at(act.data.to, act.data.chips)
    return bool(spots) and play.wins(spots[0], play.result.number)


def big_under_small(play: Play, stack: Stack) -> bool:
    """A Savannah: a big chip hidden under small ones."""
    values = [value for pile in stack.chips if (value := play.worth_of(pile.colour)) is not None]
    return len(values) == len(stack.chips) > 1 and values[0] == max(values) > values[-1]


def leaves_a_late_colour(handled: Handled, late_acts: Collection[str]) -> bool:
    """A top-hat: the hand takes its hat and leaves a colour that was not there when betting closed."""
    before = {pile.colour for part in handled.stack.parts if part.act not in late_acts for pile in part.chips}
    left = without(handled.stack.parts, handled.taken)
    return bool(before) and any(
        pile.colour not in before for part in left if part.act in late_acts for pile in part.chips
    )
