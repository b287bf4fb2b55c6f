"""What is printed on the cloth, as lines in millimetres, and where no line may be."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from schemas.layout import OUTSIDE_MM, ZERO_MM, Felt
from vision.geometry import Points

STEP_MM = 7.5


def along_lines(felt: Felt) -> tuple[float, ...]:
    """The y of every line that runs from street to street."""
    across = felt.box_mm[1]
    numbers = tuple(nth * across for nth in range(4))
    return (*numbers, felt.width + OUTSIDE_MM, felt.width + 2 * OUTSIDE_MM)


def across_lines(felt: Felt) -> tuple[float, ...]:
    """The x of every line that runs from the dealer to the players."""
    along = felt.box_mm[0]
    return (-ZERO_MM, *(nth * along for nth in range(14)))


@lru_cache(maxsize=8)
def segments(felt: Felt) -> tuple[tuple[float, float, float, float], ...]:
    """Every printed line as x0, y0, x1, y1."""
    along, across = felt.box_mm
    far, end = felt.length + along, felt.width + 2 * OUTSIDE_MM
    found = [(-ZERO_MM, 0.0, far, 0.0), (-ZERO_MM, felt.width, far, felt.width)]
    found += [(0.0, nth * across, far, nth * across) for nth in (1, 2)]
    found += [(0.0, y, felt.length, y) for y in (felt.width + OUTSIDE_MM, end)]
    found += [(x, 0.0, x, felt.width) for x in across_lines(felt)]
    found += [(nth * 4 * along, felt.width, nth * 4 * along, felt.width + OUTSIDE_MM) for nth in range(4)]
    found += [(nth * 2 * along, felt.width + OUTSIDE_MM, nth * 2 * along, end) for nth in range(7)]
    return tuple(found)


@lru_cache(maxsize=8)
def core(felt: Felt) -> tuple[tuple[float, float, float, float], ...]:
    """The lines every layout has, whatever its zero and its outside boxes look like: those of the 36 numbers."""
    along, across = felt.box_mm
    rows = [(0.0, nth * across, felt.length, nth * across) for nth in range(4)]
    return (*rows, *((nth * along, 0.0, nth * along, felt.width) for nth in range(13)))


@lru_cache(maxsize=8)
def beside(felt: Felt) -> tuple[tuple[float, float, float, float], ...]:
    """Where the numbers' boxes have neither a line nor a numeral: a sixth of a box from each line."""
    along, across = felt.box_mm
    rows = [(0.0, (nth + share) * across, felt.length, (nth + share) * across)
            for nth in range(3) for share in (0.14, 0.86)]
    return (*rows, *(((nth + share) * along, 0.0, (nth + share) * along, felt.width)
                     for nth in range(12) for share in (0.14, 0.86)))


@lru_cache(maxsize=8)
def ends_of(felt: Felt) -> tuple[tuple[tuple[float, float, float, float], ...], ...]:
    """Lines of the columns' boxes, which are printed, and the same lines across zero, which are not."""
    along, across = felt.box_mm
    columns = [(felt.length + 6, nth * across, felt.length + along - 6, nth * across) for nth in (1, 2)]
    zero = [(-along + 12, nth * across, -6.0, nth * across) for nth in (1, 2)]
    return tuple(columns), tuple(zero)


@lru_cache(maxsize=8)
def blanks(felt: Felt) -> tuple[tuple[float, float, float, float], ...]:
    """Where lines would go on and do not: they tell the zero's end from the columns', and each line from the next."""
    along, across = felt.box_mm
    zero = [(-ZERO_MM + 8, nth * across, -8.0, nth * across) for nth in (1, 2)]
    dozens = [(nth * along, felt.width + 8, nth * along, felt.width + OUTSIDE_MM - 8) for nth in range(13) if nth % 4]
    corners = [(x, felt.width + OUTSIDE_MM, x + 0.7 * along, felt.width + OUTSIDE_MM)
               for x in (-0.8 * along, felt.length + 0.1 * along)]
    return tuple(zero + dozens + corners)


def sample(lines: tuple[tuple[float, float, float, float], ...], step: float = STEP_MM) -> tuple[Points, Points]:
    """Points on the lines, and each line's direction there."""
    points, directions = [], []
    for x0, y0, x1, y1 in lines:
        length = float(np.hypot(x1 - x0, y1 - y0))
        shares = (np.arange(max(2, int(length / step))) + 0.5) / max(2, int(length / step))
        points.append(np.column_stack([x0 + shares * (x1 - x0), y0 + shares * (y1 - y0)]))
        directions.append(np.tile([(x1 - x0) / length, (y1 - y0) / length], (len(shares), 1)))
    return np.concatenate(points), np.concatenate(directions)
