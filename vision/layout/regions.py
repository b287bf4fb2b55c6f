"""The changed cells as separate regions, within the part of the picture that holds them all."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Labels = NDArray[np.int32]
Rect = tuple[int, int, int, int]
"""Left, top, right, bottom in cells."""
GAP = 5
"""Cells apart by less than this belong to one region; more joins neighbouring bets, less tears arms to pieces."""


class Regions:
    """Every region has a label from 1 on; `labels` begins at the cell (`left`, `top`)."""

    def __init__(self, changed: Mask) -> None:
        left, top, wide, high = cv2.boundingRect(changed)
        rows, columns = changed.shape
        self.left, self.top = max(0, left - GAP), max(0, top - GAP)
        self.right, self.bottom = min(columns, left + wide + GAP), min(rows, top + high + GAP)
        self.shape = changed.shape
        closed = cv2.morphologyEx(changed[self.part], cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8))
        self.count, labels, self._stats, _ = cv2.connectedComponentsWithStats(closed, ltype=cv2.CV_32S)
        self.labels: Labels = np.asarray(labels, np.int32)

    @property
    def part(self) -> tuple[slice, slice]:
        """Rows and columns of the picture's cells that `labels` covers."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def area(self, label: int) -> int:
        """How many cells a region has."""
        return int(self._stats[label, cv2.CC_STAT_AREA])

    def rect(self, label: int) -> Rect:
        """The box round a region, in the picture's cells."""
        left, top, wide, high = (int(value) for value in self._stats[label, :4])
        return left + self.left, top + self.top, left + wide + self.left, top + high + self.top

    def mask(self, label: int) -> Mask:
        """One region, within `part`."""
        return np.asarray(self.labels == label, np.uint8)

    def large(self, least: int) -> Iterator[int]:
        """The labels of regions of at least so many cells."""
        return (label for label in range(1, self.count) if self.area(label) >= least)

    def at(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Labels:
        """The labels of some of the picture's cells."""
        found = np.zeros(len(rows), np.int32)
        inside = (rows >= self.top) & (rows < self.bottom) & (columns >= self.left) & (columns < self.right)
        found[inside] = self.labels[rows[inside] - self.top, columns[inside] - self.left]
        return found
