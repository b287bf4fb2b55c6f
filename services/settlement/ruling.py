"""Where a bet counts: where it stood at rest, or, if the operator rules so, where it stood before it was moved."""

from __future__ import annotations

from schemas.events import Event, OperatorRuled
from services.rules.oral import oral_bets, placed_for
from services.rules.play import Play
from services.rules.stacks import Stack

ORIGINAL = ("original-place", "original place")


def counting_spots(play: Play, stack: Stack) -> tuple[str, ...]:
    """The spot a bet is settled on, and those it may be on."""
    if stack.origin is not None and ruled_back(play, stack):
        return play.spots_at(stack.origin, stack.chips)
    return play.spots(stack)


def ruled_back(play: Play, stack: Stack) -> bool:
    """Whether the operator ruled that an accidentally moved bet counts at its original place.

    Never ours to assume; not in a book without that proviso, and not for a bet called aloud that the dealer misplaced.
    """
    if not play.book.original_place_on_ruling or _called_aloud(play, stack):
        return False
    names = {stack.id, *(part.act for part in stack.parts), *_moves(play, stack)}
    if stack.origin is not None and stack.origin.spot:
        names.add(stack.origin.spot)
    for fact in play.told.every(OperatorRuled):
        told: Event = fact.data
        if isinstance(told, OperatorRuled) and told.ruling.lower() in ORIGINAL and told.about in names:
            return True
    return False


def _moves(play: Play, stack: Stack) -> list[str]:
    return [handled.act for handled in play.felt.handled if handled.how == "moved" and handled.stack.id == stack.id]


def _called_aloud(play: Play, stack: Stack) -> bool:
    acts = {part.act for part in stack.parts}
    return any((placed := placed_for(play, call)) is not None and placed.id in acts for call in oral_bets(play))
