"""The ball flew out of the wheel, or came apart."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.events import BallBroke, BallLeftWheel
from schemas.rulebook import Rule
from services.rules.irregularity import Ran, Void


def ball_left_wheel(ran: Ran) -> Iterator[Void]:
    """It left the wheel head while it ran."""
    yield from _lost(ran, BallLeftWheel, "ball-left-wheel")


def ball_broke(ran: Ran) -> Iterator[Void]:
    """It came apart while it ran."""
    yield from _lost(ran, BallBroke, "ball-broke")


def _lost(ran: Ran, kind: type[BallLeftWheel] | type[BallBroke], rule: Rule) -> Iterator[Void]:
    fact = ran.first(kind)
    if fact is None:
        return
    # A ball that leaves or breaks was running, also when its launch was not seen.
    weight = ran.weigh(Fraction(1) if ran.began is None else ran.meanwhile(fact), fact)
    if weight is not None:
        yield Void(rule, weight, (fact,))
