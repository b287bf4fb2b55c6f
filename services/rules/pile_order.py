"""The smaller denominations on top, where value chips are wagered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from schemas.events import Chips
from services.rules.bets_standing import Standing
from services.rules.finding import Conclusion, judged
from services.rules.play import Play
from services.rules.wording import pile_text, spot_text


def chips_out_of_order(play: Play, bets: Sequence[Standing]) -> Iterator[Conclusion]:
    """A pile put down at once with a dearer chip above a cheaper one. A player's own colour is of one value."""
    if not play.book.judges("chips-out-of-order"):
        return
    for bet in bets:
        wrong = next((part for part in bet.parts if len(part.chips) > 1 and _dearer_above(play, part.chips)), None)
        if wrong is not None:
            pile = pile_text(wrong.chips, play.stake(wrong))
            yield from judged(
                play, "chips-out-of-order", bet.stack.id, spin=bet.spin.number, causes=bet.acts, stack=bet.stack.id,
                spot=bet.spots[0], stake=bet.stake(play), what="in which order the chips lie",
                account=f"{pile} on {spot_text(bet.spots)} with a dearer chip above a cheaper one",
            )


def _dearer_above(play: Play, chips: tuple[Chips, ...]) -> bool:
    colours = {part.colour for part in play.game.setup.chips if part.kind == "colour"}
    values = [play.worth_of(pile.colour) for pile in chips if pile.count[0] > 0 and pile.colour not in colours]
    known = [value for value in values if value is not None]
    return len(known) == len(values) and any(above > below for below, above in pairwise(known))
