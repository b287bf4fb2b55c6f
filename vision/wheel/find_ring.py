"""Finding the number ring: where redness keeps changing while the wheel turns."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.ring_plane import Ellipse

LEAST_CHANGE = 5.0
"""Mean deviation of redness that a turning red-black ring exceeds; lower it and flicker passes for a wheel."""
LEAST_WIDTH = 0.12
"""The ring's width as a part of the picture's; a smaller one cannot be read anyway."""
MOST_MISFIT = 0.02
"""Median distance of the found edge from its ellipse, in half axes; raise it and a hand or a panning camera passes."""


def change_of(redness: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Mean absolute deviation over time, per picture point: a hand that passes once leaves little."""
    middle = np.median(redness, axis=0).astype(np.float32)
    total = np.zeros_like(middle)
    for picture in redness:
        total += np.abs(picture.astype(np.float32) - middle)
    smooth: NDArray[np.float32] = cv2.GaussianBlur(total / len(redness), (0, 0), 0.8).astype(np.float32)
    return smooth


def find_ring(change: NDArray[np.float32]) -> Ellipse | None:
    """The ring's outer edge, or nothing if nothing turns there."""
    busy = float(np.percentile(change, 99.5))
    if busy < LEAST_CHANGE:
        return None
    mask = (change > 0.35 * busy).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)).astype(np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hulls = sorted((cv2.convexHull(outline) for outline in outlines if len(outline) > 20), key=cv2.contourArea)
    if not hulls or len(hulls[-1]) < 8:
        return None
    rough = _ellipse(hulls[-1].reshape(-1, 2).astype(np.float32))
    if not (LEAST_WIDTH * change.shape[1] / 2 < rough.b <= rough.a < 2.5 * rough.b):
        return None
    return refined(change, rough)


def _ellipse(points: NDArray[np.float32]) -> Ellipse:
    (x, y), (first, second), degrees = cv2.fitEllipse(points)
    if first < second:
        first, second, degrees = second, first, degrees + 90
    return Ellipse(x, y, first / 2, second / 2, float(np.radians(degrees)))


def refined(change: NDArray[np.float32], rough: Ellipse) -> Ellipse | None:
    """The same from where the change falls off, ray by ray; nothing if those places are on no ellipse."""
    found = rough
    for _ in range(3):
        points = _edge(change, found)
        if len(points) < 60:
            return None
        off = _misfit(points, found)
        points = points[off < max(0.01, 3 * float(np.median(off)))]
        found = _ellipse(points.astype(np.float32))
    return found if float(np.median(_misfit(_edge(change, found), found))) < MOST_MISFIT else None


def _misfit(points: NDArray[np.float64], ellipse: Ellipse) -> NDArray[np.float64]:
    x, y, w = np.linalg.solve(ellipse.affine, np.stack([points[:, 0], points[:, 1], np.ones(len(points))]))
    off: NDArray[np.float64] = np.abs(np.hypot(x / w, y / w) - 1)
    return off


def _edge(change: NDArray[np.float32], ellipse: Ellipse) -> NDArray[np.float64]:
    """On each of 180 rays the outermost place where change falls to half of the ring's own."""
    reach = np.linspace(0.8, 1.15, 71)
    angle = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    rays = np.stack([np.outer(np.cos(angle), reach), np.outer(np.sin(angle), reach), np.ones((180, 71))])
    u, v, _ = np.einsum("ij,jkl->ikl", ellipse.affine, rays)
    level = cv2.remap(change, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR)
    inside = (u > 1) & (v > 1) & (u < change.shape[1] - 2) & (v < change.shape[0] - 2)
    points = []
    for nth in range(180):
        half = 0.5 * float(np.median(level[nth, 15:38]))
        above = np.nonzero(level[nth] >= half)[0]
        if half < LEAST_CHANGE / 3 or not above.size or above[-1] >= 70 or not inside[nth, above[-1]]:
            continue
        last = int(above[-1])
        part = (level[nth, last] - half) / max(1e-6, level[nth, last] - level[nth, last + 1])
        points.append([u[nth, last] + (u[nth, last + 1] - u[nth, last]) * part,
                       v[nth, last] + (v[nth, last + 1] - v[nth, last]) * part])
    return np.array(points).reshape(-1, 2)
