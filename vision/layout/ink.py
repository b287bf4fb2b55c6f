"""Printed lines in a picture: where something is brighter or more coloured than the cloth on both sides of it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Points
from vision.layout.planes import Planes

Response = NDArray[np.float32]
WIDTH = 115
"""Lines are narrower than this part of the picture's width; larger misses bold lines, smaller lets print in."""
FAINT = (14.0, 60.0)
"""Contrast that counts as a full line, at least and at most: lower sees faded print and dim tables, and more noise."""


def colours(planes: Planes) -> Image:
    """The picture in OpenCV's order, as the codec's planes tell it."""
    return np.asarray(cv2.cvtColor(planes.whole(), cv2.COLOR_YUV2BGR), np.uint8)


def line_response(planes: Planes) -> Response:
    """How much each pixel looks like a printed line (0 to 1), whatever the cloth's and the ink's colour."""
    wide = max(7, planes.size[0] // WIDTH) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))
    hat = cv2.morphologyEx(colours(planes), cv2.MORPH_TOPHAT, kernel).max(axis=2).astype(np.float32)
    full = float(np.clip(np.percentile(hat, 98), *FAINT))
    return np.asarray(np.minimum(hat / full, 1.0), np.float32)


def strokes(response: Response) -> Points:
    """Straight edges of printed lines: u0, v0, u1, v1 each; short ones are letters and left out."""
    found = cv2.createLineSegmentDetector().detect((response * 255).astype(np.uint8))[0]
    if found is None:
        return np.empty((0, 4))
    ends = found.reshape(-1, 4).astype(np.float64)
    length = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    return np.asarray(ends[length >= response.shape[1] / 60], np.float64)
