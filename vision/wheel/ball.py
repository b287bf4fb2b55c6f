"""Following the running ball from frame to frame: what moves round the track as only a ball does."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, remainder, tau

import numpy as np

from schemas.table import WheelPart
from vision.wheel.blobs import Blob

SLOWEST = 1.2
"""Radians a second under which nothing on the track counts as a running ball."""
FASTEST = 22.0
"""Radians a second (3.5 turns) over which nothing does either: no arm throws a ball faster. Raise it and two glints at
opposite places pass for one."""
LINKS = 5
"""Sightings in a row that must agree in speed before a ball is believed; fewer invent balls, more tell of it later."""
LINKED_S, CROOKED = 0.45, 0.05
"""Within what time they must follow each other, and by which part of their way (and of half a radian more) they may
leave a straight line; raise these and noise becomes a ball."""
LEAST = 0.6
"""Radians that those sightings must span; lower it and fingertips moving over the track pass for a ball."""
FORGET_S = 1.2
"""How long the ball may be out of sight (behind a hand, a blind spot) and still be followed."""
UNSURE_S = 0.1
"""How long a ball may be out of sight before others are looked at instead."""
ALONE_S = 0.4
"""How long it may have been out of sight for one sighting to be it again; after that it takes as many as at first.
Raise it and glints keep a ball running that has fallen, lower it and a faint ball is lost."""
GOES_ON, GOES_OFF = (0.5, 1.3), 0.3
"""By which factor its speed may differ when it is seen again, and by how many radians (and a part of its way) its
place; wider takes another thing for it, narrower loses one that a glint led astray."""
SETTLED, FASTER = 20, 1.5
"""After so many sightings only what runs so many times as fast takes a ball's place: then that was the hand before the
throw. Lower them and a reflection takes over."""
BEHIND_S = 1.5
"""How far back a ball that is believed at last is looked for in what was seen before; longer takes a reflection's
traces for its launch."""
BLIND_S = 0.35
"""How long it may have been out of sight on that way back."""
HALF = 2.5
"""Radians it may have run out of sight then; with more than half a turn, what stands still passes for a ball."""
SLOWING = 0.1
"""The part of its speed that a ball loses in a second, roughly: half of it and twice as much occur."""
REPEATED = 0.25
"""A ball that moved less than this part of what was due is a repeated picture of itself."""


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
        self._recent: deque[tuple[float, tuple[Blob, ...]]] = deque()
        self.path: list[Sighting] = []

    @property
    def speed(self) -> float:
        """Radians a second over the last third of a second in sight, positive clockwise."""
        last = [each for each in self.path[-12:] if each.seconds > self.path[-1].seconds - 0.34]
        if len(last) < 3:
            last = self.path[-3:]
        return slope([each.seconds for each in last], [each.turned for each in last])

    def see(self, seconds: float, blobs: Sequence[Blob], *, falling: bool = False) -> bool:
        """Take a frame's blobs; whether the ball was seen in it. `falling`: it may be found inside the track too."""
        if self.path and seconds - self.path[-1].seconds > FORGET_S:
            self.path = []
        least = 1.06 if falling else self._between[0]
        beginning = tuple(blob for blob in blobs if least < blob.radius < self._between[1])
        found = bool(self.path) and self._follow(seconds, blobs)
        if not found and beginning and (not self.path or seconds - self.path[-1].seconds > UNSURE_S):
            found = self._acquire(seconds, beginning)
        self._recent.append((seconds, beginning))
        while self._recent[0][0] < seconds - BEHIND_S:
            self._recent.popleft()
        return found

    def lose(self) -> None:
        """Forget the ball."""
        self.path = []
        self._recent.clear()

    def _follow(self, seconds: float, blobs: Sequence[Blob]) -> bool:
        if not blobs or seconds - self.path[-1].seconds > ALONE_S:
            return False
        found = _next(self.path[-1], self.speed, seconds, blobs)
        if found is None or abs(found.turned - self.path[-1].turned) > FASTEST * (seconds - self.path[-1].seconds):
            return False
        self.path.append(found)
        return True

    def _acquire(self, seconds: float, blobs: Sequence[Blob]) -> bool:
        """A ball is there when enough sightings lead up to this one; of several chains the longest is its."""
        chains = [chain for blob in blobs for before, others in list(self._recent)[-3:] for other in others
                  if before < seconds and len(chain := self._chain(seconds, blob, before, other)) >= LINKS]
        if not chains:
            return False
        best = max(chains, key=len)
        if len(self.path) >= SETTLED and _speed(best) < FASTER * abs(self.speed):
            best = [each for each in best if each.seconds > self.path[-1].seconds]
            if not self._goes_on(best):
                return False
        self.path = best
        return True

    def _goes_on(self, later: Sequence[Sighting]) -> bool:
        """Whether these sightings are where and as fast as the ball must be that was followed."""
        if len(later) < LINKS:
            return False
        last, passed = self.path[-1], later[0].seconds - self.path[-1].seconds
        speed = slope([each.seconds for each in later], [each.turned for each in later]) / self.speed
        ahead = self.speed * passed * (1 - 0.5 * SLOWING * passed)
        off = abs(remainder(later[0].turned - last.turned - ahead, tau))
        return GOES_ON[0] < speed < GOES_ON[1] and off < GOES_OFF + 0.12 * abs(ahead)

    def _chain(self, seconds: float, blob: Blob, before: float, other: Blob) -> list[Sighting]:
        """The sightings that lead to this blob, beginning with the speed between the two; latest last."""
        speed = remainder(blob.angle - other.angle, tau) / (seconds - before)
        if not SLOWEST < abs(speed) < FASTEST or abs(blob.radius - other.radius) > 0.06:
            return []
        back = [Sighting(seconds, blob.angle, blob.radius, blob.weight, blob.across)]
        for when, others in reversed(self._recent):
            if back[-1].seconds - when > min(BLIND_S, HALF / abs(speed)):
                break
            found = _next(back[-1], speed, when, others)
            if found is not None:
                back.append(found)
                if len(back) >= 4:
                    speed = slope([each.seconds for each in back[-6:]], [each.turned for each in back[-6:]])
        return back[::-1] if _steady(back[:LINKS]) and abs(back[-1].turned - back[0].turned) > LEAST else []


