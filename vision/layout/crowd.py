"""What stands on a felt at one glance: a silhouette of many chips taken apart into stacks, touching ones too."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import Value
from vision.frame import Image
from vision.geometry import Camera, Points
from vision.layout.chips import Palette
from vision.layout.silhouette import Mask, shape_mask

COUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22)
"""Heights tried at first; the ones between are tried where a stack was found."""
WRONG = 1.6
"""What a pixel of bare cloth inside a stack's outline costs; higher splits silhouettes, lower lets stacks swell."""
TOP = 1.2
"""What a top face of one colour is worth, in pixels of it; higher trusts colours more than outlines."""
INLAY = 0.5
"""The middle of a face, where a print of any colour may be, is not asked for the chip's colour."""
TALLER = 0.012
"""What each chip more costs, in chip faces: of two that explain the same, the lower stack is likelier."""
LEAST = 0.30
"""The share of a chip's face that must speak for a stack; lower finds hidden ones and takes print for chips."""
ALIKE = 0.42
"""The share of a top face that must show one known colour."""
APART = 0.82
"""Two stacks stand at least this share of a chip's width apart."""
BLUR_PX = 1.3
"""How far an outline may be wrong; it widens the counts where a chip is not much higher than this."""
MOST = 60
TALLEST = 25

Labels = NDArray[np.int16]
Floats = NDArray[np.float32]

UNCONFIRMED = 0.85
"""The most a stack is trusted that no empty felt was seen under: print can look like chips. From 0.9 on it could carry
a breach by itself."""


class Heap(Value, frozen=True, kw_only=True):
    """A stack as its outline and its top tell: base, count with bounds, the top's colour, and how sure it is there."""

    x: float
    y: float
    count: int
    low: int
    high: int
    colour: str | None
    sure: float


