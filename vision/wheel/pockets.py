"""The ball among the pockets, in the rotor's own frame: one pocket that is not like the others of its colour."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin, tau

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.numbers import PER_POCKET, NumberOrder
from vision.wheel.pocket_light import PocketLight
from vision.wheel.ring_plane import RingPlane

ROWS = 16
BEYOND = (0.02, 0.01)
"""How far inside and outside the pockets' edges is looked, in radii of the number ring: a ball seen from the side
appears a little off. More lets the cone's ornaments and the digits in."""
STANDS_OUT = 14.0
"""Grey levels, averaged over the ball's size, by which it outshines its pocket; lower it and frets' glints pass."""
CLEARLY = 7.0
"""How many times more than the pockets differ among themselves; lower it and noise in a poor picture passes."""
ALONE = 1.5
"""How many times more it stands out than anything elsewhere; lower it and a hand's edge passes for the ball."""
RESTLESS = 30.0
"""Grey levels by which a tenth of a circle may differ from its like; circles that differ more, where digits reach in,
count for less. Lower it and a poor picture's pockets count for less too."""
FAINTER = 0.6
"""How much less a ball must stand out in what several frames have in common, where noise is less; lower it and a worn
pocket passes for a ball."""
GATHER_S = 0.35
"""Over how long the rotor's picture is gathered where one frame shows nothing; longer sees fainter balls, later."""


@dataclass(frozen=True)
class PocketSighting:
    """The ball seen from the rotor: pockets clockwise from pocket 0's middle, radius, how clearly it stands out.

    `lean` and `reach` are by how many pockets and radii it would seem shifted if it lay one radius higher.
    """

    seconds: float
    place: float
    radius: float
    contrast: float
    lean: float = 0.0
    reach: float = 0.0
    gathered: bool = False

    @property
    def pocket(self) -> int:
        """The nearest pocket's index, may be the count itself for 0."""
        return round(self.place)


class PocketReader:
    """Looks for the ball in the pockets, in each frame and in what the last frames have in common."""

    def __init__(self, plane: RingPlane, order: NumberOrder, ball: float, rings: tuple[float, float]) -> None:
        """`rings` are the pockets' outer and inner edges."""
        self._inner, outer = rings[1] - BEYOND[0], rings[0] + BEYOND[1]
        self._step = (outer - self._inner) / (ROWS - 1)
        self._order, self._tilt = order, plane.tilt
        self._map = plane.unroll(np.linspace(self._inner, outer, ROWS), order.columns)
        middle = tau * (self._inner + outer) / 2 / order.columns
        self._window = (max(3, round(1.5 * ball / middle)) | 1, max(3, round(1.5 * ball / self._step)) | 1)
        groups = [group for group in (order.red, order.black | order.green) if group.any()]
        self._groups = [np.nonzero(group)[0] for group in groups]
        self._zeros = np.nonzero(order.green)[0]
        self._light = PocketLight((ROWS, order.columns))
        self._gathered: NDArray[np.float32] | None = None
        self._last_s = 0.0

    def read(self, frame: Frame, column: float, *, covered: bool = False) -> PocketSighting | None:
        """The ball, where exactly one thing as large and bright as it lies among the pockets."""
        seconds = frame.micros / 1e6
        strip = cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR).astype(np.float32)
        even = self._light.evened(strip, column, learn=not covered)
        odd = self._against_its_like(np.roll(even, PER_POCKET // 2 - round(column), axis=1))
        gathered = self._gather(odd, seconds, covered)
        found = self._find(odd, seconds, column, gathered=False)
        return found or (None if gathered is None else self._find(gathered, seconds, column, gathered=True))

    def _gather(self, odd: NDArray[np.float32], seconds: float, covered: bool) -> NDArray[np.float32] | None:
        """What the last frames have in common on the rotor: glints pass over it, a resting ball stays."""
        passed = seconds - self._last_s
        self._last_s = seconds
        if covered or self._gathered is None or passed > GATHER_S:
            self._gathered = None if covered else odd.copy()
            return None
        self._gathered += np.float32(1 - np.exp(-passed / GATHER_S)) * (odd - self._gathered)
        return self._gathered

    def _find(self, odd: NDArray[np.float32], seconds: float, column: float, *,
              gathered: bool) -> PocketSighting | None:
        wide, high = self._window
        padded = np.concatenate([odd[:, -wide:], odd, odd[:, :wide]], axis=1)
        felt = cv2.boxFilter(np.clip(padded, -60, 150), cv2.CV_32F, (wide, high), borderType=cv2.BORDER_REPLICATE)
        felt = felt[:, wide:-wide]
        best = felt.max(axis=0)
        top = int(best.argmax())
        away = np.abs((np.arange(best.size) - top + best.size // 2) % best.size - best.size // 2) > PER_POCKET
        usual = float(np.median(best))
        spread = 1.5 * float(np.median(np.abs(best - usual))) + 0.3
        stands = float(best[top]) - max(0.0, usual)
        other = float(best[away].max()) - max(0.0, usual)
        if stands < STANDS_OUT * (FAINTER if gathered else 1) or stands < CLEARLY * spread or stands < ALONE * other:
            return None
        return self._exactly(odd, top, int(felt[:, top].argmax()), stands, seconds, column, gathered)

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
        flat = odd.reshape(ROWS, -1)
        restless = np.partition(np.abs(flat), int(0.9 * flat.shape[1]), axis=1)[:, int(0.9 * flat.shape[1])]
        calm: NDArray[np.float32] = np.minimum(1, RESTLESS / np.maximum(restless, 1))[:, None].astype(np.float32)
        return flat * calm

    def _exactly(self, odd: NDArray[np.float32], column: int, row: int, contrast: float, seconds: float,
                 zero: float, gathered: bool) -> PocketSighting:
        reach = PER_POCKET * 3 // 4
        columns = np.arange(column - reach, column + reach + 1)
        rows = slice(max(0, row - 4), row + 5)
        weight = np.clip(odd[rows][:, columns % odd.shape[1]] - 0.4 * contrast, 0, 120)
        total = float(weight.sum()) or 1.0
        at = float((weight.sum(axis=0) * columns).sum()) / total + (round(zero) - zero)
        height = np.arange(ROWS)[rows]
        radius = self._inner + self._step * float((weight.sum(axis=1) * height).sum()) / total
        pockets = odd.shape[1] // PER_POCKET
        angle = (at - PER_POCKET / 2 + zero) / odd.shape[1] * tau
        x, y = self._tilt
        lean = (y * cos(angle) - x * sin(angle)) / radius / tau * pockets
        return PocketSighting(seconds, (at / PER_POCKET - 0.5) % pockets, radius, contrast, lean,
                              x * cos(angle) + y * sin(angle), gathered)
