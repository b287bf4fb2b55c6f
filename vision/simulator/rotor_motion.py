"""The rotor: pushed by the dealer's hand before a spin, slowed by its bearing ever after."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp

COASTING_S = 260.0
"""Time constant of the bearing; lower it and the rotor loses more of its speed over a spin (now some 5 % in 14 s)."""


@dataclass(frozen=True)
class Push:
    """The hand brings the rotor to a new speed between two times."""

    start_s: float
    end_s: float
    speed: float


def _start(push: Push) -> float:
    return push.start_s


def _coast(speed: float, seconds: float) -> float:
    return speed * COASTING_S * (1 - exp(-seconds / COASTING_S))


@dataclass
class RotorMotion:
    """Angle of pocket 0 (radians, clockwise from above) at any time; speed and angle are continuous."""

    phase: float
    speed: float
    pushes: list[Push] = field(default_factory=list)

    def angle(self, t: float) -> float:
        """Where pocket 0 is, not wrapped."""
        return self._at(t)[0]

    def speed_at(self, t: float) -> float:
        """Radians a second, positive clockwise."""
        return self._at(t)[1]

    def _at(self, t: float) -> tuple[float, float]:
        angle, speed, since = self.phase, self.speed, 0.0
        for push in sorted(self.pushes, key=_start):
            if t <= push.start_s:
                break
            angle += _coast(speed, push.start_s - since)
            speed *= exp(-(push.start_s - since) / COASTING_S)
            lasts = push.end_s - push.start_s
            x = min(1.0, (t - push.start_s) / lasts)
            angle += lasts * (speed * x + (push.speed - speed) * (x**3 - x**4 / 2))
            speed += (push.speed - speed) * (3 * x**2 - 2 * x**3)
            since = push.end_s
            if t <= push.end_s:
                return angle, speed
        return angle + _coast(speed, t - since), speed * exp(-(t - since) / COASTING_S)

    def turned(self) -> tuple[float, ...]:
        """When a push took the rotor through a standstill to the other direction."""
        found = []
        for push in self.pushes:
            before = self.speed_at(push.start_s)
            if before * push.speed >= 0:
                continue
            low, high = push.start_s, push.end_s
            for _ in range(40):
                middle = (low + high) / 2
                low, high = (middle, high) if self.speed_at(middle) * before > 0 else (low, middle)
            found.append(low)
        return tuple(found)
