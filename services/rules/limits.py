"""The least and the most of a wager, as the sign at the table or the book says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.events import Range
from schemas.layout import is_racetrack, is_section
from schemas.rulebook import Rule
from schemas.table import Limits
from services.rules.bets_standing import Standing
from services.rules.finding import Conclusion, judged
from services.rules.play import Play
from services.rules.wording import money_text, pile_text, spot_text


def outside_limits(play: Play, bets: Sequence[Standing]) -> Iterator[Conclusion]:
    """Bets that are certainly less than the least or more than the most; racetrack bets have a rule of their own."""
    setup = play.game.setup.limits
    for bet in bets:
        section = all(map(is_section, bet.spots))
        if any(map(is_racetrack, bet.spots)):
            continue
        limits = (setup.sections if setup else None) if section else _ordinary(play)
        if limits is not None:
            yield from _judge(play, bet, limits, section=section)


def _ordinary(play: Play) -> Limits | None:
    """What the book states, else the sign at the table."""
    stated = play.book.limits
    if stated is not None:
        return Limits(minimum=stated.minimum, maximum=stated.maximum)
    return play.game.setup.limits


def _judge(play: Play, bet: Standing, limits: Limits, *, section: bool) -> Iterator[Conclusion]:
    low, high = bet.stake(play)
    rule: Rule
    if limits.minimum is not None and high is not None and high < limits.minimum:
        rule, told = "under-minimum", f"less than the minimum of {_money(limits.minimum)}"
    elif limits.maximum is not None and low > limits.maximum:
        rule, told = "over-maximum", f"more than the maximum of {_money(limits.maximum)}"
    else:
        return
    rule = "section-limits" if section else rule
    if play.book.judges(rule):
        stake: Range = (low, high)
        chips = tuple(pile for part in bet.parts for pile in part.chips)
        yield from judged(
            play, rule, bet.stack.id, spin=bet.spin.number, causes=bet.acts, stack=bet.stack.id, spot=bet.spots[0],
            stake=stake, what=f"whether the bet on {spot_text(bet.spots)} is within the limits",
            account=f"a bet of {pile_text(chips, stake)} on {spot_text(bet.spots)}: {told}",
        )


def _money(amount: int) -> str:
    return money_text((amount, amount))
