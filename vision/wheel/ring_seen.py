"""Which part of the number ring is in the picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.wheel.numbers import NUMBER_ROWS
from vision.wheel.ring_plane import RingPlane


def columns_seen(plane: RingPlane, columns: int, size: tuple[int, int]) -> NDArray[np.bool_]:
    """For each column of the unrolled numbers whether it lies in a picture of this width and height."""
    u, v = plane.around(NUMBER_ROWS[-1:], columns)
    inside: NDArray[np.bool_] = ((u >= 0) & (v >= 0) & (u <= size[0] - 1) & (v <= size[1] - 1))[0]
    return inside


def share_seen(plane: RingPlane, size: tuple[int, int]) -> float:
    """The part of the ring in the picture."""
    return float(columns_seen(plane, 360, size).mean())
