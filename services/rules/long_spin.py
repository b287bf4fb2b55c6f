"""The ball takes an inordinate time: it circles on, hangs up, or never falls into a pocket."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import (
    BallBroke,
    BallDropped,
    BallLapped,
    BallLaunched,
    BallLeftWheel,
    BallReturned,
    DollyPlaced,
    HandEnteredWheel,
    NoSpinCalled,
    ResultAnnounced,
)
from schemas.moment import Moment
from services.rules.irregularity import Ran, Void, launching, seen_of

ENDED = (NoSpinCalled, BallReturned, BallLeftWheel, BallBroke, DollyPlaced, ResultAnnounced)
"""What ends a spin besides rest: nobody waits for that ball any more."""


def ball_too_long(ran: Ran) -> Iterator[Void]:
    """Longer from launch to rest than the table allows; found when that time has passed, not when something comes."""
    launch = ran.first(BallLaunched)
    if launch is None:
        return
    early, late = (Moment(each + round(ran.house.longest_spin_s * 1000)) for each in seen_of(launch))
    lapped = next((fact for fact in ran.facts.every(BallLapped) if seen_of(fact)[0] > late), None)
    if lapped is not None:
        yield from _found(ran, launch, lapped, certain=True)
    elif ran.rest is not None:
        if seen_of(ran.rest)[0] > late:
            yield from _found(ran, launch, ran.rest, certain=True)
    elif not _over(ran, late) and ran.passed(late):
        # The eye may have lost a ball that fell: silence alone is a suspicion.
        weight = ran.weigh(Fraction(1), launch, certain=False)
        if weight is not None:
            yield Void("ball-too-long", weight, (launch,), since=launch, when=(early, late))


def _found(ran: Ran, launch: Entry, last: Entry, *, certain: bool) -> Iterator[Void]:
    weight = ran.weigh(Fraction(1), launch, last, certain=certain)
    if weight is not None:
        when = (Moment(seen_of(launch)[0] + round(ran.house.longest_spin_s * 1000)), seen_of(last)[1])
        yield Void("ball-too-long", weight, (launch, last), since=launch, when=when)


def _over(ran: Ran, late: Moment) -> bool:
    """Whether the spin ended some other way, the ball fell, or a hand took it, before the time was up."""
    return any(
        seen_of(fact)[0] <= late and not (isinstance(fact.data, HandEnteredWheel) and launching(fact, ran.began))
        for fact in ran.facts.every(*ENDED, BallDropped, HandEnteredWheel)
    )
