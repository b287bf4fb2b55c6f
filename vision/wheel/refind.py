"""A camera that was turned, zoomed or put elsewhere: the wheel is looked for again in what it shows now."""

from __future__ import annotations

from collections import deque
from math import atan2, cos, hypot, sin

import numpy as np

from vision.frame import Frame, Image
from vision.wheel.choose_ring import LEAST_AGREEMENT, find_by_numbers
from vision.wheel.fit_numbers import agreement, fit_numbers
from vision.wheel.numbers import NumberOrder
from vision.wheel.ring_plane import Floats, RingPlane
from vision.wheel.sampling import small_redness
from vision.wheel.settle_ring import LEAST_MARGIN

KEEP_EVERY_S, KEPT = 0.25, 12
"""How often a picture is kept to look for the wheel in, and how many; more show a slow rotor turn, but older views."""
CALM_EVERY_S = 0.5
"""The same while the numbers are read as well as ever; oftener costs time, more seldom doubts them later."""
DOUBT_S = 2.0
"""How long the numbers must be unreadable, or read worse than they were, before the wheel is looked for; shorter looks
behind every arm, which costs time."""
WAITS_S = (5.0, 60.0)
"""How long to wait after a vain search: at first, and at most; it doubles. Shorter keeps a covered camera busy."""
WORSE = 0.12
"""By how much the numbers must agree less than they did to be doubted; lower it and glare starts searches."""
BETTER = 0.05
"""By how much more the numbers must agree in the new place than in the old; lower it and an arm over a part of the ring
moves the camera."""
CHANGED = 0.008
"""By how much of its radius the ring must have changed to count as moved; lower it and measuring noise is a knock."""
LEANS = 0.15
"""Slant (tangent) from which the camera's side of the wheel is known; lower it and an overhead view is turned by
noise."""


class Refinder:
    """Keeps the last moments and, where the numbers have long been unreadable, finds the wheel in them anew."""

    def __init__(self, plane: RingPlane, order: NumberOrder) -> None:
        self._plane, self._order = plane, order
        self._kept: deque[tuple[float, Image]] = deque(maxlen=KEPT)
        self._usual: float | None = None
        self._doubted_s: float | None = None
        self._next_s, self._wait = float("-inf"), WAITS_S[0]

    def see(self, frame: Frame, *, readable: bool) -> Floats | None:
        """By what the picture must be moved to come to lie where the wheel is now; nothing as long as it is there."""
        seconds = frame.micros / 1e6
        calm = readable and self._doubted_s is None
        if self._kept and seconds - self._kept[-1][0] < (CALM_EVERY_S if calm else KEEP_EVERY_S):
            return None
        self._kept.append((seconds, small_redness(frame)))
        shrink = frame.width / self._kept[-1][1].shape[1]
        if not self._doubtful(self._plane.grown(1 / shrink), readable):
            self._doubted_s, self._wait = None, WAITS_S[0]
            return None
        self._doubted_s = seconds if self._doubted_s is None else self._doubted_s
        if seconds - self._doubted_s < DOUBT_S or seconds < self._next_s:
            return None
        self._next_s, self._wait = seconds + self._wait, min(2 * self._wait, WAITS_S[1])
        return self._moved(shrink)

    def _doubtful(self, small: RingPlane, readable: bool) -> bool:
        """Whether the newest picture's numbers cannot be read, or agree less than they did."""
        now = agreement(self._kept[-1][1][None], small, self._order) if readable else 0.0
        if readable and (self._usual is None or now > self._usual):
            self._usual = now
        return self._usual is None or now < self._usual - WORSE

    def _moved(self, shrink: float) -> Floats | None:
        """The way from where the wheel was to where the last moments show it, if they do."""
        since = self._doubted_s or 0.0
        redness = np.stack([picture for seconds, picture in self._kept if seconds >= since])
        mirrored = bool(np.linalg.det(self._plane.homography) < 0)
        ring = find_by_numbers(redness, self._order)
        if ring is None:
            return None
        fit = fit_numbers(redness, ring.ellipse, self._order, mirrored=mirrored, near=ring.fit.shift)
        old = agreement(redness, self._plane.grown(1 / shrink), self._order)
        enough = max((self._usual or 0.0) - WORSE, old + BETTER)
        if fit.sure < LEAST_AGREEMENT or fit.agreement < enough or fit.margin < LEAST_MARGIN:
            return None
        new = fit.plane.grown(shrink)
        return _turned_like(new, self._plane) if _apart(new, self._plane) > CHANGED else None


def _apart(new: RingPlane, old: RingPlane) -> float:
    """How far the new ring lies from the old one, in radii, where it is farthest."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    u, v = new.picture(np.cos(angle), np.sin(angle))
    return max(abs(hypot(*old.plane(float(x), float(y))) - 1) for x, y in zip(u, v, strict=True))


def _turned_like(new: RingPlane, old: RingPlane) -> Floats:
    """From the old picture to the new: the camera's side of the wheel stays its side, where a slant shows it.

    The ball track and the dealer are known by their angles from there.
    """
    (x, y), (old_x, old_y) = new.tilt, old.tilt
    angle = atan2(y, x) - atan2(old_y, old_x) if min(hypot(x, y), hypot(old_x, old_y)) > LEANS else 0.0
    turn = np.array([[cos(angle), -sin(angle), 0], [sin(angle), cos(angle), 0], [0, 0, 1]])
    way: Floats = new.homography @ turn @ np.linalg.inv(old.homography)
    return way
