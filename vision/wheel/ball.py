"""Following the running ball from frame to frame: what moves round the track as only a ball does."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import remainder, tau

import numpy as np

from schemas.table import WheelPart
from vision.wheel.bowl import Blob

SLOWEST = 1.2
"""Radians a second under which nothing on the track counts as a running ball."""
FASTEST = 22.0
"""Radians a second (3.5 turns) over which nothing does either: no arm throws a ball faster. Raise it and two glints at
opposite places pass for one."""
LINKS = 5
"""Sightings in a row that must agree in speed before a ball is believed; fewer invent balls, more tell of it later."""
LEAST = 0.35
"""Radians that those sightings must span; lower it and fingertips moving over the track pass for a ball."""
FORGET_S = 0.5
"""How long the ball may be out of sight (behind a hand, a blind spot) and still be followed."""


def ball_radius(wheel: WheelPart) -> float:
    """The ball's radius, of the number ring's: the ring is some 0.64 of the wheel's width on ordinary wheels."""
    return wheel.ball_mm / (0.64 * wheel.diameter_mm)


@dataclass(frozen=True)
class Sighting:
    """The ball at a time: angle counted on through every turn (clockwise grows), radius of the ring plane."""

    seconds: float
    turned: float
    radius: float
    weight: float
    across: float = 0.0
    """How wide it appears from the spindle outwards, in ring radii; 0 where that was not measured."""


class BallRunner:
    """Follows one ball; before that, waits for blobs that move alike."""

    def __init__(self, between: tuple[float, float] = (1.15, 1.7)) -> None:
        """Balls begin to be followed only between these radii."""
        self._between = between
        self._recent: deque[tuple[float, tuple[Blob, ...]]] = deque(maxlen=8)
        self.path: list[Sighting] = []

    @property
    def speed(self) -> float:
        """Radians a second over the last third of a second, positive clockwise."""
        last = [each for each in self.path[-12:] if each.seconds > self.path[-1].seconds - 0.34]
        if len(last) < 2:
            last = self.path[-2:]
        return slope([each.seconds for each in last], [each.turned for each in last])

    def see(self, seconds: float, blobs: Sequence[Blob], *, falling: bool = False) -> bool:
        """Take a frame's blobs; whether the ball was seen in it. `falling`: it may be found inside the track too."""
        if self.path and seconds - self.path[-1].seconds > FORGET_S:
            self.path = []
        least = 1.06 if falling else self._between[0]
        beginning = tuple(blob for blob in blobs if least < blob.radius < self._between[1])
        found = self._follow(seconds, blobs) if self.path else self._acquire(seconds, beginning)
        self._recent.append((seconds, beginning))
        return found

    def lose(self) -> None:
        """Forget the ball."""
        self.path = []
        self._recent.clear()

    def _follow(self, seconds: float, blobs: Sequence[Blob]) -> bool:
        last, speed = self.path[-1], self.speed
        ahead = speed * (seconds - last.seconds)
        gate = 0.07 + 0.45 * abs(ahead)
        near = [(abs(remainder(blob.angle - last.turned - ahead, tau)), blob) for blob in blobs
                if abs(blob.radius - last.radius) < 0.09]
        if not near or min(near, key=lambda each: each[0])[0] > gate:
            return False
        blob = min(near, key=lambda each: each[0])[1]
        turned = last.turned + ahead + remainder(blob.angle - last.turned - ahead, tau)
        self.path.append(Sighting(seconds, turned, blob.radius, blob.weight, blob.across))
        return True

    def _acquire(self, seconds: float, blobs: Sequence[Blob]) -> bool:
        for blob in blobs:
            for before, others in list(self._recent)[-2:]:
                for other in others:
                    chain = self._chain(seconds, blob, before, other)
                    if len(chain) >= LINKS:
                        self.path = chain
                        return True
        return False

    def _chain(self, seconds: float, blob: Blob, before: float, other: Blob) -> list[Sighting]:
        """The sightings that lead to this blob at the speed between the two, latest last."""
        speed = remainder(blob.angle - other.angle, tau) / (seconds - before)
        if not SLOWEST < abs(speed) < FASTEST or abs(blob.radius - other.radius) > 0.06:
            return []
        chain = [Sighting(seconds, blob.angle, blob.radius, blob.weight, blob.across)]
        for when, others in reversed(self._recent):
            last = chain[-1]
            back = speed * (last.seconds - when)
            fits = [(abs(remainder(last.turned - back - each.angle, tau)), each) for each in others
                    if abs(each.radius - last.radius) < 0.06]
            if not fits or min(fits, key=lambda fit: fit[0])[0] > 0.05 + 0.3 * abs(back):
                continue
            each = min(fits, key=lambda fit: fit[0])[1]
            turned = last.turned - back + remainder(each.angle - last.turned + back, tau)
            chain.append(Sighting(when, turned, each.radius, each.weight, each.across))
        chain.reverse()
        forward = all((after.turned - first.turned) * speed > 0 for first, after in pairwise(chain))
        return chain if forward and abs(chain[-1].turned - chain[0].turned) > LEAST else []


def slope(times: Sequence[float], values: Sequence[float]) -> float:
    """How fast values grow with time, by least squares."""
    if len(times) < 2:
        return 0.0
    x, y = np.asarray(times) - times[0], np.asarray(values) - values[0]
    spread = float(((x - x.mean()) ** 2).sum())
    return float(((x - x.mean()) * (y - y.mean())).sum()) / spread if spread > 0 else 0.0
