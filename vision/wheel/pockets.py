"""The ball among the pockets, in the rotor's own frame: one pocket that is not like the others of its colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.numbers import PER_POCKET, NumberOrder
from vision.wheel.ring_plane import RingPlane

INNER, OUTER, ROWS = 0.60, 0.86, 14
"""Where pockets lie, in radii of the number ring's outer edge."""
STEP = (OUTER - INNER) / (ROWS - 1)
STANDS_OUT = 32.0
"""Grey levels, averaged over the ball's size, by which it outshines its pocket; lower it and frets' glints pass."""
ALONE = 1.6
"""How many times more it stands out than anything elsewhere; lower it and a hand's edge passes for the ball."""


@dataclass(frozen=True)
class PocketSighting:
    """The ball seen from the rotor: pockets clockwise from pocket 0's middle, radius, how clearly it stands out."""

    seconds: float
    place: float
    radius: float
    contrast: float

    @property
    def pocket(self) -> int:
        """The nearest pocket's index, may be the count itself for 0."""
        return round(self.place)


class PocketReader:
    """Looks for the ball in the pockets, each frame for itself."""

    def __init__(self, plane: RingPlane, order: NumberOrder, ball: float) -> None:
        self._order = order
        self._map = plane.unroll(np.linspace(INNER, OUTER, ROWS), order.columns)
        middle = 2 * np.pi * (INNER + OUTER) / 2 / order.columns
        self._window = (max(3, round(1.5 * ball / middle)) | 1, max(3, round(1.5 * ball / STEP)) | 1)
        groups = [group for group in (order.red, order.black | order.green) if group.any()]
        self._groups = [np.nonzero(group)[0] for group in groups]
        self._zeros = np.nonzero(order.green)[0]

    def read(self, frame: Frame, column: float) -> PocketSighting | None:
        """The ball, where exactly one thing as large and bright as it lies among the pockets."""
        strip = cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR)
        turned = np.roll(strip, PER_POCKET // 2 - round(column), axis=1).astype(np.float32)
        odd = self._against_its_like(turned)
        wide, high = self._window
        padded = np.concatenate([odd[:, -wide:], odd, odd[:, :wide]], axis=1)
        felt = cv2.boxFilter(np.clip(padded, 0, 150), cv2.CV_32F, (wide, high), borderType=cv2.BORDER_REPLICATE)
        felt = felt[:, wide:-wide]
        best = felt.max(axis=0)
        top = int(best.argmax())
        away = np.abs((np.arange(best.size) - top + best.size // 2) % best.size - best.size // 2) > PER_POCKET
        if best[top] < STANDS_OUT or best[top] < ALONE * float(best[away].max()):
            return None
        return self._exactly(odd, top, int(felt[:, top].argmax()), float(best[top]), frame.micros / 1e6, column)

    def _against_its_like(self, strip: NDArray[np.float32]) -> NDArray[np.float32]:
        """What is left of each pocket when the middle one of its colour is taken away."""
        cells = strip.reshape(ROWS, -1, PER_POCKET)
        odd = np.empty_like(cells)
        for group in self._groups:
            middle = group.size // 2
            odd[:, group] = cells[:, group] - np.partition(cells[:, group], middle, axis=1)[:, middle:middle + 1]
        if self._zeros.size:
            # A zero has no like: it is a black pocket of another brightness, told from the part a ball leaves free.
            free = PER_POCKET // 4
            odd[:, self._zeros] -= np.partition(odd[:, self._zeros], free, axis=2)[:, :, free:free + 1]
        return odd.reshape(ROWS, -1)

    def _exactly(self, odd: NDArray[np.float32], column: int, row: int, contrast: float, seconds: float,
                 zero: float) -> PocketSighting:
        reach = PER_POCKET * 3 // 4
        columns = np.arange(column - reach, column + reach + 1)
        rows = slice(max(0, row - 4), row + 5)
        weight = np.clip(odd[rows][:, columns % odd.shape[1]] - 0.4 * contrast, 0, 120)
        total = float(weight.sum()) or 1.0
        at = float((weight.sum(axis=0) * columns).sum()) / total + (round(zero) - zero)
        height = np.arange(ROWS)[rows]
        radius = INNER + STEP * float((weight.sum(axis=1) * height).sum()) / total
        pockets = odd.shape[1] // PER_POCKET
        return PocketSighting(seconds, (at / PER_POCKET - 0.5) % pockets, radius, contrast)
