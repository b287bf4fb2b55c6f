"""A hand in the bowl: large, reaching in from outside, and perhaps no brighter than the wood it covers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.parts import parts_of
from vision.wheel.ring_plane import Floats

FAINT = (7.0, 4.0)
"""Levels of brightness and of redness, averaged over a fingertip, by which even skin on wood differs; lower: noise and
drifting light become hands, raise: a hand of the wood's colour goes unseen."""
SMALLEST = 0.014
"""Part of the band that a hand covers at least, some ten balls; lower it and a ball in the glare passes for one."""
FINGERTIP = (5, 3)


class HandShape:
    """Tells a hand by its size and by where it comes from: the outside of the band, or the picture's border."""

    def __init__(self, points: tuple[Floats, Floats], size: tuple[int, int]) -> None:
        across, down = points
        inside = (across >= 0) & (down >= 0) & (across < size[0] - 1) & (down < size[1] - 1)
        beyond = np.vstack([~inside[1:], np.ones((1, inside.shape[1]), bool)])
        edge = cv2.dilate((inside & beyond).astype(np.uint8), np.ones((3, 3), np.uint8))
        self._edge = edge.astype(bool) & inside
        self._least = SMALLEST * inside.size

    def shadowed(self, change: NDArray[np.float32],
                 balls: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], float | None]:
        """The columns that hands cover, and the direction the largest reaches in from (radians, none without a hand).

        `change` is of brightness and redness, `balls` the places of ball-like blobs.
        """
        light, red = (np.abs(cv2.blur(part, FINGERTIP)) for part in change)
        there = ((light > FAINT[0]) | (red > FAINT[1])) & ~balls
        columns, size = np.zeros(there.shape[1], bool), there.shape[1]
        if np.count_nonzero(there) < self._least:
            return columns, None
        first, labels, found = parts_of(there.astype(np.uint8))
        edge = self._edge[:, (np.arange(labels.shape[1]) + first) % size]
        largest, comes = 0, None
        for nth in np.unique(labels[edge]):
            if nth and found[nth - 1][4] >= self._least:
                left, _, wide, _, area = found[nth - 1]
                columns[(np.arange(left, left + wide) + first) % size] = True
                if area > largest:
                    over = np.nonzero((labels == nth) & edge)[1] + first
                    largest, comes = area, float(np.mean(over)) / size * 2 * np.pi % (2 * np.pi)
        return columns, comes
