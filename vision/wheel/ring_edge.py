"""The number ring's outer edge as exactly as the pictures show it: where the known order of colours ends."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.find_ring import ellipse_through, misfit, through_most
from vision.wheel.fit_numbers import NumberFit
from vision.wheel.numbers import PER_POCKET, NumberOrder
from vision.wheel.ring_plane import Ellipse

RADII = np.linspace(0.76, 1.44, 69)
"""Where the edge is looked for, in radii of the edge as it is known so far: as far out as the numbers lie if what is
known are the pockets, which may follow the same order inside them."""
LASTS = 4
"""How many of these radii running must follow the order; fewer let a reflection on the bowl's apron be the edge."""
FAINT = 0.2
"""The part of the strongest following from which a place follows the order at all; lower it and reflections of the
numbers on the bowl do, raise it and numbers under large numerals do not."""
STRETCH = 0.08
"""How wide the outermost stretch is taken to be, in radii: part of the numbers, never the pockets."""
BAND = 10
"""How many of these radii lie on the numbers at least; they are about twice as many on ordinary wheels."""
POCKETS = 3
"""Over how many pockets the order is compared at a place; fewer let a hand's edge pass, more smear the edge."""
ON_EDGE = 0.012
"""How far a place may be from the ellipse, of its size, and be on it; raise it and the pockets' edge pulls it in."""
FEWEST = 60
"""Places, of 180 round the ring, at which the edge must be seen; lower it and half a ring passes for a whole."""


def edge_by_numbers(redness: NDArray[np.uint8], fit: NumberFit, order: NumberOrder) -> Ellipse | None:
    """The ellipse through the places where the order's colours end; nothing if they are seen at too few."""
    follows = _follows(redness, fit, order)[:, :: order.columns // 180]
    strongest = np.sort(follows, axis=0)[-BAND]
    angle = np.arange(follows.shape[1]) * (order.columns // 180) * 2 * np.pi / order.columns
    radius = np.array([_edge(column, level) for column, level in zip(follows.T, strongest, strict=True)])
    there = (strongest > 0.3 * float(np.median(strongest))) & np.isfinite(radius)
    if there.sum() < FEWEST:
        return None
    u, v = fit.plane.picture(radius[there] * np.cos(angle[there]), radius[there] * np.sin(angle[there]))
    inside = (u > 1) & (v > 1) & (u < redness.shape[2] - 2) & (v < redness.shape[1] - 2)
    return _smooth(np.stack([u, v], axis=1)[inside].astype(np.float32))


def _follows(redness: NDArray[np.uint8], fit: NumberFit, order: NumberOrder) -> NDArray[np.float32]:
    """At each radius and angle of the picture, how strongly redness follows the order as it turns."""
    across, down = fit.plane.unroll(RADII, order.columns)
    total = np.zeros((RADII.size, order.columns), np.float32)
    for picture, column in zip(redness, fit.columns, strict=True):
        strip = cv2.remap(picture, across, down, cv2.INTER_LINEAR).astype(np.float32)
        pattern = np.roll(order.pattern, round(column)).astype(np.float32)[None, :]
        total += _near(strip * pattern) - _near(strip) * _near(pattern)
    return total


def _near(strip: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean over a few pockets, round the ring."""
    wide = POCKETS * PER_POCKET
    padded = np.concatenate([strip[:, -wide:], strip, strip[:, :wide]], axis=1)
    return cv2.blur(padded, (wide + 1, 1))[:, wide:-wide].astype(np.float32)


def _edge(column: NDArray[np.float32], strongest: float) -> float:
    """Where the outermost stretch that follows the order at all falls to half of its own strength.

    Numbers under white numerals follow it much less strongly than the plain pockets inside them.
    """
    last = _falls(column, FAINT * strongest)
    if not np.isfinite(last):
        return last
    outermost = column[(last - STRETCH < RADII) & (last > RADII)]
    return _falls(column, max(FAINT * strongest, 0.5 * float(outermost.max(initial=0.0))))


def _falls(column: NDArray[np.float32], level: float) -> float:
    """The outermost radius at which what followed the order falls below a level; between two if need be."""
    follows = np.convolve(column >= level, np.ones(LASTS), "valid") == LASTS
    if not follows.any() or level <= 0:
        return float("nan")
    at = int(np.nonzero(follows)[0][-1]) + LASTS
    if at >= RADII.size:  # farther out than was looked: from there it is looked for again
        return float(RADII[-1])
    part = (column[at - 1] - level) / max(1e-6, float(column[at - 1] - column[at]))
    return float(RADII[at - 1] + part * (RADII[at] - RADII[at - 1]))


def _smooth(points: NDArray[np.float32]) -> Ellipse | None:
    """The ellipse through most of the points: where glare drowns the numbers, the rest lies on the pockets' edge."""
    size = float(np.ptp(points, axis=0).min()) / 2 if len(points) else 0.0
    found = through_most(points, ON_EDGE * size) if len(points) >= FEWEST else None
    for _ in range(3):
        if found is None:
            return None
        off = misfit(points, found)
        points = points[off < max(0.01, 3 * float(np.median(off)))]
        found = ellipse_through(points) if len(points) >= FEWEST else None
    return found
