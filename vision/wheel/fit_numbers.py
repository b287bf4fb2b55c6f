"""Where in its ellipse the spindle is, and which number is where: the known order fitted to the turning ring."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.numbers import NUMBER_ROWS, PER_POCKET, Levels, NumberOrder, peak
from vision.wheel.ring_plane import Ellipse, Floats, RingPlane

FARTHEST = 0.25
"""How far perspective may shift the spindle, in the ring's radius; a camera near enough for more sees no whole ring."""


@dataclass(frozen=True)
class NumberFit:
    """The plane in which the pictures agree best with the order; `margin`: how much worse the next best place is."""

    plane: RingPlane
    agreement: float
    margin: float
    columns: tuple[float, ...]
    levels: Levels | None


def fit_numbers(redness: NDArray[np.uint8], ellipse: Ellipse, order: NumberOrder, *,
                mirrored: bool = False) -> NumberFit:
    """Search the two numbers that perspective adds to an ellipse; redness and ellipse in the same picture."""
    few = redness[:: max(1, len(redness) // 16)]
    bx = by = 0.0
    step = FARTHEST / 4
    best = -1.0
    while step > 0.002:
        around = [(bx + dx * step, by + dy * step) for dx in range(-2, 3) for dy in range(-2, 3)]
        scored = [(_agreement(few, RingPlane.of(ellipse, x, y, mirrored=mirrored), order), x, y) for x, y in around
                  if np.hypot(x, y) < FARTHEST + 0.1]
        best, bx, by = max(scored)
        step /= 2.2
    plane = RingPlane.of(ellipse, bx, by, mirrored=mirrored)
    return _read(redness, plane, order, best)


def _strips(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder) -> Floats:
    across, down = plane.unroll(NUMBER_ROWS, order.columns)
    return np.stack([cv2.remap(each, across, down, cv2.INTER_LINEAR).mean(axis=0) for each in redness])


def _agreement(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder) -> float:
    return float(np.mean([order.agreement(strip).max() for strip in _strips(redness, plane, order)]))


def _read(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder, agreement: float) -> NumberFit:
    strips = _strips(redness, plane, order)
    curves = [order.agreement(strip) for strip in strips]
    tops = [int(curve.argmax()) for curve in curves]
    turned = np.mean([np.roll(curve, -top) for curve, top in zip(curves, tops, strict=True)], axis=0)
    elsewhere = turned[PER_POCKET:-PER_POCKET].max()
    columns = tuple(peak(curve, top) for curve, top in zip(curves, tops, strict=True))
    still = np.mean([np.roll(strip, -top) for strip, top in zip(strips, tops, strict=True)], axis=0)
    return NumberFit(plane, agreement, float(turned[0] - elsewhere), columns, order.measure(still, 0))
