"""Connected parts of an unrolled ring, where the last column meets the first."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int, int]
"""Left, top, width, height, area."""


def parts_of(mask: NDArray[np.uint8]) -> tuple[int, NDArray[np.uint16], list[Box]]:
    """The column where counting begins, a picture of labels from there on, and each part's box (label 1 first).

    Only the stretch that holds anything is looked at: most frames show an empty bowl, or one ball.
    """
    used = cv2.reduce(mask, 0, cv2.REDUCE_MAX)[0]
    taken = np.flatnonzero(used)
    if not taken.size:
        return 0, np.zeros((mask.shape[0], 0), np.uint16), []
    first, stretch = _stretch(mask, used, taken)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(stretch, connectivity=8, ltype=cv2.CV_16U)
    return first, np.asarray(labels, np.uint16), [(a, b, c, d, e) for a, b, c, d, e in stats[1:].tolist()]


def _stretch(mask: NDArray[np.uint8], used: NDArray[np.uint8],
             taken: NDArray[np.intp]) -> tuple[int, NDArray[np.uint8]]:
    """The columns from the first to the last that hold anything, counted from a gap; where those begin."""
    seam = int(np.argmin(used))
    after = taken[taken > seam]
    apart = not used[0] or not used[-1] or not after.size
    if apart or used[seam]:  # nothing lies across the last column and the first, or all of it hangs together
        return int(taken[0]), np.ascontiguousarray(mask[:, taken[0]:taken[-1] + 1])
    return int(after[0]), np.hstack([mask[:, after[0]:], mask[:, :seam]])
