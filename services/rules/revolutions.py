"""Whether the ball completed the revolutions the book asks for, or was not spun round at all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BallDropped, BallLapped, BallLaunched, HandEnteredWheel
from services.rules.irregularity import Ran, Void
from services.rules.lateness import Weight

NOT_SPUN = 0.5
"""Below this many revolutions the ball was only dropped in. Higher, and short spins would be called so."""


def short_spin(ran: Ran) -> Iterator[Void]:
    """Fewer for certain is a breach; bounds on both sides of the minimum are a suspicion by their share below it."""
    drop = ran.first(BallDropped)
    if drop is None or not isinstance(drop.data, BallDropped) or _just_dropped(ran, drop):
        return
    low, high = drop.data.revolutions
    minimum = ran.book.minimum_revolutions
    if high is None:
        if low < minimum:
            yield Void("short-spin", Weight(verdict="could-not-see", probability=0.0), (drop,), since=ran.began)
        return
    weight = ran.weigh(_share_below(low, high, minimum), drop)
    if weight is not None:
        yield Void("short-spin", weight, (drop,), since=ran.began)


def not_spun(ran: Ran) -> Iterator[Void]:
    """Dropped into a pocket: it left the track with hardly a turn, or lies there and never ran."""
    drop, rest = ran.first(BallDropped), ran.rest
    if drop is not None:
        weight = ran.weigh(Fraction(1), drop) if _just_dropped(ran, drop) else None
        if weight is not None:
            yield Void("not-spun", weight, (drop,))
        return
    if rest is None or ran.first(BallLaunched, BallLapped) is not None or ran.previous_number is None:
        return
    hand = ran.first(HandEnteredWheel)
    told = (rest,) if hand is None else (rest, hand)
    weight = ran.weigh(Fraction(1), *told, certain=hand is not None)
    if weight is not None:
        yield Void("not-spun", weight, told)


def _just_dropped(ran: Ran, drop: Entry) -> bool:
    """Whether the ball was let fall rather than spun; a book without that rule calls it a short spin."""
    if not ran.book.judges("not-spun") or not isinstance(drop.data, BallDropped):
        return False
    most = drop.data.revolutions[1]
    return most is not None and most < NOT_SPUN


def _share_below(low: float, high: float, minimum: int) -> Fraction:
    """How much of [low, high] lies below the minimum."""
    if high < minimum:
        return Fraction(1)
    if low >= minimum:
        return Fraction(0)
    return Fraction(minimum - low) / Fraction(high - low)
