"""The bowl round the rotor stands still: what differs from it is the ball, or a hand."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.hand_shape import HandShape
from vision.wheel.parts import parts_of
from vision.wheel.ring_plane import RingPlane

COLUMNS = 720
INNER, OUTER, ROWS = 1.04, 1.62, 40
"""The watched band in radii of the number ring: from the rotor's edge to just outside the rim."""
STEP = (OUTER - INNER) / (ROWS - 1)
LEARN = 10
"""Frames from which the empty bowl is first taken; a ball in motion is in any place for fewer than half of them."""
BRIGHTER = 20
"""Grey levels by which the ball outshines the bowl; lower: reflections pass, raise: a blurred ball is lost."""
DIFFERENT = 22
"""Grey levels of any single place that is not the empty bowl."""
CLOSE = np.ones((3, 3), np.uint8)
MEASURABLE = 75.0
"""Mean grey levels across a blob from which its width is measured; lower it and blur and faintness falsify it."""
LEARN_EVERY_S = 0.075
"""How often the empty bowl is brought up to date; oftener costs time and sees no more."""
FOLLOW_S = 1.0
"""How quickly the empty bowl follows the light; lower it and a slow hand fades, raise it and a lamp becomes one."""
STRANGE = 0.4
"""Part of the bowl that may differ from the calibration's before that is put aside; raise it and other light is taken
for hands until it is absorbed."""
SETTLING_S = 1.0
"""How long at the beginning what differs from the calibration, lies still and is no hand is taken in at once: it may
have been put there, or taken away, since."""
ABSORB_S = 12.0
"""After this long an unchanging difference belongs to the bowl; lower it and a resting hand becomes furniture."""


@dataclass(frozen=True)
class Blob:
    """Something bright, small and round in the band: perhaps the ball. Angle and radius in the ring plane."""

    angle: float
    radius: float
    weight: float
    across: float = 0.0
    """Its width from the spindle outwards, in ring radii."""


@dataclass(frozen=True)
class Lump:
    """Something that clearly differs from the empty bowl, whatever its size: angle and radius of its middle."""

    angle: float
    radius: float


@dataclass(frozen=True)
class Glance:
    """What one frame shows in the band: ball-like blobs, and the columns (once round) that a hand covers."""

    blobs: tuple[Blob, ...]
    shadowed: NDArray[np.bool_]
    lumps: tuple[Lump, ...] = ()
    comes: float | None = None
    """The direction (radians in the ring plane) from which a hand reaches in."""

    @property
    def hand(self) -> bool:
        """Whether a hand is there."""
        return bool(self.shadowed.any())


class BowlView:
    """Where the bowl is in the picture: the band unrolled, brightness over redness."""

    def __init__(self, plane: RingPlane, size: tuple[int, int]) -> None:
        radii = np.linspace(INNER, OUTER, ROWS)
        self._map = plane.unroll(radii, COLUMNS)
        self._colour_map = plane.unroll(radii, COLUMNS, shrink=2)
        self.hands = HandShape(plane.around(radii, COLUMNS), size)

    def unroll(self, frame: Frame) -> NDArray[np.float32]:
        """The band of one frame."""
        return np.stack([cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR),
                         cv2.remap(frame.v, *self._colour_map, cv2.INTER_LINEAR)]).astype(np.float32)


