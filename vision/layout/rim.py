"""The cloth in the camera's cells: where it lies, the rim round it that arms come in over, and whose rim that is."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import Side
from schemas.layout import Felt, boxes, extra_boxes
from vision.geometry import Camera, Points

Mask = NDArray[np.uint8]
BESIDE_MM = 45.0
"""Beyond the print that chips may stand; a hand that stays outside is not over the felt."""
RIM_MM = 110.0
"""How far beyond the print is looked at: less meets arms later, more looks at racks, drinks and people."""
HAND_MM = 40.0
"""How high over the cloth hands move: where a pixel of an arm lies is told for this height."""

LEANS = 0.4
"""An arm that points this much across the table comes from the side it points away from; lower names arms that come
in along the table, higher leaves more of them open."""
SEAT_MM = 450.0
"""How far beyond the players' print their shoulders are: an arm is followed back to there."""
LOOKS = 4
"""An arm is seen this often before its place at the rail is told."""
PLAIN = 0.27
"""How far from the middle of a place, in places, an arm may come from to be that person's; higher names neighbours."""


class Rim:
    """The print and a little round it, cell by cell."""

    def __init__(self, camera: Camera, felt: Felt, cells: tuple[int, int], cell: int) -> None:
        printed = [*boxes(felt).values(), *extra_boxes(felt).values()]
        self.left, self.top = min(box.x0 for box in printed), min(box.y0 for box in printed)
        self.right, self.bottom = max(box.x1 for box in printed), max(box.y1 for box in printed)
        self.felt = felt
        self.shape = (cells[1], cells[0])
        self._camera, self._cell = camera, cell
        self.near: Mask = self._area(RIM_MM)
        self.inside: Mask = self._area(BESIDE_MM)
        rings, _ = cv2.findContours(self.near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        ring = max(rings, key=len).reshape(-1, 2)
        self.ring: tuple[NDArray[np.intp], NDArray[np.intp]] = ring[:, 1].astype(np.intp), ring[:, 0].astype(np.intp)
        self.x, self.y = self._millimetres()
        self.cell_mm = float(np.sqrt((self.right - self.left + 2 * BESIDE_MM) * (self.bottom - self.top + 2 * BESIDE_MM)
                                     / max(1, cv2.countNonZero(self.inside))))

    def _area(self, beyond: float) -> Mask:
        """The print and so many millimetres round it; everything, where the camera hangs too low to tell."""
        corners = np.array([[self.left - beyond, self.top - beyond, 0], [self.right + beyond, self.top - beyond, 0],
                            [self.right + beyond, self.bottom + beyond, 0],
                            [self.left - beyond, self.bottom + beyond, 0]])
        depth = corners @ self._camera.matrix[2, :3] + self._camera.matrix[2, 3]
        if depth.min() <= 0.05 * depth.max():
            return np.ones(self.shape, np.uint8)
        area = np.zeros(self.shape, np.uint8)
        outline = np.clip(self._camera.project(corners) / self._cell, -8000, 8000)
        cv2.fillConvexPoly(area, np.round(outline * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return area

    def _millimetres(self) -> tuple[Points, Points]:
        """The place on the felt that a hand in each cell is over."""
        rows, columns = np.mgrid[: self.shape[0], : self.shape[1]]
        seen = np.stack([(columns.ravel() + 0.5) * self._cell, (rows.ravel() + 0.5) * self._cell, np.ones(rows.size)])
        x, y, w = np.linalg.solve(self._camera.plane(HAND_MM), seen)
        w = np.where(np.abs(w) < 1e-12, 1e-12, w)
        return np.clip(x / w, -1e5, 1e5).reshape(self.shape), np.clip(y / w, -1e5, 1e5).reshape(self.shape)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place is over the print, or so near that chips could stand there."""
        return (self.left - BESIDE_MM <= x <= self.right + BESIDE_MM
                and self.top - BESIDE_MM <= y <= self.bottom + BESIDE_MM)

    def side_of(self, root: tuple[float, float], inwards: tuple[float, float]) -> Side:
        """Whose arm comes in over the rim here, pointing this way: the dealer's long side, or the players'."""
        x, y = root
        if abs(inwards[1]) >= LEANS:
            return "dealer" if inwards[1] > 0 else "player"
        if inwards != (0.0, 0.0) and not self.left <= x <= self.right:
            return "unknown"  # along the table, over a short end
        return "dealer" if y < self.top else "player" if y > self.bottom else "unknown"

    def along_rail(self, root: tuple[float, float], inwards: tuple[float, float]) -> float | None:
        """Where along the players' side an arm comes from, in felt millimetres."""
        if inwards[1] > -LEANS:
            return None
        return root[0] + inwards[0] / inwards[1] * (self.bottom + SEAT_MM - root[1])

    def position(self, places: Sequence[float]) -> int | None:
        """Whose place along the rail that is: 1 at the zero, 7 at the far end; None where two people may be meant."""
        if len(places) < LOOKS:
            return None
        apart = self.felt.length / 6
        at = 1 + float(np.median(places)) / apart
        wavers = float(np.median(np.abs(np.array(places) - np.median(places)))) / apart
        number = round(at)
        return number if abs(at - number) + wavers < PLAIN and 1 <= number <= 7 else None
