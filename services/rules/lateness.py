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


class Weight(Value, frozen=True, kw_only=True):
    """What the evidence carries."""

    verdict: Literal["breach", "suspected", "could-not-see"]
    probability: float


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
    if chance == 1 and lowest >= SURE and side_known:
        return Weight(verdict="breach", probability=1.0)
    probability = min(NOT_QUITE, round(float(chance) * lowest, 3))
    return Weight(verdict="suspected" if probability >= suspect_from else "could-not-see", probability=probability)


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
