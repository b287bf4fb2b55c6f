"""Ball-like blobs: small, round or drawn out along the track, brighter than the empty bowl."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.parts import Box, parts_of
from vision.wheel.standing import Change, middle
from vision.wheel.unrolled import Grid

FAINTEST, OVER_NOISE = 9.0, 7.0
"""Grey levels, and times the picture's own noise, by which a blob outshines the bowl once neighbouring places are taken
together; lower them and reflections pass, raise them and a fast ball's streak is lost."""
EDGE = 0.4
"""The part of its brightest place down to which a blob reaches; lower it and a ball's halo belongs to it."""
MEASURABLE = 75.0
"""Mean grey levels across a blob from which its width is measured; lower it and blur and faintness falsify it."""
SOFTEN = (5, 3)
"""Columns and rows taken together: less than a ball, more than a speck of noise."""
MOST = 6
"""Blobs that are kept of one picture, the brightest: a ball is among them, a glittering bowl costs no more time."""
LONGEST, WIDEST, NARROWEST = 9.0, 2.0, 0.35
"""How long a moving ball's streak may be, how wide and how narrow across, in ball widths."""


@dataclass(frozen=True)
class Blob:
    """Something bright, small and round in the band: perhaps the ball. Angle and radius in the ring plane."""

    angle: float
    radius: float
    weight: float
    across: float = 0.0
    """Its width from the spindle outwards, in ring radii."""


class BlobFinder:
    """Knows how large the ball appears in one unrolled picture."""

    def __init__(self, grid: Grid, ball: float) -> None:
        self._grid = grid
        self._high, self._wide = 2 * ball / grid.step, 2 * ball / grid.along
        self._ball = self._high * self._wide
        self._counted = np.arange(grid.columns + grid.rows, dtype=np.float32)

    def find(self, change: Change) -> tuple[list[tuple[Blob, Box]], bool]:
        """The blobs with the places they take up, brightest first; whether something larger is there as well."""
        soft = np.asarray(cv2.blur(change, SOFTEN), np.float32)
        noise = float(middle(np.abs(soft[::2, ::5])))
        first, labels, parts = parts_of((soft > max(FAINTEST, OVER_NOISE * noise)).view(np.uint8))
        found: list[tuple[Blob, Box]] = []
        larger = False
        for nth in _heaviest(soft, first, labels, parts):
            left, top, wide, high, area = parts[nth]
            if area < 0.2 * self._ball or (len(found) == MOST and area <= 4 * self._ball):
                continue
            inside = labels[top:top + high, left:left + wide] == nth + 1
            at = self._columns(first + left, wide)
            blob = self._blob(soft[top:top + high, at] * inside, change[top:top + high, at], first + left, top)
            larger |= blob is None and area > 4 * self._ball
            if blob is not None:
                found.append((blob, (int(first + left), top, wide, high, area)))
        return sorted(found, key=lambda each: -each[0].weight)[:MOST], larger

    def _columns(self, first: int, wide: int) -> slice | NDArray[np.intp]:
        """So many columns from one on; a slice, which costs less, unless they run over the seam."""
        first %= self._grid.columns
        if first + wide <= self._grid.columns:
            return slice(first, first + wide)
        return np.arange(first, first + wide) % self._grid.columns

    def _blob(self, piece: NDArray[np.float32], sharp: NDArray[np.float32], left: int, top: int) -> Blob | None:
        """The blob, if its bright part is of the ball's size; its place is that part's middle: mid-exposure."""
        if piece.shape[0] < NARROWEST * self._high or piece.shape[1] < 0.5 * self._wide:
            return None
        bright = piece - np.float32(EDGE) * np.maximum.reduce(piece, axis=None)
        np.maximum(bright, 0, out=bright)
        outwards, along = np.add.reduce(bright, axis=1), np.add.reduce(bright, axis=0)
        high, wide = int(np.count_nonzero(outwards)), int(np.count_nonzero(along))
        if not (NARROWEST * self._high <= high <= WIDEST * self._high + SOFTEN[1]
                and wide <= LONGEST * self._wide and wide >= 0.5 * self._wide):
            return None
        total = float(np.add.reduce(outwards))
        column = left + float(along @ self._counted[:along.size]) / total
        row = top + float(outwards @ self._counted[:outwards.size]) / total
        weight = float(np.add.reduce(piece, axis=None))
        return Blob(self._grid.angle(column), self._grid.radius(row), weight, self._across(sharp, wide))

    def _across(self, sharp: NDArray[np.float32], wide: int) -> float:
        profile = np.add.reduce(np.maximum(sharp, 0), axis=1)
        widest = float(np.maximum.reduce(profile))
        if widest < MEASURABLE * wide:
            return 0.0
        # A disc's area over its widest chord is pi/4 of its width.
        return 4 / np.pi * float(np.add.reduce(profile)) / widest * self._grid.step


def _heaviest(soft: NDArray[np.float32], first: int, labels: NDArray[np.uint16], parts: list[Box]) -> list[int]:
    """The parts in order of their weight; where there are only a few, as they come: weighing costs time too."""
    if len(parts) <= MOST:
        return list(range(len(parts)))
    columns = (np.arange(labels.shape[1]) + first) % soft.shape[1]
    weight = np.bincount(labels.ravel(), soft[:, columns].ravel(), len(parts) + 1)
    return [int(nth) for nth in np.argsort(-weight[1:], kind="stable")]
