"""The dealer's hand over the wheel: where the fingertips are while it takes, launches or returns the ball."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, sin
from typing import Literal

Purpose = Literal["launch", "remove", "return", "reach"]
Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class HandState:
    """Fingertips in polar millimetres round the spindle, and where the arm comes from."""

    angle: float
    radius_mm: float
    from_angle: float
    purpose: Purpose


@dataclass(frozen=True, kw_only=True)
class Visit:
    """One reach into the wheel: stations the fingertips pass, in order."""

    purpose: Purpose
    stations: tuple[tuple[float, Point], ...]
    from_angle: float

    def tip(self, t: float) -> Point | None:
        """Where the fingertips are; nothing while the hand is away."""
        if not self.stations[0][0] <= t <= self.stations[-1][0]:
            return None
        for (since, here), (until, there) in zip(self.stations, self.stations[1:], strict=False):
            if t <= until:
                x = (t - since) / (until - since)
                x = x * x * (3 - 2 * x)
                return here[0] + (there[0] - here[0]) * x, here[1] + (there[1] - here[1]) * x
        return self.stations[-1][1]

    def state(self, t: float) -> HandState | None:
        """The hand at a time."""
        tip = self.tip(t)
        if tip is None:
            return None
        return HandState(angle=atan2(tip[1], tip[0]), radius_mm=hypot(*tip), from_angle=self.from_angle,
                         purpose=self.purpose)

    def within(self, radius: float) -> tuple[float, float]:
        """When the fingertips come over the rim, and when they have left it."""
        first, last = self.stations[0][0], self.stations[-1][0]
        over = [first + (last - first) * n / 2000 for n in range(2001)]
        inside = [t for t in over if (tip := self.tip(t)) is not None and hypot(*tip) < radius]
        return inside[0], inside[-1]


def at(angle: float, radius: float) -> Point:
    """A point round the spindle, x to the picture's right, y towards its bottom."""
    return radius * cos(angle), radius * sin(angle)
