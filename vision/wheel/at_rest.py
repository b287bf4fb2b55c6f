"""What is said of a ball at rest: whether it can lie there by now, and in which pocket, as far as that is known."""

from __future__ import annotations

from schemas.events import BallRested
from vision.wheel.laps import last_seen_inside
from vision.wheel.rest import Rest
from vision.wheel.spin import Spin
from vision.wheel.told import Told

FALL_S, DROPS_AT, SLOWS = 1.0, 4.0, 2.0
"""The shortest time from the track to rest, the radians a second at which a ball may leave the track, and by how many a
second it slows before: a ball out of sight cannot rest sooner. Raise the first and a quick fall is not believed."""
UNSURE_S = 1.6
"""How long a resting ball is watched turning with the rotor when its pocket is not yet sure; longer names more pockets,
later."""
CERTAIN, LIKELY = 0.995, 0.98
"""How surely the resting ball's pocket is known for its number to be said at once, and after a while; lower them and
more numbers are named, some of them wrong."""
LAYS_S, ROLLS_S = 0.08, 0.2
"""How much earlier than the first picture of it in its place a ball may rest, and for how much longer it may still roll
by less than a picture shows; smaller ones say the moment more exactly than it is seen."""


def may_end(spin: Spin, rest: Rest, seconds: float) -> bool:
    """Whether this can be where the spin ended: not while the ball is seen, nor from before it dropped."""
    last = spin.path[-1].seconds
    since = last if spin.dropped is None else spin.dropped[0]
    return rest.latest > since and seconds - last > 0.1 and _can_rest(spin, rest)


def _can_rest(spin: Spin, rest: Rest) -> bool:
    """Whether a ball last seen running on its track can lie by then: it must slow down and fall first."""
    if spin.dropped is not None or last_seen_inside(spin):
        return True
    return rest.latest - spin.path[-1].seconds > FALL_S + max(0.0, spin.last_speed - DROPS_AT) / SLOWS


def is_sure(rest: Rest) -> bool:
    """Whether the pocket is known beyond doubt."""
    return rest.certainty > CERTAIN


def can_be_told(rest: Rest, seconds: float) -> bool:
    """Whether the pocket is sure, or has been watched so long that it will not become so."""
    return is_sure(rest) or seconds - rest.latest > UNSURE_S


def number_of(rest: Rest, pockets: tuple[str, ...]) -> str | None:
    """The number of the pocket it lies in; nothing where the next pocket is nearly as likely."""
    return pockets[rest.pocket] if rest.certainty > LIKELY else None


def rest_told(rest: Rest, pockets: tuple[str, ...]) -> Told:
    """The rest that ends a spin, with the pockets beside it while they are possible."""
    sure, number = is_sure(rest), number_of(rest, pockets)
    confidence = 0.995 if sure else 0.5 if number is None else 0.8
    around = (rest.pocket,) if sure else (rest.pocket - 1, rest.pocket, rest.pocket + 1)
    return Told(BallRested, rest.earliest - LAYS_S, rest.latest + ROLLS_S, confidence, {
        "number": number, "candidates": tuple(pockets[each % len(pockets)] for each in around)})
