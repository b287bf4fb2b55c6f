"""Cylinders standing on the cloth, fitted to a silhouette: the base's place and how many chips high it is."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import msgspec
import numpy as np

from schemas.events import Value
from vision.geometry import Camera
from vision.layout.silhouette import Mask, grown, shape_mask

MOST_CHIPS = 40
UNSURE = 0.34
"""Another count is possible if it loses less than this share of what tells the two apart; higher widens bounds."""
CLOSE = 0.08
"""The same, if another bloom is granted to the other count."""
BLIND = 1.4
"""Nor can counts be told apart by fewer pixels than this many rows of a chip's width: so far edges may be wrong."""
SEARCH = (3.0, 1.5, 0.7)
"""Steps in millimetres by which a base is looked for."""
NUDGES = (0.7, 0.35)
"""The same for a base that is nearly known."""
BLOOMS = (0.0, 0.3, 0.6, 0.9, 1.2)
"""By how many pixels blur may widen a silhouette; the second is usual."""
UNUSUAL = 0.15
"""What an unusual bloom costs, in wrong pixels per pixel of outline: lower mistakes a chip's height for blur."""
EDGE_ERROR_PX = 1.3
"""How far shadow and blur may move a silhouette's end: chips thinner than this are counted the less surely."""
EDGE_PX = 14

Base = tuple[int, float, float]
"""Misfit in pixels, x, y."""


