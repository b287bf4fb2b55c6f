"""Whether the ball was spun the way the wheel turned."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BallLapped, BallLaunched
from services.rules.irregularity import Ran, Void, seen_of, trust_in
from services.rules.lateness import SURE


def same_direction(ran: Ran) -> Iterator[Void]:
    """The launch tells; the laps are asked when it could not tell, was not sure, or when they contradict it."""
    told = [fact for fact in ran.facts.every(BallLaunched, BallLapped) if _rotor_known(fact)]
    if not any(map(_together, told)):
        return
    told = [fact for fact in told if not ran.dark(fact.origin, seen_of(fact))] or told
    same = [fact for fact in told if _together(fact)]
    if not same:
        return
    share = Fraction(1)
    if len(same) < len(told):
        together, all_ = Fraction(sum(map(trust_in, same))), Fraction(sum(map(trust_in, told)))
        share = together / all_ if all_ else Fraction(1, 2)  # nobody is sure of anything: as likely as not
        if share * 2 < 1:
            return
    first = next((fact for fact in same if trust_in(fact) >= SURE), max(same, key=trust_in))
    weight = ran.weigh(share, first)
    if weight is not None:
        yield Void("same-direction", weight, (first,))


def _rotor_known(fact: Entry) -> bool:
    return isinstance(fact.data, (BallLaunched, BallLapped)) and fact.data.rotor in ("clockwise", "anticlockwise")


def _together(fact: Entry) -> bool:
    return isinstance(fact.data, (BallLaunched, BallLapped)) and fact.data.direction == fact.data.rotor
