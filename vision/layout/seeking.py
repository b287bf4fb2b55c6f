"""Where tops of stacks may be: round patches of one chip's colour, as wide as a chip, wherever the camera sees them."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from schemas.layout import OUTSIDE_MM, ZERO_MM, Felt
from vision.geometry import Points
from vision.layout.evidence import Evidence
from vision.layout.tiles import Floats

PER_MM = 0.5
"""Pixels per millimetre of the view from above in which tops are sought; finer is slower and no surer."""
LIFT_CHIPS = 3
"""The height of the plane in which tops are sought; other heights are seen a few per cent larger or smaller."""
ROUND_MM = 60.0
"""Beyond the print in which tops are sought: tall stacks lean out of it."""
PROMISING = 0.12
"""The mean evidence of a face from which a place is weighed; lower is slower and finds half-hidden tops."""
APART = 0.45
"""Chips' widths between two places of one colour that are both weighed."""
MOST = 160


class Top(Value, frozen=True, kw_only=True):
    """The middle of what may be a top face, in pixels, its colour by number, and its mean evidence."""

    u: float
    v: float
    colour: int
    promise: float


def tops(evidence: Evidence, felt: Felt, radius: float, thickness: float) -> list[Top]:
    """Every promising place, the best first."""
    z = LIFT_CHIPS * thickness
    left, top = -ZERO_MM - ROUND_MM, -ROUND_MM
    size = (round((felt.length + felt.box_mm[0] + ROUND_MM - left) * PER_MM),
            round((felt.width + 2 * OUTSIDE_MM + ROUND_MM - top) * PER_MM))
    down = evidence.camera.plane(z) @ np.array([[1 / PER_MM, 0, left], [0, 1 / PER_MM, top], [0, 0, 1.0]])
    disc = _disc(0.92 * radius * PER_MM)
    inner = _disc(0.5 * radius * PER_MM)
    inlay = _from_above(evidence.inlay, down, size)
    middle = cv2.filter2D(inlay, -1, inner / disc.sum(), borderType=cv2.BORDER_CONSTANT)
    found: list[Top] = []
    for colour, body in enumerate(evidence.body):
        ring = disc.copy()
        off = (disc.shape[0] - inner.shape[0]) // 2
        ring[off : off + inner.shape[0], off : off + inner.shape[1]] -= inner
        score = cv2.filter2D(_from_above(body, down, size), -1, ring / disc.sum(),
                             borderType=cv2.BORDER_CONSTANT) + middle
        wide = 2 * round(APART * radius * PER_MM) + 1
        peak = (score >= cv2.dilate(score, np.ones((wide, wide), np.uint8))) & (score > PROMISING)
        for row, column in zip(*np.nonzero(peak), strict=True):
            x, y = left + column / PER_MM, top + row / PER_MM
            u, v = evidence.camera.at(float(x), float(y), z)
            found.append(Top(u=u, v=v, colour=colour, promise=float(score[row, column])))
    return sorted(found, key=lambda one: -one.promise)[:MOST]


def _from_above(values: Floats, down: Points, size: tuple[int, int]) -> Floats:
    seen = cv2.warpPerspective(values, down, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                               borderMode=cv2.BORDER_CONSTANT, borderValue=(-1.0,))
    return np.asarray(seen, np.float32)


def _disc(radius: float) -> Floats:
    reach = int(np.ceil(radius))
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.clip(radius + 0.5 - np.hypot(rows, columns), 0, 1), np.float32)
