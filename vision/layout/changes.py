"""What differs from the last confirmed felt, cell by cell, since when, and whether it has come to rest."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.layout.planes import Planes, relight

CHANGED = (9, 6, 6)
"""A cell this far from the confirmed felt in Y, U or V has changed: lower takes noise, higher misses dull chips."""
MOVING = (6, 5, 5)
"""A cell this far from where it last rested is moving."""
SPECK_CELLS = 8
"""Fewer changed cells than this are no event of the table."""

Times = NDArray[np.int32]
"""Milliseconds since the first frame, cell by cell."""
Mask = NDArray[np.uint8]
NEVER = -1


class Changes:
    """Compares every frame, a few times smaller, with the confirmed felt."""

    def __init__(self, confirmed: Planes) -> None:
        self.felt = confirmed.small()
        shape = self.felt.shape[:2]
        self.clear_at: Times = np.full(shape, NEVER, np.int32)
        self.still_since: Times = np.zeros(shape, np.int32)
        self.changed: Mask = np.zeros(shape, np.uint8)
        self.light = 1.0
        self._rested = self.felt.copy()

    def look(self, small: Image, now: int) -> bool:
        """Take in a frame; whether anything has changed."""
        self.light = self._light(small)
        expected = self.felt if abs(self.light - 1) < 0.002 else relit(self.felt, self.light)
        same = cv2.inRange(cv2.absdiff(small, expected), (0, 0, 0), CHANGED)
        if same.size - cv2.countNonZero(same) < SPECK_CELLS:
            self.changed[:] = 0
            self.clear_at[:] = now
            return False
        self.changed = np.asarray(cv2.bitwise_not(same), np.uint8)
        moved = cv2.inRange(cv2.absdiff(small, self._rested), (0, 0, 0), MOVING) == 0
        self.still_since[moved] = now
        self._rested[moved] = small[moved]
        return True

    def clear(self, covered: Mask, now: int) -> None:
        """Note which cells show the confirmed felt, under no hand."""
        self.clear_at[(self.changed == 0) & (covered == 0)] = now

    def confirm(self, box: tuple[int, int, int, int], small: Image) -> None:
        """The part `box` (cells) of this picture is the felt from now on, in the light the felt is kept in."""
        left, top, right, bottom = box
        self.felt[top:bottom, left:right] = relit(small[top:bottom, left:right], 1 / self.light)

    def confirm_where(self, mask: Mask, small: Image) -> None:
        """The same for every cell of a mask."""
        self.felt[mask > 0] = relit(small, 1 / self.light)[mask > 0]

    @property
    def share(self) -> float:
        """How much of the picture is unlike the confirmed felt."""
        return cv2.countNonZero(self.changed) / self.changed.size

    def _light(self, small: Image) -> float:
        """How much brighter this frame is than the confirmed felt, by the cells that agree with most."""
        before = self.felt[::9, ::9, 0].astype(np.float32) - 16
        now = small[::9, ::9, 0].astype(np.float32) - 16
        usable = before > 12
        if not usable.any():
            return 1.0
        before, now = before[usable], now[usable]
        ratio = now / before
        agreed = np.abs(ratio - np.median(ratio)) < 0.08
        return float(now[agreed].sum() / before[agreed].sum())


def relit(picture: Image, light: float) -> Image:
    """The picture (Y, U, V) in another light."""
    planes = [relight(np.ascontiguousarray(picture[..., nth]), light, dark) for nth, dark in enumerate((16, 128, 128))]
    return np.asarray(cv2.merge(planes), np.uint8)