def _speed(path: Sequence[Sighting]) -> float:
    """Radians a second over a path, either way round."""
    return abs(path[-1].turned - path[0].turned) / max(1e-3, path[-1].seconds - path[0].seconds)


def _steady(links: Sequence[Sighting]) -> bool:
    """Whether sightings are as many as it takes, close together, and in a line: what leaps about is no ball."""
    if len(links) < LINKS or links[0].seconds - links[-1].seconds > LINKED_S:
        return False
    times, turned = [each.seconds for each in links], [each.turned for each in links]
    speed = slope(times, turned)
    off = np.asarray(turned) - np.mean(turned) - speed * (np.asarray(times) - np.mean(times))
    return bool(np.abs(off).max() < CROOKED * (abs(turned[0] - turned[-1]) + 0.5))


def _next(last: Sighting, speed: float, when: float, blobs: Sequence[Blob]) -> Sighting | None:
    """The blob that is the ball again at another time, later or earlier; nothing where none fits or it stood still."""
    passed = when - last.seconds
    ahead = speed * passed * (1 - 0.5 * SLOWING * passed)
    gate = min(0.07 + 0.45 * abs(ahead), 0.15 + 0.12 * abs(ahead), 1.0)
    if passed < 0:  # before it was thrown it was in a hand, which moves along with it, but slower
        gate = min(gate, 0.05 + 0.15 * abs(ahead))
    apart = 0.09 + 0.1 * min(0.5, abs(passed))
    best, least = None, 1.0
    for blob in blobs:
        off = remainder(blob.angle - last.turned - ahead, tau)
        unlike = abs(blob.radius - last.radius) / apart
        cost = max(abs(off) / gate, unlike) + 0.2 * (blob.weight < 0.25 * last.weight)
        if cost < least:
            best, least = Sighting(when, last.turned + ahead + off, blob.radius, blob.weight, blob.across), cost
    if best is not None and abs(ahead) > 0.03 and (best.turned - last.turned) / ahead < REPEATED:
        return None
    return best


def slope(times: Sequence[float], values: Sequence[float]) -> float:
    """How fast values grow with time, by least squares."""
    if len(times) < 2:
        return 0.0
    middle, level = fsum(times) / len(times), fsum(values) / len(values)
    off = [float(when) - middle for when in times]  # so few numbers cost less one by one than as an array
    spread = sum(x * x for x in off)
    return sum(x * (float(y) - level) for x, y in zip(off, values, strict=True)) / spread if spread > 0 else 0.0
