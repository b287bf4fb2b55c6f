"""The wheel stood still: already when the ball was spun, or while it ran."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.events import BallLaunched, RotorStopped
from services.rules.irregularity import Ran, Void


def wheel_not_rotating(ran: Ran) -> Iterator[Void]:
    """The ball was spun over a wheel that did not turn."""
    launch = ran.first(BallLaunched)
    if launch is not None and isinstance(launch.data, BallLaunched) and launch.data.rotor == "still":
        weight = ran.weigh(Fraction(1), launch)
        if weight is not None:
            yield Void("wheel-not-rotating", weight, (launch,))


def wheel_stopped(ran: Ran) -> Iterator[Void]:
    """The wheel came to a stop before the ball was at rest."""
    for fact in ran.facts.every(RotorStopped):
        weight = ran.weigh(ran.meanwhile(fact), fact)
        if weight is not None:
            yield Void("wheel-stopped", weight, (fact,))
            return
