"""Changes that came to rest away from every hand: they are read, and become the felt as it is from now on."""

from __future__ import annotations

import numpy as np

from vision.layout.changes import Changes, Times
from vision.layout.felt import FeltState
from vision.layout.hands import Hands
from vision.layout.planes import Cells, Planes
from vision.layout.regions import Rect, Regions
from vision.layout.rim import Rim
from vision.layout.telling import Telling

STILL_MS = 100
"""A change must rest this long before it is read; longer is surer and later."""
STILL_SHARE = 0.95
"""So much of a changed region must be at rest; higher waits for noise, lower reads what still slides."""
PATIENCE_MS = 1000
"""A change that nothing explains is taken as part of the scene after this long, without a word."""
AGAIN_MS = 160
"""What could not be explained is read again after this long; shorter costs time and gains little."""
LEAST_MM2 = 75.0
"""A smaller change is not read; lower reads specks, higher misses one more chip on a stack."""
AROUND = 10
"""Cells round a change that are read with it."""


class StillThings:
    """Reads what came to rest, once nothing hides it."""

    def __init__(self, state: FeltState, rim: Rim, changes: Changes, hands: Hands, telling: Telling) -> None:
        self.state, self.rim, self.changes, self.hands, self.telling = state, rim, changes, hands, telling
        self._tried: Times = np.full(rim.shape, -AGAIN_MS, np.int32)
        self._least = max(6, round(LEAST_MM2 / rim.cell_mm**2))

    def look(self, planes: Planes, small: Cells, regions: Regions, now: int) -> None:
        """Read every changed region that rests."""
        for label in regions.large(self._least):
            rect = regions.rect(label)
            if not self._rested(regions, label, rect, now):
                continue
            inside = (regions.labels == label) & (self.rim.inside[regions.part] > 0)
            if np.count_nonzero(inside) >= self._least:
                self._read(planes, small, rect, regions, label, now)
            elif now - self._since(regions, label) > PATIENCE_MS:
                self._accept(planes, small, rect)

    def _rested(self, regions: Regions, label: int, rect: Rect, now: int) -> bool:
        """Whether a changed region is away from every hand and has come to rest."""
        left, top, right, bottom = self._grown(rect, 2)
        if self.hands.covered[top:bottom, left:right].any():
            return False
        own = regions.labels == label
        still = now - self.changes.still_since[regions.part][own] >= STILL_MS
        return bool(still.mean() > STILL_SHARE) and bool(now - self._tried[regions.part][own].max() >= AGAIN_MS)

    def _since(self, regions: Regions, label: int) -> int:
        return int(np.median(self.changes.still_since[regions.part][regions.labels == label]))

    def _read(self, planes: Planes, small: Cells, rect: Rect, regions: Regions, label: int, now: int) -> None:
        left, top, right, bottom = self._grown(rect, AROUND)
        part = np.s_[top:bottom, left:right]
        moving = (self.changes.changed[part] > 0) & (now - self.changes.still_since[part] < STILL_MS)
        unsure = ((self.hands.covered[part] > 0) | moving).astype(np.uint8)
        rested = self._since(regions, label)
        if unsure.any() and now - rested < PATIENCE_MS // 2:
            return
        cell = planes.cell
        box = (left * cell, top * cell, right * cell, bottom * cell)
        fine = np.repeat(np.repeat(unsure, cell, axis=0), cell, axis=1)
        picture = planes.part(box, 1 / self.changes.light)
        found, explained = self.state.read(picture.whole(), box, fine)
        for change in found:
            self.telling.note(change, self.changes, self.hands, now)
        if (found and explained) or now - rested > PATIENCE_MS:
            self.state.confirm(picture, box, 1 - fine)
            self.changes.confirm(self._grown(rect, 4), small)
        else:
            self._tried[part] = now

    def _accept(self, planes: Planes, small: Cells, rect: Rect) -> None:
        """Beside the cloth: whatever it is, it belongs to the scene now."""
        left, top, right, bottom = (side * planes.cell for side in rect)
        picture = planes.part((left, top, right, bottom), 1 / self.changes.light)
        self.state.confirm(picture, (left, top, right, bottom), np.ones(picture.y.shape, np.uint8))
        self.changes.confirm(rect, small)

    def _grown(self, rect: Rect, by: int) -> Rect:
        left, top, right, bottom = rect
        high, wide = self.rim.shape
        return max(0, left - by), max(0, top - by), min(wide, right + by), min(high, bottom + by)
