"""Reading the rotor: its angle in every frame from the colours of the number ring."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import remainder, tau

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import RotorTurns
from vision.frame import Frame
from vision.wheel.ball import slope
from vision.wheel.numbers import NUMBER_ROWS, PER_POCKET, Levels, NumberOrder, peak
from vision.wheel.ring_plane import RingPlane
from vision.wheel.ring_seen import columns_seen

TURNING = 0.15
"""Radians a second (1.4 rpm) from which the rotor is said to turn; lower it and reading noise turns a still wheel."""
READABLE = 0.5
"""Agreement with the order from which a frame's ring counts as read; a hand over half the ring falls below it."""
SURE = 0.04
"""How much better the numbers must fit where they are than a pocket or more away, on average, to name a pocket."""
REMEMBER_S = 1.0
"""How long the rotor is taken to turn as it did when it cannot be read; longer bridges a hand, and misses a stop."""
PLAINLY = 0.1
"""How much better another place must fit in one frame to be believed at once, as after lost frames; lower it and a
passing hand makes the rotor jump."""


@dataclass(frozen=True)
class RotorReading:
    """Pocket 0's column on the unrolled ring, its angle counted on through every turn, whether it is trusted."""

    seconds: float
    column: float
    turned: float
    sure: bool


class RotorReader:
    """Follows the rotor; which number is where is decided by all frames so far, the newest counting most."""

    def __init__(self, plane: RingPlane, pockets: tuple[str, ...], levels: Levels) -> None:
        self.order = NumberOrder(pockets, levels)
        self._map = plane.unroll(NUMBER_ROWS, self.order.columns, shrink=2)
        self._plane = plane
        self._seen: NDArray[np.bool_] | None = None
        self._past: deque[tuple[float, float]] = deque(maxlen=40)
        self._measured: tuple[tuple[float, float] | None, float | None] = (None, None)
        self._known: tuple[float, RotorTurns] = (0.0, "unknown")
        self._now = 0.0
        self._votes = np.zeros(len(pockets))
        self._frames = 0

    def read(self, frame: Frame) -> RotorReading | None:
        """The rotor in this frame; nothing when too little of the ring can be seen."""
        self._now = seconds = frame.micros / 1e6
        strip = cv2.remap(frame.v, *self._map, cv2.INTER_LINEAR).mean(axis=0)
        if self._seen is None:
            self._seen = columns_seen(self._plane, self.order.columns, (frame.width, frame.height))
        if not self._seen.all():
            strip[~self._seen] = strip[self._seen].mean() if self._seen.any() else 0.0
        curve = self.order.agreement(strip)
        if float(curve.max()) < READABLE:
            return None
        column = self._column(curve, seconds)
        turned = self._count_on(column, seconds)
        self._frames += 1
        others = np.delete(self._votes, 0)
        weight = 1 - 0.95 ** self._frames
        return RotorReading(seconds, column, turned, bool((self._votes[0] - others.max()) > SURE * weight))

    @property
    def speed(self) -> float | None:
        """Radians a second, positive clockwise; nothing before a quarter of a second has been read."""
        last = self._past[-1] if self._past else None
        if last is not self._measured[0]:
            self._measured = (last, self._speed())
        return self._measured[1]

    def _speed(self) -> float | None:
        past = [each for each in self._past if each[0] > self._past[-1][0] - 0.6] if self._past else []
        if len(past) < 4 or past[-1][0] - past[0][0] < 0.24:
            return None
        return slope([when for when, _ in past], [turned for _, turned in past])

    @property
    def turns(self) -> RotorTurns:
        """Which way it turns now."""
        speed = self.speed
        if speed is not None:
            turns: RotorTurns = "still" if abs(speed) < TURNING else "clockwise" if speed > 0 else "anticlockwise"
            self._known = (self._now, turns)
        return self._known[1] if self._now - self._known[0] < REMEMBER_S else "unknown"

    def _column(self, curve: np.ndarray[tuple[int], np.dtype[np.float64]], seconds: float) -> float:
        """Pocket 0's place: near where it should be by now, unless the votes say that it is pockets away."""
        top = int(curve.argmax())
        speed = self.speed
        if speed is not None and self._past:
            when, turned = self._past[-1]
            due = (turned + speed * (seconds - when)) / tau * curve.size
            window = [round(due) + step for step in range(-PER_POCKET, PER_POCKET + 1)]
            near = max(window, key=lambda at: float(curve[at % curve.size])) % curve.size
            if curve[top] - curve[near] < PLAINLY:
                top = near
            else:
                self._past.clear()
        shifted = curve[(top + PER_POCKET * np.arange(self._votes.size)) % curve.size]
        self._votes = 0.95 * self._votes + 0.05 * shifted
        best = int(self._votes.argmax())
        if best and self._votes[best] - self._votes[0] > SURE:
            self._votes = np.roll(self._votes, -best)
            self._past.clear()
            top = (top + PER_POCKET * best) % curve.size
        return peak(curve, top) % curve.size

    def _count_on(self, column: float, seconds: float) -> float:
        angle = column / self.order.columns * tau
        if self._past:
            when, turned = self._past[-1]
            due = turned + (self.speed or 0.0) * (seconds - when)
            angle = due + remainder(angle - due, tau)
        self._past.append((seconds, angle))
        return angle
