"""Reading the rotor: its angle from the colours of the number ring, from scratch now and then, else near where due."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, tau

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import RotorTurns
from vision.frame import Frame
from vision.wheel.numbers import NUMBER_ROWS, PER_POCKET, Floats, Levels, NumberOrder, peak
from vision.wheel.ring_plane import RingPlane
from vision.wheel.ring_seen import columns_seen
from vision.wheel.rotor_pace import Pace

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
SURVEY_S, LEARNING = 0.25, 12
"""How often the whole ring is searched, and in how many frames at the beginning; oftener costs time and finds a rotor
that jumped sooner."""
NEAR = 7
"""Columns on either side of where the rotor is due that are searched in between; more cost time and follow a harder
push."""
FORGET_S = 0.65
"""How quickly earlier frames count for less in what number is where; longer is surer, and slower to correct itself."""
GLIMPSE_S = 0.055
"""How often the rotor is read while nothing in the pockets matters; oftener costs time."""


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
        self._pace = Pace()
        self._surveyed_s = float("-inf")
        self._known: tuple[float, RotorTurns] = (0.0, "unknown")
        self._now = 0.0
        self._votes = np.zeros(len(pockets))
        self._weight = 0.0
        self._surveys = 0
        self._last: RotorReading | None = None

    def read(self, frame: Frame, *, closely: bool = True) -> RotorReading | None:
        """The rotor in this frame; nothing when too little of the ring can be seen.

        Not `closely`, a rotor that turns evenly is reckoned on from its last reading.
        """
        self._now = seconds = frame.micros / 1e6
        last = self._last
        if not closely and last is not None and self.speed is not None and 0 <= seconds - last.seconds < GLIMPSE_S:
            return self._reckoned(last, seconds)
        self._last = self._read(self._strip(frame), seconds)
        return self._last

    def _strip(self, frame: Frame) -> Floats:
        """Redness round the ring; what lies outside the picture says nothing."""
        ring = cv2.remap(frame.v, *self._map, cv2.INTER_LINEAR)
        strip = cv2.reduce(ring, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F).ravel().astype(np.float64)
        if self._seen is None:
            self._seen = columns_seen(self._plane, self.order.columns, (frame.width, frame.height))
        if not self._seen.all():
            strip[~self._seen] = strip[self._seen].mean() if self._seen.any() else 0.0
        return strip

    @property
    def speed(self) -> float | None:
        """Radians a second, positive clockwise; nothing before a quarter of a second has been read."""
        return self._pace.speed

    @property
    def turns(self) -> RotorTurns:
        """Which way it turns now."""
        speed = self.speed
        if speed is not None and self._pace.ends_s > self._now - 2 * GLIMPSE_S:
            still = abs(speed) < TURNING
            turns: RotorTurns = "still" if still else "clockwise" if speed > 0 else "anticlockwise"
            self._known = (self._now, turns)
        return self._known[1] if self._now - self._known[0] < REMEMBER_S else "unknown"

    def _reckoned(self, last: RotorReading, seconds: float) -> RotorReading:
        turned = (self.speed or 0.0) * (seconds - last.seconds)
        column = (last.column + turned / tau * self.order.columns) % self.order.columns
        return RotorReading(seconds, column, last.turned + turned, last.sure)

    def _read(self, strip: Floats, seconds: float) -> RotorReading | None:
        column = self._near(strip, seconds)
        if column is None:
            column = self._survey(strip, seconds)
        if column is None:
            return None
        turned = self._pace.count_on(column / self.order.columns * tau, seconds)
        margin = float(self._votes[0] - self._votes[1:].max())
        return RotorReading(seconds, column, turned, margin > SURE * self._weight)

    def _due(self, seconds: float) -> float | None:
        """The column where pocket 0 should be by now."""
        turned = self._pace.due(seconds)
        return None if turned is None else turned / tau * self.order.columns

    def _near(self, strip: Floats, seconds: float) -> float | None:
        """Pocket 0's column if it is about where it is due; nothing if that is not known, or the whole ring is due."""
        due = self._due(seconds)
        if due is None or self._survey_due(seconds):
            return None
        column, agreement = self.order.near(strip, due, NEAR)
        return column % self.order.columns if agreement >= READABLE and abs(column - due) <= NEAR - 1 else None

    def _survey_due(self, seconds: float) -> bool:
        return self._surveys < LEARNING or not 0 <= seconds - self._surveyed_s < SURVEY_S

    def _survey(self, strip: Floats, seconds: float) -> float | None:
        """Pocket 0's place: near where it should be by now, unless the votes say that it is pockets away."""
        curve = self.order.agreement(strip)
        top, due = int(curve.argmax()), self._due(seconds)
        if float(curve[top]) < READABLE:
            return None
        if due is not None:
            window = [round(due) + step for step in range(-PER_POCKET, PER_POCKET + 1)]
            near = max(window, key=lambda at: float(curve[at % curve.size])) % curve.size
            if curve[top] - curve[near] < PLAINLY:
                top = near
            else:
                self._pace.forget()
        top = self._vote(curve, top, seconds)
        return peak(curve, top) % curve.size

    def _vote(self, curve: Floats, top: int, seconds: float) -> int:
        keep = min(0.95, exp(-max(0.0, seconds - self._surveyed_s) / FORGET_S)) if self._surveys else 0.95
        self._surveyed_s, self._surveys = seconds, self._surveys + 1
        shifted = curve[(top + PER_POCKET * np.arange(self._votes.size)) % curve.size]
        self._votes = keep * self._votes + (1 - keep) * shifted
        self._weight = keep * self._weight + 1 - keep
        best = int(self._votes.argmax())
        if best and self._votes[best] - self._votes[0] > SURE:
            self._votes = np.roll(self._votes, -best)
            self._pace.forget()
            top = (top + PER_POCKET * best) % curve.size
        return top
