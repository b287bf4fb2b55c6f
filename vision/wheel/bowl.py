"""The bowl round the rotor stands still: what differs from it is the ball, a hand, or a thing that fell in."""

from __future__ import annotations

from dataclasses import dataclass
from math import tau

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.blobs import Blob, BlobFinder
from vision.wheel.hand_shape import HandShape
from vision.wheel.parts import parts_of
from vision.wheel.ring_plane import RingPlane
from vision.wheel.standing import DIFFERENT, Change, Layers, Standing
from vision.wheel.unrolled import Grid

ROWS, COLUMNS = 28, 480
BAND = Grid(1.04, 1.62, ROWS, COLUMNS)
"""The watched band: from the rotor's edge to just outside the rim."""
COLOURED = 11
"""Levels of redness by which a thing as bright as the wood it lies on differs; lower it and mirrored pockets do."""
CLOSE = np.ones((3, 3), np.uint8)


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
    whole: bool = True
    """Whether all of the bowl was looked at; else hands and lumps are those of the last whole look."""

    @property
    def hand(self) -> bool:
        """Whether a hand is there."""
        return bool(self.shadowed.any())


class BowlView:
    """Where the bowl is in the picture: the band unrolled, brightness over redness."""

    def __init__(self, plane: RingPlane, size: tuple[int, int]) -> None:
        self._map = plane.unroll(BAND.radii, COLUMNS)
        self._colour_map = plane.unroll(BAND.radii, COLUMNS, shrink=2)
        self.hands = HandShape(plane.around(BAND.radii, COLUMNS), size)

    def unroll(self, frame: Frame) -> Layers:
        """The band of one frame."""
        both: Layers = np.stack([cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR),
                                 cv2.remap(frame.v, *self._colour_map, cv2.INTER_LINEAR)])
        return both


class Bowl:
    """Compares each frame's bowl with the empty one: the calibration's, or learnt from the frames themselves."""

    def __init__(self, plane: RingPlane, ball: float, size: tuple[int, int], empty: Layers | None = None) -> None:
        self._view = BowlView(plane, size)
        self._ball, self._finder = ball, BlobFinder(BAND, ball)
        self._standing = Standing(None if empty is None else empty[:2])
        self._restless = None if empty is None or not empty[2].any() else empty[2] > 0

    def look(self, frame: Frame) -> Glance | None:
        """What is in the bowl now; nothing while it is being learnt."""
        seconds = frame.micros / 1e6
        change = self._standing.against(self._view.unroll(frame), seconds)
        if change is None:
            return None
        found, _ = self._finder.find(change[0])
        theirs = np.zeros((ROWS, COLUMNS), bool)
        for _, (left, top, wide, high, _) in found:
            if top + high == ROWS:  # what reaches over the band's outer edge may be a hand, whatever its size
                continue
            theirs[max(0, top - 2):top + high + 2, np.arange(left - 3, left + wide + 3) % COLUMNS] = True
        told = change
        if self._restless is not None:
            told = change.copy()
            told[:, self._restless] = 0
        shadowed, comes = self._view.hands.shadowed(told, theirs)
        self._standing.follow(change, shadowed, seconds)
        return Glance(tuple(blob for blob, _ in found), shadowed, self._lumps(told), comes)

    def _lumps(self, change: Change) -> tuple[Lump, ...]:
        """All clear lumps that lie wholly inside the band."""
        large = ((np.abs(change[0]) > DIFFERENT) | (np.abs(change[1]) > COLOURED)).view(np.uint8)
        if not large.any():
            return ()
        first, _, parts = parts_of(cv2.morphologyEx(large, cv2.MORPH_CLOSE, CLOSE).astype(np.uint8))
        return tuple(Lump(BAND.angle(first + left + wide / 2), BAND.radius(top + high / 2))
                     for left, top, wide, high, area in parts if self._clear(area) and top + high < ROWS - 1)

    def _clear(self, area: int) -> bool:
        """Large enough to be a thing and not a glint, small enough not to be a shadow."""
        ball = tau / 2 * self._ball**2 / (BAND.step * BAND.along)
        return bool(0.5 * ball <= area <= 16 * ball)
