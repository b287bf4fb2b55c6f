"""How sure it is that one thing happened after another, and what verdict that carries."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from schemas.events import Value
from schemas.moment import Interval, Moment

SURE = 0.9
"""Confidence from which a source's word carries a breach. Raising it turns breaches into suspicions."""
NOT_QUITE = 0.999
"""What a suspicion shows at most: a probability of 1 is a breach."""


Verdict = Literal["breach", "suspected", "could-not-see"]


class Weight(Value, frozen=True, kw_only=True):
    """What the evidence carries: how likely the act was what it seems, and the lowest confidence it rests on.

    `known` is false when it can be no more than a suspicion: a hand nobody could name, silence where an eye may err.
    """

    verdict: Verdict
    probability: float
    chance: Fraction = Fraction(1)
    lowest: float = 1.0
    known: bool = True


def chance_after(act: Interval, mark: Interval) -> Fraction:
    """The chance that the act came after the mark, both anywhere in their intervals alike."""
    (first, last), (early, late) = act, mark
    if first == last:
        return _share_before(first, early, late)
    return (_gathered(last, early, late) - _gathered(first, early, late)) / (last - first)


def widened(seen: Interval, by_ms: int) -> Interval:
    """An interval with its clock's error on both sides."""
    return (Moment(seen[0] - by_ms), Moment(seen[1] + by_ms))


def weigh(
    chance: Fraction, confidences: Iterable[float], *, suspect_from: float, side_known: bool = True
) -> Weight | None:
    """A certain act, clearly seen, by a known hand, is a breach; a likely one suspected; none at all, nothing."""
    if chance <= 0:
        return None
    lowest = min(confidences, default=1.0)
    verdict: Verdict
    if chance == 1 and lowest >= SURE and side_known:
        verdict, probability = "breach", 1.0
    else:
        probability = min(NOT_QUITE, round(float(chance) * lowest, 3))
        verdict = "suspected" if probability >= suspect_from else "could-not-see"
    return Weight(verdict=verdict, probability=probability, chance=chance, lowest=lowest, known=side_known)


def resting_on(weight: Weight, confidences: Iterable[float], *, suspect_from: float) -> Weight:
    """What follows from a finding and from more facts: the chance once, times the lowest confidence of all of them."""
    follows = weigh(weight.chance, (weight.lowest, *confidences), suspect_from=suspect_from, side_known=weight.known)
    return follows or Weight(verdict="could-not-see", probability=0.0, chance=Fraction(0))


def _share_before(moment: int, early: int, late: int) -> Fraction:
    """The chance that a mark in [early, late] lies before the moment."""
    if moment <= early:
        return Fraction(0)
    return Fraction(1) if moment >= late else Fraction(moment - early, late - early)


def _gathered(moment: int, early: int, late: int) -> Fraction:
    """The integral of `_share_before` up to the moment."""
    if moment <= early:
        return Fraction(0)
    if moment >= late:
        return Fraction(late - early, 2) + (moment - late)
    return Fraction((moment - early) ** 2, 2 * (late - early))