class Crowd:
    """One silhouette of things in a part of the picture, and the known colours its pixels show."""

    def __init__(self, camera: Camera, palette: Palette, size: tuple[float, float], foreign: Mask, labels: Labels,
                 origin: tuple[int, int]) -> None:
        self.camera, self.palette, self.origin = camera, palette, origin
        self.radius, self.thickness = size
        self.foreign, self.labels = foreign, labels
        self.rest = foreign.copy()
        self.face = self._face(self._middle())

    def heaps(self) -> list[Heap]:
        """The stacks that explain the silhouette, the most telling first."""
        found: list[Heap] = []
        while len(found) < MOST and cv2.countNonZero(self.rest) > LEAST * self.face:
            heap = self._next(found)
            if heap is None:
                break
            found.append(heap)
            self.rest &= 1 - self._outline(heap.x, heap.y, heap.count)
        return found

    # -------------------------------------------------------------------------------------------- one stack

    def _next(self, found: list[Heap]) -> Heap | None:
        starts = self._starts(found)
        best = max((self._settled(*start, found) for start in starts), key=lambda one: one[0], default=None)
        if best is None or best[0] < LEAST * self.face:
            return None
        _, x, y, count = best
        colour, share = self._top(x, y, count)
        if share < ALIKE:
            self.rest &= 1 - self._outline(x, y, count)
            return self._next(found) if cv2.countNonZero(self.rest) > LEAST * self.face else None
        low, high = self._bounds(x, y, count)
        sure = min(UNCONFIRMED, 0.35 + 0.35 * share + 0.3 * self._fill(x, y, count))
        return Heap(x=x, y=y, count=count, low=low, high=high, colour=colour, sure=round(sure, 2))

    def _starts(self, found: list[Heap]) -> list[tuple[float, float, int]]:
        """Likely places by correlation: outlines are nearly alike all over one silhouette."""
        x, y = self._middle()
        whole, rest = self.foreign.astype(np.float32), self.rest.astype(np.float32)
        free = self._free(found, rest.shape)
        starts: list[tuple[float, float, float, int]] = []
        for count in COUNTS:
            shape, anchor = self._template(x, y, count)
            if shape.shape[0] > 3 * whole.shape[0] or shape.shape[1] > 3 * whole.shape[1]:
                break
            area = float(shape.sum())
            good, covered = (cv2.filter2D(mask, cv2.CV_32F, shape, anchor=anchor, borderType=cv2.BORDER_CONSTANT)
                             for mask in (rest, whole))
            score = np.where(free, good - WRONG * (area - covered) - TALLER * count * self.face, -1e9)
            v, u = divmod(int(score.argmax()), score.shape[1])
            gx, gy = self.camera.ground(u + self.origin[0], v + self.origin[1])
            starts.append((float(score[v, u]), gx, gy, count))
        starts.sort(reverse=True)
        return [(gx, gy, count) for score, gx, gy, count in starts[:4] if score > 0]

    def _settled(self, x: float, y: float, count: int, found: list[Heap]) -> tuple[float, float, float, int]:
        best = (self._score(x, y, count), x, y, count)
        for step in (5.0, 2.5, 1.2):
            for _ in range(6):
                moves = [(step, 0, 0), (-step, 0, 0), (0, step, 0), (0, -step, 0)]
                dx, dy = self.camera.away(best[1], best[2])
                lift = self._lift(best[1], best[2])
                moves += [(-dx * lift * n, -dy * lift * n, n) for n in (1, -1, 3, -3)]
                moves += [(0, 0, 1), (0, 0, -1)]
                tried = [(best[1] + mx, best[2] + my, best[3] + n) for mx, my, n in moves]
                tried = [one for one in tried
                         if 1 <= one[2] <= TALLEST and self._stands_apart(one[0], one[1], found)]
                better = max(((self._score(*one), *one) for one in tried), key=lambda one: one[0], default=best)
                if better[0] <= best[0]:
                    break
                best = better
        return best

    def _score(self, x: float, y: float, count: int) -> float:
        shape = self._outline(x, y, count)
        area = cv2.countNonZero(shape)
        whole = self._area(x, y, count)
        good = cv2.countNonZero(shape & self.rest)
        covered = cv2.countNonZero(shape & self.foreign)
        _, share = self._top(x, y, count)
        cut = max(0.0, whole - area)  # what the window's edge hides says nothing for it
        face = TOP * (share - 0.5) - TALLER * count
        return good - WRONG * (area - covered) - 0.5 * cut + face * self.face

    def _bounds(self, x: float, y: float, count: int) -> tuple[int, int]:
        """Counts that the outline cannot tell from this one."""
        chip = self.thickness * self.camera.px_per_mm_up(x, y)
        doubt = max(0, math.ceil(BLUR_PX / max(chip, 0.02) - 0.5))
        return max(1, count - doubt), min(30, count + doubt) if chip > 0.3 else 20

    # -------------------------------------------------------------------------------------------- pixels

    def _top(self, x: float, y: float, count: int) -> tuple[str | None, float]:
        """The colour that most of the top face shows, and how much of it."""
        z = count * self.thickness
        face, inlay = (shape_mask(self.foreign.shape, self.camera.disc(x, y, z, self.radius * share), self.origin)
                       for share in (0.94, INLAY))
        inside = face > inlay
        shown = self.labels[inside]
        if len(shown) < 8:
            return None, 0.0
        counts = np.bincount(shown + 1, minlength=len(self.palette.names) + 1)[1:]
        nth = int(counts.argmax())
        return self.palette.names[nth], float(counts[nth]) / len(shown)

    def _fill(self, x: float, y: float, count: int) -> float:
        shape = self._outline(x, y, count)
        return cv2.countNonZero(shape & self.foreign) / max(1, cv2.countNonZero(shape))

    def _outline(self, x: float, y: float, count: int) -> Mask:
        outline = self.camera.cylinder(x, y, self.radius, 0, count * self.thickness)
        return shape_mask(self.foreign.shape, outline, self.origin)

    def _area(self, x: float, y: float, count: int) -> float:
        outline = self.camera.cylinder(x, y, self.radius, 0, count * self.thickness)
        return float(cv2.contourArea(outline.astype(np.float32)))

    def _template(self, x: float, y: float, count: int) -> tuple[Floats, tuple[int, int]]:
        outline: Points = self.camera.cylinder(x, y, self.radius, 0, count * self.thickness)
        left, top = np.floor(outline.min(axis=0)).astype(int)
        right, bottom = np.ceil(outline.max(axis=0)).astype(int)
        base = self.camera.at(x, y)
        shape = shape_mask((bottom - top + 1, right - left + 1), outline, (left, top)).astype(np.float32)
        anchor = (int(np.clip(round(base[0]) - left, 0, shape.shape[1] - 1)),
                  int(np.clip(round(base[1]) - top, 0, shape.shape[0] - 1)))
        return shape, anchor

    def _free(self, found: list[Heap], shape: tuple[int, ...]) -> NDArray[np.bool_]:
        taken = np.zeros(shape, np.uint8)
        for heap in found:
            taken |= shape_mask(shape, self.camera.disc(heap.x, heap.y, 0, APART * 2 * self.radius), self.origin)
        return np.asarray(taken == 0, np.bool_)

    def _stands_apart(self, x: float, y: float, found: list[Heap]) -> bool:
        return all(math.hypot(x - heap.x, y - heap.y) > APART * 2 * self.radius for heap in found)

    def _lift(self, x: float, y: float) -> float:
        """How far away on the cloth a top face seems to move for each chip."""
        (u, v), (gx, gy) = self.camera.at(x, y, self.thickness), (x, y)
        sx, sy = self.camera.ground(u, v)
        return math.hypot(sx - gx, sy - gy)

    def _middle(self) -> tuple[float, float]:
        rows, columns = np.nonzero(self.foreign)
        return self.camera.ground(float(columns.mean()) + self.origin[0], float(rows.mean()) + self.origin[1])

    def _face(self, at: tuple[float, float]) -> float:
        return float(cv2.contourArea(self.camera.disc(*at, 0, self.radius).astype(np.float32)))


def label(picture: Image, mask: Mask, palette: Palette, odd: float) -> Labels:
    """The nearest known colour of every pixel of a mask, -1 where none is near."""
    labels = np.full(mask.shape, -1, np.int16)
    if not palette.names or not mask.any():
        return labels
    away = palette.washed(picture[mask > 0].astype(np.float32))
    nearest = away.argmin(axis=1)
    labels[mask > 0] = np.where(away[np.arange(len(nearest)), nearest] < odd, nearest, -1)
    return labels
