"""Whether the ball completed the revolutions the book asks for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BallDropped
from schemas.table import HousePart
from services.rules.lateness import Weight, weigh


def short_spin(
    facts: Sequence[Entry], minimum: int, house: HousePart
) -> tuple[Weight, tuple[Entry, ...]] | None:
    """Fewer for certain is a breach; bounds on both sides of the minimum are a suspicion by their share below it."""
    drop = next((fact for fact in facts if isinstance(fact.data, BallDropped)), None)
    if drop is None or not isinstance(drop.data, BallDropped):
        return None
    low, high = drop.data.revolutions
    if high is None:
        unseen = low < minimum
        return (Weight(verdict="could-not-see", probability=0.0), (drop,)) if unseen else None
    weight = weigh(_share_below(low, high, minimum), [drop.data.confidence], suspect_from=house.suspect_from)
    return None if weight is None else (weight, (drop,))


def _share_below(low: float, high: float, minimum: int) -> Fraction:
    """How much of [low, high] lies below the minimum."""
    if high < minimum:
        return Fraction(1)
    if low >= minimum:
        return Fraction(0)
    return Fraction(minimum - low) / Fraction(high - low)
