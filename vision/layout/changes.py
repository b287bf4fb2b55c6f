"""What differs from the last confirmed felt, cell by cell, since when, and whether it has come to rest."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.layout.planes import Cells, Planes, relight

Mask = NDArray[np.uint8]
Times = NDArray[np.int32]
"""Milliseconds since the first frame, cell by cell."""
NEVER = -1
CHANGED = (9, 6, 6)
"""A cell this far from the confirmed felt in Y, U or V has changed: lower takes noise, higher misses dull chips."""
MOVING = (8, 6, 6)
"""A cell this far from where it last rested is moving: lower waits for noise, higher reads while chips still slide."""
SPECK_CELLS = 8
"""Fewer changed cells than this are no event of the table."""
TINTED = 0.02
"""From this change of the light on colours are relit too; a lower value costs time, a higher one sees false colours."""
DARK = (16, 128, 128)


class Changes:
    """Compares pictures, cell by cell, with the confirmed felt."""

    def __init__(self, confirmed: Planes, near: Mask | None = None) -> None:
        self.felt: Cells = _own(confirmed.cells())
        shape = self.felt[0].shape
        self.near: Mask = np.ones(shape, np.uint8) if near is None else near
        self.clear_at: Times = np.full(shape, NEVER, np.int32)
        self.still_since: Times = np.zeros(shape, np.int32)
        self.changed: Mask = np.zeros(shape, np.uint8)
        self.light = 1.0
        self._rested = _own(self.felt)
        self._all_clear: int | None = None
        self._looked_at = max(1, cv2.countNonZero(self.near))

    def look(self, small: Cells, now: int) -> bool:
        """Take in a picture; whether anything near the felt has changed."""
        self.light = self._light(small[0])
        far = _far(small, relit(self.felt, self.light), CHANGED)
        cv2.bitwise_and(far, self.near, far)
        if cv2.countNonZero(far) < SPECK_CELLS or cv2.countNonZero(alone := _without_specks(far)) < SPECK_CELLS:
            self.changed[:] = 0
            self._all_clear = now
            return False
        if self._all_clear is not None:
            self.clear_at.fill(self._all_clear)
            self._all_clear = None
        self.changed = alone
        moved = _far(small, self._rested, MOVING)
        self.still_since[moved > 0] = now
        for rested, plane in zip(self._rested, small, strict=True):
            cv2.copyTo(plane, moved, rested)
        return True

    def clear(self, covered: Mask, now: int) -> None:
        """Note which cells show the confirmed felt, under no hand."""
        self.clear_at[cv2.bitwise_or(self.changed, covered) == 0] = now

    def confirm(self, box: tuple[int, int, int, int], small: Cells) -> None:
        """The part `box` (cells) of this picture is the felt from now on, in the light the felt is kept in."""
        left, top, right, bottom = box
        for felt, plane in zip(self.felt, relit(small, 1 / self.light), strict=True):
            felt[top:bottom, left:right] = plane[top:bottom, left:right]

    def confirm_where(self, mask: Mask, small: Cells) -> None:
        """The same for every cell of a mask."""
        for felt, plane in zip(self.felt, relit(small, 1 / self.light), strict=True):
            felt[mask > 0] = plane[mask > 0]

    @property
    def share(self) -> float:
        """How much of the felt and its surroundings is unlike the confirmed felt."""
        return cv2.countNonZero(self.changed) / self._looked_at

    def _light(self, bright: Image) -> float:
        """How much brighter this frame is than the confirmed felt, by the cells that agree with most."""
        before = self.felt[0][::9, ::9].astype(np.float32) - 16
        now = bright[::9, ::9].astype(np.float32) - 16
        usable = before > 12
        if not usable.any():
            return 1.0
        before, now = before[usable], now[usable]
        ratio = now / before
        agreed = np.abs(ratio - np.median(ratio)) < 0.08
        return float(now[agreed].sum() / before[agreed].sum())


def relit(cells: Cells, light: float) -> Cells:
    """The cells in another light."""
    if abs(light - 1) < 0.002:
        return cells
    y, u, v = cells
    if abs(light - 1) >= TINTED:
        u, v = relight(u, light, DARK[1]), relight(v, light, DARK[2])
    return relight(y, light, DARK[0]), u, v


def _far(now: Cells, before: Cells, limits: tuple[int, int, int]) -> Mask:
    """1 where a cell differs by more than the limits."""
    found: Mask | None = None
    for one, other, limit in zip(now, before, limits, strict=True):
        _, far = cv2.threshold(cv2.absdiff(one, other), limit, 1, cv2.THRESH_BINARY)
        found = np.asarray(far if found is None else cv2.bitwise_or(found, far), np.uint8)
    assert found is not None
    return found


def _without_specks(far: Mask) -> Mask:
    """Changed cells with two changed neighbours: noise comes alone, and the rim of one more chip is a line."""
    around = cv2.boxFilter(far, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(cv2.bitwise_and(far, cv2.threshold(around, 2, 1, cv2.THRESH_BINARY)[1]), np.uint8)


def _own(cells: Cells) -> Cells:
    y, u, v = (np.array(plane, order="C") for plane in cells)
    return y, u, v
