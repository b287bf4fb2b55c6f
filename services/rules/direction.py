"""Whether the ball was spun the way the wheel turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BallLapped, BallLaunched
from schemas.moment import Interval
from schemas.table import HousePart
from services.rules.lateness import SURE, Weight, weigh

Dark = Callable[[str, Interval], bool]
"""Whether a camera was blind in an interval."""


def nobody_blind(camera: str, seen: Interval) -> bool:
    """Every camera sees."""
    return False


def same_direction(
    facts: Sequence[Entry], house: HousePart, dark: Dark = nobody_blind
) -> tuple[Weight, tuple[Entry, ...]] | None:
    """The launch tells; the laps are asked when it could not tell, was not sure, or when they contradict it."""
    told = [fact for fact in facts if isinstance(fact.data, (BallLaunched, BallLapped)) and _rotor_known(fact)]
    told = [fact for fact in told if not dark(fact.origin, _seen(fact))] or told
    same = [fact for fact in told if _together(fact)]
    if not same:
        return None
    share = Fraction(1)
    if len(same) < len(told):
        together, all_ = Fraction(sum(map(_trust, same))), Fraction(sum(map(_trust, told)))
        share = together / all_ if all_ else Fraction(1, 2)  # nobody is sure of anything: as likely as not
        if share * 2 < 1:
            return None
    first = next((fact for fact in same if _trust(fact) >= SURE), max(same, key=_trust))
    weight = weigh(share, [_trust(first)], suspect_from=house.suspect_from)
    return None if weight is None else (weight, (first,))


def _seen(fact: Entry) -> Interval:
    assert isinstance(fact.data, (BallLaunched, BallLapped))
    return fact.data.seen


def _trust(fact: Entry) -> float:
    assert isinstance(fact.data, (BallLaunched, BallLapped))
    return fact.data.confidence


def _rotor_known(fact: Entry) -> bool:
    return isinstance(fact.data, (BallLaunched, BallLapped)) and fact.data.rotor in ("clockwise", "anticlockwise")


def _together(fact: Entry) -> bool:
    return isinstance(fact.data, (BallLaunched, BallLapped)) and fact.data.direction == fact.data.rotor
