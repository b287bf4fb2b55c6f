"""The number shown and announced: the dolly on it, the call of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.events import BallRested, DollyPlaced, ResultAnnounced
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.lateness import NOT_QUITE, Weight, weigh
from services.rules.play import Play
from services.rules.spin import seen_of, trust_in

CERTAIN = 0.99
"""How sure the eye must be of the number to hold it against dolly or call; lower, and our mistakes become theirs."""


def wrong_number_shown(play: Play) -> Iterator[Conclusion]:
    """Wheel, dolly and announcement disagree: one finding."""
    spin, result = play.valid, play.result
    if spin is None or result is None or not result.against or spin.perhaps_void:
        return
    fact = next((fact for fact in result.against if not play.sight.missed(fact)), result.against[0])
    rule: Rule = "wrong-dolly" if isinstance(fact.data, DollyPlaced) else "wrong-announcement"
    if not play.book.judges(rule):
        return
    if play.sight.missed(fact) or play.sight.missed(result.fact):
        yield could_not_see(
            play, rule, f"{spin.number}", what="whether the number shown was the one the ball lies in",
            why="a camera did not see all of it", at=seen_of(fact)[0], causes=(result.fact, fact), speaker="auditor",
        )
        return
    weight = weigh(Fraction(1), map(trust_in, (result.fact, fact)), suspect_from=play.house.suspect_from)
    if weight is None or weight.verdict == "could-not-see":
        return
    sure = isinstance(result.fact.data, BallRested) and trust_in(result.fact) >= CERTAIN
    if weight.verdict == "breach" and not sure:
        lowest = min(trust_in(result.fact), trust_in(fact), NOT_QUITE)
        weight = Weight(verdict="suspected", probability=round(lowest, 3))
    lies = "the ball lies in" if isinstance(result.fact.data, BallRested) else "the dolly stands on"
    yield find(
        play, rule, f"{spin.number}", spin=spin.number, weight=weight, seen=seen_of(fact), causes=(result.fact, fact),
        account=f"{_shown(fact.data)}, but {lies} {result.number}",
        then=["Settlement follows the wheel."], speaker="auditor",
    )


def _shown(data: object) -> str:
    if isinstance(data, DollyPlaced):
        return f"the dolly was put on {data.number}"
    assert isinstance(data, ResultAnnounced)
    return f"{data.number}{f' {data.colour}' if data.colour else ''} was announced"