class View(Value, frozen=True, kw_only=True, eq=False):
    """A silhouette in a part of the picture, and which pixels tell something because nothing hides them."""

    camera: Camera
    origin: tuple[int, int]
    mask: Mask
    visible: Mask
    bloom: float = 0.6

    @classmethod
    def of(cls, camera: Camera, origin: tuple[int, int], mask: Mask, hidden: Mask) -> View:
        """The part of the picture that the silhouette fills, and its surroundings."""
        left, top, wide, high = cv2.boundingRect(mask)
        x0, y0 = max(0, left - EDGE_PX), max(0, top - EDGE_PX)
        part = np.s_[y0 : top + high + EDGE_PX, x0 : left + wide + EDGE_PX]
        visible = np.ascontiguousarray(1 - hidden[part])
        seen = np.asarray(cv2.bitwise_and(np.ascontiguousarray(mask[part]), visible), np.uint8)
        return cls(camera=camera, origin=(origin[0] + x0, origin[1] + y0), mask=seen, visible=visible)

    def outline(self, x: float, y: float, radius: float, height: float) -> Mask:
        """The silhouette a cylinder would have where it can be seen."""
        shape = grown(self.camera.cylinder(x, y, radius, 0, height), self.bloom)
        return np.asarray(cv2.bitwise_and(shape_mask(self.mask.shape, shape, self.origin), self.visible), np.uint8)

    def misfit(self, x: float, y: float, radius: float, height: float) -> int:
        """In how many visible pixels that silhouette is wrong."""
        return int(cv2.countNonZero(cv2.bitwise_xor(self.outline(x, y, radius, height), self.mask)))

    def agreement(self, x: float, y: float, radius: float, height: float) -> float:
        """Intersection over union of that silhouette with what is seen (0 to 1)."""
        shape = self.outline(x, y, radius, height)
        union = cv2.countNonZero(cv2.bitwise_or(shape, self.mask))
        return cv2.countNonZero(cv2.bitwise_and(shape, self.mask)) / max(union, 1)

    def settled(self, x: float, y: float, radius: float, height: float, steps: tuple[float, ...] = SEARCH) -> Base:
        """The base near x, y where the silhouette fits best, with its misfit."""
        best = (self.misfit(x, y, radius, height), x, y)
        for step in steps:
            for _ in range(4):
                around = [(best[1] + dx * step, best[2] + dy * step) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
                better = min((self.misfit(ax, ay, radius, height), ax, ay) for ax, ay in around)
                if better[0] >= best[0]:
                    break
                best = better
        return best

    def top(self) -> tuple[float, float]:
        """The middle of the silhouette's upper end, in pixels of the picture."""
        row = int(np.flatnonzero(self.mask.any(axis=1))[0])
        columns = np.flatnonzero(self.mask[row : row + 3].any(axis=0))
        return float(columns.mean()) + self.origin[0], row + self.origin[1] - 0.5 + self.bloom

    def middle(self) -> tuple[float, float]:
        """The silhouette's centre, in pixels of the picture."""
        rows, columns = np.nonzero(self.mask)
        return float(columns.mean()) + self.origin[0] + 0.5, float(rows.mean()) + self.origin[1] + 0.5


class Fit(Value, frozen=True, kw_only=True):
    """A stack as its silhouette tells: base, likeliest count, which counts are possible, and how well it agrees."""

    x: float
    y: float
    count: int
    low: int
    high: int
    agreement: float
    spread_mm: float
    """How far the base moves between the possible counts."""


def under_top(camera: Camera, top: tuple[float, float], radius: float, height: float) -> tuple[float, float]:
    """The base of a cylinder whose highest pixel is `top`."""
    x, y = camera.ground(*top, height)
    dx, dy = camera.away(x, y)
    return x - dx * radius, y - dy * radius


def fit_stack(view: View, radius: float, thickness: float, allowed: Callable[[float, float], bool]) -> Fit | None:
    """The stack that explains a silhouette; `allowed` says whether a base may be at a place."""
    if not view.mask.any():
        return None
    top, middle = view.top(), view.middle()

    def start(count: int) -> tuple[float, float]:
        """Under its top, where its foot is hidden; under its middle, where the camera looks down on it."""
        height = count * thickness
        starts = [under_top(view.camera, top, radius, height), view.camera.ground(*middle, height / 2)]
        return min(starts, key=lambda place: (not allowed(*place), view.misfit(place[0], place[1], radius, height)))

    counts = [count for count in range(1, MOST_CHIPS + 1) if allowed(*start(count))]
    if not counts:
        return None
    likely = min(counts, key=lambda count: view.misfit(*start(count), radius, count * thickness))
    near = {c: view.settled(*start(c), radius, c * thickness) for c in (likely - 1, likely, likely + 1) if c in counts}
    view = _bloomed(view, near, radius, thickness)
    tried = {c: view.settled(base[1], base[2], radius, c * thickness, NUDGES) for c, base in near.items()}
    best = min(tried, key=lambda count: tried[count][0])
    possible = [best]
    for step in (-1, 1):
        count = best + step
        while count in counts:
            if count not in tried:
                tried[count] = view.settled(*start(count), radius, count * thickness, SEARCH + NUDGES)
            if not _possible(view, tried, best, count, radius, thickness):
                break
            possible.append(count)
            count += step
    _, x, y = tried[best]
    spread = max(float(np.hypot(tried[count][1] - x, tried[count][2] - y)) for count in possible)
    slack = int(EDGE_ERROR_PX / max(view.camera.px_per_mm_up(x, y) * thickness, 0.05))
    low, high = max(1, min(possible) - slack), max(possible) + slack
    return Fit(x=x, y=y, count=best, low=low, high=high, spread_mm=spread,
               agreement=view.agreement(x, y, radius, best * thickness))


def recount(view: View, x: float, y: float, radius: float, thickness: float) -> Fit:
    """How many chips stand on a known base; 0 when none does."""
    likely = min(range(1, MOST_CHIPS + 1), key=lambda count: view.misfit(x, y, radius, count * thickness))
    if view.misfit(x, y, radius, likely * thickness) >= cv2.countNonZero(view.mask):
        return Fit(x=x, y=y, count=0, low=0, high=0, agreement=1.0, spread_mm=0.0)
    near = {c: view.settled(x, y, radius, c * thickness, NUDGES) for c in range(max(1, likely - 2), likely + 3)}
    view = _bloomed(view, near, radius, thickness)
    tried = {c: view.settled(base[1], base[2], radius, c * thickness, NUDGES[1:]) for c, base in near.items()}
    best = min(tried, key=lambda count: tried[count][0])
    possible = [c for c in tried if c == best or _possible(view, tried, best, c, radius, thickness)]
    return Fit(x=x, y=y, count=best, low=min(possible), high=max(possible), spread_mm=0.0,
               agreement=view.agreement(*tried[best][1:], radius, best * thickness))


def _bloomed(view: View, near: dict[int, Base], radius: float, thickness: float) -> View:
    """The view with the bloom that lets one of the likely counts fit best: the chips' known width decides it."""
    return min((msgspec.structs.replace(view, bloom=bloom) for bloom in BLOOMS),
               key=lambda one: min(_cost(one, base, radius, count * thickness) for count, base in near.items()))


def _cost(view: View, base: Base, radius: float, height: float) -> float:
    """Wrong pixels, and what an unusual bloom costs on top."""
    around = 2 * sum(view.mask.shape)
    return view.misfit(base[1], base[2], radius, height) + UNUSUAL * abs(view.bloom - BLOOMS[1]) * around


def _possible(view: View, tried: dict[int, Base], best: int, other: int, radius: float, thickness: float) -> bool:
    """Whether the other count explains the silhouette nearly as well, where the two differ at all."""
    telling = cv2.countNonZero(cv2.bitwise_xor(view.outline(*tried[best][1:], radius, best * thickness),
                                               view.outline(*tried[other][1:], radius, other * thickness)))
    _, x, y = tried[best]
    (left, _), (right, _) = view.camera.at(x - radius, y), view.camera.at(x + radius, y)
    if tried[other][0] - tried[best][0] < max(UNSURE * telling, BLIND * abs(right - left)):
        return True
    blurred = min(_cost(msgspec.structs.replace(view, bloom=bloom), tried[other], radius, other * thickness)
                  for bloom in BLOOMS)
    return blurred - _cost(view, tried[best], radius, best * thickness) < CLOSE * telling
