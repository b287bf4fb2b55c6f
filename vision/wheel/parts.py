"""Connected parts of an unrolled ring, where the last column meets the first."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int, int]
"""Left, top, width, height, area."""


def parts_of(mask: NDArray[np.uint8]) -> tuple[int, NDArray[np.int32], list[Box]]:
    """The column where counting begins, a picture of labels from there on, and each part's box (label 1 first).

    Only the stretch that holds anything is looked at: most frames show an empty bowl, or one ball.
    """
    used: NDArray[np.bool_] = np.any(mask, axis=0)
    if not used.any():
        return 0, np.zeros((mask.shape[0], 0), np.int32), []
    seam = int(np.argmin(used))
    columns = (np.arange(used.size) + seam) % used.size
    taken = np.nonzero(used[columns])[0]
    stretch = np.ascontiguousarray(mask[:, columns[taken[0]:taken[-1] + 1]])
    _, labels, stats, _ = cv2.connectedComponentsWithStats(stretch, connectivity=8)
    boxes = [(int(a), int(b), int(c), int(d), int(e)) for a, b, c, d, e in stats[1:]]
    return int(columns[taken[0]]), np.asarray(labels, np.int32), boxes