class Bowl:
    """Compares each frame's bowl with the empty one: the calibration's, or learnt from the frames themselves."""

    def __init__(self, plane: RingPlane, ball: float, size: tuple[int, int],
                 empty: NDArray[np.float32] | None = None) -> None:
        self._view = BowlView(plane, size)
        self._ball = ball
        self._first: list[NDArray[np.float32]] = []
        self._known = empty
        self._empty: NDArray[np.float32] | None = None
        self._since = np.zeros((ROWS, COLUMNS), np.float32)
        self._last_s = self._begun_s = 0.0

    def look(self, frame: Frame) -> Glance | None:
        """What is in the bowl now; nothing while it is being learnt."""
        strip = self._view.unroll(frame)
        if self._empty is None and not self._begin(strip, frame.micros / 1e6):
            return None
        assert self._empty is not None
        change = strip - self._empty
        change[0] -= float(np.median(change[0, ::5, ::9]))  # lamps flicker, cameras open and close their iris
        blobs, theirs, lumps = self._blobs(change[0])
        shadowed, comes = self._view.hands.shadowed(change, theirs)
        self._learn(change, shadowed, frame.micros / 1e6)
        return Glance(blobs, shadowed, lumps, comes)

    def _begin(self, strip: NDArray[np.float32], seconds: float) -> bool:
        """The empty bowl to begin with: the known one if the picture still looks like it."""
        self._last_s = self._begun_s = seconds
        if self._known is not None:
            change = strip[0] - self._known[0]
            if float(np.mean(np.abs(change - np.median(change)) > DIFFERENT)) < STRANGE:
                self._empty = self._known.copy()
                return True
            self._known = None
        self._first.append(strip)
        if len(self._first) < LEARN:
            return False
        self._empty = np.median(np.stack(self._first), axis=0).astype(np.float32)
        self._first = []
        return True

    def _learn(self, change: NDArray[np.float32], shadowed: NDArray[np.bool_], now: float) -> None:
        """Follow slow changes of light, but never under a hand: skin may be as bright as the wood it covers."""
        assert self._empty is not None
        if now - self._last_s < LEARN_EVERY_S:
            return
        calm = (np.abs(change[0]) < DIFFERENT * 0.4) & ~shadowed
        passed = max(0.0, now - self._last_s)
        self._since = np.where(calm, 0, self._since + np.float32(passed)).astype(np.float32)
        self._last_s = now
        follow, absorb = 1 - np.exp(-passed / FOLLOW_S), 1 - np.exp(-passed / 0.2)
        patience = ABSORB_S if now - self._begun_s > SETTLING_S else SETTLING_S / 2
        stays = (self._since > patience) & ~shadowed if patience < ABSORB_S else self._since > patience
        rate = np.where(calm, follow, np.where(stays, absorb, 0.0)).astype(np.float32)
        self._empty += rate * change

    def _blobs(self, change: NDArray[np.float32]) -> tuple[tuple[Blob, ...], NDArray[np.bool_], tuple[Lump, ...]]:
        """Everything as small and bright as the ball, brightest first, the places it takes up, and all clear lumps."""
        large = (np.abs(change) > DIFFERENT).astype(np.uint8)
        large = cv2.morphologyEx(large, cv2.MORPH_CLOSE, CLOSE).astype(np.uint8)
        blobs, theirs, lumps = [], np.zeros((ROWS, COLUMNS), bool), list[Lump]()
        first, labels, found = parts_of(large)
        for nth, (left, top, wide, high, area) in enumerate(found, start=1):
            if self._clear(area) and top + high < ROWS - 1:
                middle = (first + left + wide / 2) % COLUMNS
                lumps.append(Lump(middle * 2 * np.pi / COLUMNS, INNER + (top + high / 2) * STEP))
            if not self._ballish(wide, high, area):
                continue
            inside = labels[top:top + high, left:left + wide] == nth
            columns = (np.arange(left, left + wide) + first) % COLUMNS
            blob = self._blob(np.where(inside, change[top:top + high][:, columns], 0), first + left, top)
            if blob is not None:
                blobs.append(blob)
                around = (np.arange(left - 4, left + wide + 4) + first) % COLUMNS
                theirs[max(0, top - 3):top + high + 3, around] = True
        return tuple(sorted(blobs, key=lambda blob: -blob.weight)), theirs, tuple(lumps)

    def _clear(self, area: int) -> bool:
        """Large enough to be a thing and not a glint, small enough not to be a shadow."""
        ball = np.pi * self._ball**2 / (STEP * 2 * np.pi / COLUMNS * 1.35)
        return bool(0.5 * ball <= area <= 16 * ball)

    def _ballish(self, wide: int, high: int, area: int) -> bool:
        across = 2 * self._ball / STEP
        along = 2 * self._ball / (2 * np.pi / COLUMNS * 1.35)
        return bool(0.35 * across <= high <= 2.2 * across and wide <= 9 * along and area >= 0.25 * across * along
                    and area <= 7 * across * along)

    def _blob(self, change: NDArray[np.float32], left: int, top: int) -> Blob | None:
        weight = np.where(change > BRIGHTER, change, 0)
        total = float(weight.sum())
        if total < BRIGHTER * 8:
            return None
        high, wide = weight.shape
        column = left + float((weight.sum(axis=0) * np.arange(wide)).sum()) / total
        row = top + float((weight.sum(axis=1) * np.arange(high)).sum()) / total
        outwards = weight.sum(axis=1)
        # A disc's area over its widest chord is pi/4 of its width.
        across = float(4 / np.pi * outwards.sum() / outwards.max()) * STEP
        if outwards.max() / wide < MEASURABLE:
            across = 0.0
        return Blob(column % COLUMNS * 2 * np.pi / COLUMNS, INNER + row * STEP, total, across)
