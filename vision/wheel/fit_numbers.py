"""Where in its ellipse the spindle is, and which number is where: the known order fitted to the turning ring."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.numbers import NUMBER_ROWS, PER_POCKET, Levels, NumberOrder, peak
from vision.wheel.ring_plane import Ellipse, Floats, RingPlane
from vision.wheel.ring_seen import columns_seen

FARTHEST = 0.25
"""How far perspective may shift the spindle, in the ring's radius; a camera near enough for more sees no whole ring."""
LOOKS = 12
"""How many pictures are compared; more cost time, fewer are at the mercy of a passing arm."""
DIGITS = 13
"""Columns (of 20 a pocket) over which colours are averaged before they are compared; fewer let large numerals hide the
colours round them, more blend red into black."""
POCKET_ROWS = np.array([0.68, 0.72, 0.76])
"""Radii, of the numbers' outer edge, at which the pockets lie on any wheel."""
LEAST_SEEN = 0.6
"""The part of the ring that must be in the picture; with less of it a number cannot be told from its neighbour."""


@dataclass(frozen=True)
class NumberFit:
    """The plane in which the pictures agree best with the order; `margin`: how much worse the next best place is.

    `shift` is where in its ellipse the spindle is, `seen` the part of the ring that is in the picture. `sure` is the
    agreement of the numbers or of the pockets inside them, whichever follow the order better: glare and white numerals
    drown the one, plain pockets have no colours.
    """

    plane: RingPlane
    agreement: float
    margin: float
    columns: tuple[float, ...]
    levels: Levels | None
    shift: tuple[float, float]
    seen: float
    sure: float


def fit_numbers(redness: NDArray[np.uint8], ellipse: Ellipse, order: NumberOrder, *, mirrored: bool = False,
                near: tuple[float, float] | None = None) -> NumberFit:
    """Search the two numbers that perspective adds to an ellipse, all of them or those near a known shift.

    Redness and ellipse are in the same picture.
    """
    few = redness[:: max(1, len(redness) // LOOKS)]
    bx, by = near or (0.0, 0.0)
    step = FARTHEST / (4 if near is None else 20)
    best = -1.0
    while step > 0.002:
        around = [(bx + dx * step, by + dy * step) for dx in range(-2, 3) for dy in range(-2, 3)]
        scored = [(agreement(few, RingPlane.of(ellipse, x, y, mirrored=mirrored), order), x, y) for x, y in around
                  if np.hypot(x, y) < FARTHEST + 0.1]
        best, bx, by = max(scored, default=(0.0, bx, by))
        step /= 2.2
    plane = RingPlane.of(ellipse, bx, by, mirrored=mirrored)
    return _read(redness, plane, order, best, (bx, by))


def agreement(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder, rows: Floats = NUMBER_ROWS) -> float:
    """How well what is seen of the ring there agrees with the order, each picture turned as suits it best."""
    strips, seen = _strips(redness, plane, order, rows)
    if seen < LEAST_SEEN:
        return 0.0
    return float(order.agreement(strips).max(axis=1).mean()) / sqrt(seen)


def _strips(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder,
            rows: Floats = NUMBER_ROWS) -> tuple[Floats, float]:
    """The numbers unrolled, picture by picture, and how much of them is in the picture; the rest is left out of it."""
    across, down = plane.unroll(rows, order.columns)
    strips = np.stack([cv2.remap(each, across, down, cv2.INTER_LINEAR).mean(axis=0) for each in redness])
    seen = columns_seen(plane, order.columns, (redness.shape[2], redness.shape[1]))
    if seen.any() and not seen.all():
        strips[:, ~seen] = strips[:, seen].mean(axis=1, keepdims=True)
    return _without_digits(strips), float(seen.mean())


def _without_digits(strips: Floats) -> Floats:
    """The strips with what is finer than a pocket washed out: white numerals tear each pocket's colour apart."""
    padded = np.concatenate([strips[:, -DIGITS:], strips, strips[:, :DIGITS]], axis=1)
    smooth: Floats = cv2.blur(padded, (DIGITS, 1))[:, DIGITS:-DIGITS].astype(np.float64)
    return smooth


def _read(redness: NDArray[np.uint8], plane: RingPlane, order: NumberOrder, best: float,
          shift: tuple[float, float]) -> NumberFit:
    """What the ring shows in this plane: how clearly the zero stands out, where it is, the colours' redness."""
    strips, seen = _strips(redness, plane, order)
    curves = order.agreement(strips)
    tops = [int(curve.argmax()) for curve in curves]
    turned = np.mean([np.roll(curve, -top) for curve, top in zip(curves, tops, strict=True)], axis=0)
    elsewhere = turned[PER_POCKET:-PER_POCKET].max()
    columns = tuple(peak(curve, top) for curve, top in zip(curves, tops, strict=True))
    still = np.mean([np.roll(strip, -top) for strip, top in zip(strips, tops, strict=True)], axis=0)
    return NumberFit(plane, best, float(turned[0] - elsewhere), columns, order.measure(still, 0), shift, seen,
                     max(best, agreement(redness, plane, order, POCKET_ROWS)))
