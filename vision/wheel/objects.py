"""Things that do not belong in a wheel: what lies still in the bowl, is no hand, and was not there before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import remainder, tau

from schemas.events import ObjectEnteredWheel
from vision.wheel.bowl import Glance, Lump
from vision.wheel.told import Told

LIES_S = 0.8
"""How long it must lie in one place; shorter takes the running ball's mirror image for a thing."""
STEADY = 0.85
"""Share of the frames that must show it; lower it and glare that comes and goes is a thing."""
CLEAR_S = 0.5
"""How long no hand may have been in the bowl; shorter takes what a hand left in the eye's memory for a thing."""
SETTLED_S = 1.5
"""What lies there this early in a video was there before it; lower it and a changed table is a thing that fell in."""
NEAR = (0.05, 0.04)
"""Radians and ring radii by which a lying thing may seem to move."""


@dataclass
class _Lying:
    lump: Lump
    since: float
    before: float
    last: float
    frame: int
    seen: int = 1


class ObjectWatch:
    """Remembers what lies in the bowl; says it once, and only while a ball runs: then it voids the spin."""

    def __init__(self, ball: float) -> None:
        self._ball = ball
        self._lying: list[_Lying] = []
        self._hand_s = float("-inf")
        self._previous = 0.0
        self._frame = 0
        self._told = False

    def see(self, seconds: float, glance: Glance, *, running: bool) -> Iterator[Told]:
        """Take a frame."""
        previous, self._previous = self._previous, seconds
        self._frame += 1
        self._hand_s = seconds if glance.hand else self._hand_s
        self._told = self._told and running
        self._lying = [each for each in self._lying if seconds - each.last < 0.3]
        for lump in glance.lumps:
            known = next((each for each in self._lying if _same(each.lump, lump)), None)
            if known is None:
                self._lying.append(_Lying(lump, seconds, previous, seconds, self._frame))
            else:
                known.last, known.seen = seconds, known.seen + 1
        for each in self._lying:
            lasts = each.last - each.since
            clear = seconds - self._hand_s > CLEAR_S and each.since > SETTLED_S
            steady = each.seen >= max(4, STEADY * (self._frame - each.frame + 1))
            if running and clear and steady and not self._told and lasts >= LIES_S:
                self._told = True
                yield Told(ObjectEnteredWheel, each.before - 0.6, each.since, 0.9, {})


def _same(one: Lump, other: Lump) -> bool:
    return abs(remainder(one.angle - other.angle, tau)) < NEAR[0] and abs(one.radius - other.radius) < NEAR[1]
