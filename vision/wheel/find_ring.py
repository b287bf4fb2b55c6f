"""Places in the picture that may be the number ring: ellipses round what is busy."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.busy import Busy
from vision.wheel.ring_plane import Ellipse

LEAST_CHANGE = 2.5
"""Busyness that a red and black ring exceeds; lower it and noise is searched for wheels, which costs time."""
LEAST_WIDTH = 0.08
"""The ring's width as a part of the picture's; a smaller one cannot be read anyway."""
SHARES = (0.35, 0.25, 0.15, 0.5)
"""Parts of the busiest places' busyness from which a place counts; a lower one finds a pale ring beside bright cloth,
a higher one tells a ring from what lies against it."""
OUTLINES = 5
"""How many outlines are tried for each of these, the longest first; more costs time."""
TRIES = 120
"""How often an ellipse is tried through a few places of an outline of which only a part is the ring's."""
ON_IT = 1.5
"""How far, in picture points, an outline may be from the ellipse and be on it."""
ENOUGH = 0.25
"""The part of an outline that must be on the ellipse; lower it and anything has an ellipse."""

Points = NDArray[np.float32]


def candidates(busy: Busy) -> Iterator[Ellipse]:
    """Ellipses round busy places, each once; those that are usually right first."""
    found = list[Ellipse]()
    level = float(np.percentile(busy, 99.5))
    for share in SHARES if level > LEAST_CHANGE else ():
        for outline in _outlines(busy > share * level):
            for ellipse in _ellipses(outline, busy.shape[1]):
                if not any(_alike(ellipse, other) for other in found):
                    found.append(ellipse)
                    yield ellipse


def _outlines(mask: NDArray[np.bool_]) -> list[Points]:
    """The longest outlines of busy places, inner ones too, without what is only the picture's own border."""
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
    drawn, _ = cv2.findContours(whole, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    high, wide = mask.shape
    kept = []
    for outline in sorted(drawn, key=len, reverse=True)[:OUTLINES]:
        points = outline.reshape(-1, 2).astype(np.float32)
        x, y = points[:, 0], points[:, 1]
        kept.append(points[(x > 2) & (y > 2) & (x < wide - 3) & (y < high - 3)])
    return [points for points in kept if len(points) >= 24]


def _ellipses(outline: Points, width: int) -> Iterator[Ellipse]:
    hull = cv2.convexHull(outline).reshape(-1, 2).astype(np.float32)
    for ellipse in (ellipse_through(hull) if len(hull) > 8 else None, through_most(outline)):
        if ellipse is not None and LEAST_WIDTH * width / 2 < ellipse.b <= ellipse.a < min(2.5 * ellipse.b, width):
            yield ellipse


def through_most(outline: Points, on_it: float = ON_IT) -> Ellipse | None:
    """The ellipse on which most of an outline lies, where the rest of it is something else's."""
    rng = np.random.default_rng(len(outline))
    most: NDArray[np.bool_] | None = None
    for _ in range(TRIES):
        tried = ellipse_through(outline[rng.choice(len(outline), 6, replace=False)])
        if tried is None or not 4 < tried.b <= tried.a < 2.5 * tried.b:
            continue
        near = misfit(outline, tried) * tried.b < on_it
        if most is None or near.sum() > most.sum():
            most = near
    return ellipse_through(outline[most]) if most is not None and most.sum() >= max(24, ENOUGH * len(most)) else None


def ellipse_through(points: Points) -> Ellipse | None:
    """The ellipse nearest to the points; nothing if they lie on none."""
    (x, y), (first, second), degrees = cv2.fitEllipseDirect(points)
    if not (np.isfinite([x, y, first, second, degrees]).all() and min(first, second) > 1):
        return None
    if first < second:
        first, second, degrees = second, first, degrees + 90
    return Ellipse(x, y, first / 2, second / 2, float(np.radians(degrees)))


def misfit(points: NDArray[np.floating], ellipse: Ellipse) -> NDArray[np.float64]:
    """How far points are from the ellipse, in half axes."""
    x, y, w = np.linalg.solve(ellipse.affine, np.stack([points[:, 0], points[:, 1], np.ones(len(points))]))
    off: NDArray[np.float64] = np.abs(np.hypot(x / w, y / w) - 1)
    return off


def _alike(one: Ellipse, other: Ellipse) -> bool:
    apart = np.hypot(one.x - other.x, one.y - other.y) + abs(one.a - other.a) + abs(one.b - other.b)
    return bool(apart < 0.06 * one.b)
