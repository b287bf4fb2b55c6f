"""Why a spin does not count, whether or not anybody said so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from schemas.events import NoSpinCalled
from schemas.rulebook import Rule
from services.rules.ball_lost import ball_broke, ball_left_wheel
from services.rules.direction import same_direction
from services.rules.facts import Facts
from services.rules.foreign_object import foreign_object
from services.rules.interference import interference
from services.rules.irregularity import Ran, Void, blinded
from services.rules.lateness import Weight
from services.rules.long_spin import ball_too_long
from services.rules.revolutions import not_spun, short_spin
from services.rules.wheel_still import wheel_not_rotating, wheel_stopped

IRREGULARITIES: dict[Rule, Callable[[Ran], Iterator[Void]]] = {
    "same-direction": same_direction, "short-spin": short_spin, "not-spun": not_spun,
    "foreign-object": foreign_object, "ball-too-long": ball_too_long, "ball-left-wheel": ball_left_wheel,
    "ball-broke": ball_broke, "wheel-stopped": wheel_stopped, "wheel-not-rotating": wheel_not_rotating,
    "interference": interference,
}
"""Every irregularity a book may know, in the order it is told."""


def voids_of(ran: Ran) -> list[Void]:
    """Every irregularity that makes the spin void, or whose signs are too weak to say so."""
    found: list[Void] = []
    for rule, signs in IRREGULARITIES.items():
        if ran.book.judges(rule):
            found += [blinded(void, ran) for void in signs(ran)]
    return found


def void_of(facts: Facts, voids: Sequence[Void]) -> Void | None:
    """What makes the spin void: the surest irregularity, else the call."""
    voids = [void for void in voids if void.weight.verdict != "could-not-see"]
    if voids:
        return max(voids, key=lambda void: void.weight.probability)
    called = facts.first(NoSpinCalled)
    if called is None:
        return None
    return Void(None, Weight(verdict="breach", probability=1.0), (called,))
