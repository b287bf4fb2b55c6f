"""Quiet stretches of a video: pictures with nothing moving, averaged so that noise does not count."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from schemas.moment import Moment
from vision.layout.planes import Planes
from vision.source import frames

QUIET_FRAMES = 12
"""A stretch this long without movement is quiet: fewer may catch a resting hand, more finds none on a busy table."""
MOVED = 10
"""A cell that differs this much from the stretch's first has moved; lower takes noise for movement."""
MOVED_CELLS = 25


def quiet_pictures(url: str, most: int = 1500) -> Iterator[Planes]:
    """The average picture of every quiet stretch, in order, of the first `most` frames."""
    first: np.ndarray | None = None
    sums: list[np.ndarray] = []
    count = 0
    for frame in frames(url, Moment(0)):
        if frame.index >= most:
            return
        planes = Planes.of(frame)
        small = planes.small()
        if first is None or np.count_nonzero(cv2.absdiff(small, first).max(axis=2) > MOVED) > MOVED_CELLS:
            first, count = small, 0
            sums = [np.zeros(plane.shape, np.uint16) for plane in (planes.y, planes.u, planes.v)]
        for total, plane in zip(sums, (planes.y, planes.u, planes.v), strict=True):
            np.add(total, plane, out=total)
        count += 1
        if count == QUIET_FRAMES:
            half = QUIET_FRAMES // 2
            yield Planes(*(((total + half) // QUIET_FRAMES).astype(np.uint8) for total in sums))
            first = None
