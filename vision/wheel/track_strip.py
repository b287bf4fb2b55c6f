"""The narrow strip round the ball's track: where the running ball is, looked at in every frame."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.blobs import Blob, BlobFinder
from vision.wheel.bowl import BAND, COLUMNS
from vision.wheel.ring_plane import RingPlane
from vision.wheel.standing import DIFFERENT, Layers, Standing
from vision.wheel.track import Track
from vision.wheel.unrolled import Grid

REACH, UNSEEN_REACH = 0.11, 0.17
"""How far to either side of the track the strip reaches, in ring radii, where calibration saw a ball run on it and
where it did not; wider costs time."""
ROW = 0.02
MARGIN = 0.05
"""What lies this near the strip's edge is cut by it, and looked at in the whole bowl."""
CROWDED = 0.05
"""The part of the strip that may differ before it is more than a ball; lower it and a streak is a hand."""


@dataclass(frozen=True)
class Along:
    """The blobs well inside the strip, those that its edges cut, and whether there is something larger."""

    inside: tuple[Blob, ...]
    cut: tuple[Blob, ...]
    larger: bool


class TrackStrip:
    """Compares the strip with the empty one; its blobs are told as they lie round the number ring."""

    def __init__(self, plane: RingPlane, track: Track, ball: float, *, seen: bool, empty: Layers | None) -> None:
        reach = REACH if seen else UNSEEN_REACH
        grid = Grid(track.radius - reach, track.radius + reach, round(2 * reach / ROW) + 1, COLUMNS)
        self._track, self._grid, self._finder = track, grid, BlobFinder(grid, ball)
        middle = np.array([[1.0, 0.0, track.x], [0.0, 1.0, track.y], [0.0, 0.0, 1.0]])
        self._map = RingPlane(plane.homography @ middle).unroll(grid.radii, grid.columns)
        self._standing = Standing(None if empty is None else _strip_of(empty[0], grid, track)[None])
        self._crowd = CROWDED * grid.rows * grid.columns

    def look(self, frame: Frame, hands: NDArray[np.bool_] | None) -> Along | None:
        """What lies along the track; nothing while that is being learnt."""
        seconds = frame.micros / 1e6
        seen: Layers = np.asarray(cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR), np.uint8)[None]
        change = self._standing.against(seen, seconds)
        if change is None:
            return None
        self._standing.follow(change, hands, seconds)
        found, larger = self._finder.find(change[0])
        inside = tuple(self._track.in_ring(blob) for blob, _ in found if self.covers(blob.radius))
        cut = tuple(blob for blob, _ in found if not self.covers(blob.radius))
        crowded = bool(np.count_nonzero(np.abs(change[0]) > DIFFERENT) > self._crowd)
        return Along(inside, cut, larger or crowded)

    def covers(self, radius: float) -> bool:
        """Whether what lies at this radius of the track's circle is seen whole."""
        return self._grid.inner + MARGIN < radius < self._grid.outer - MARGIN


def _strip_of(empty: NDArray[np.uint8], grid: Grid, track: Track) -> NDArray[np.uint8]:
    """The strip of the empty bowl that calibration kept."""
    angle = np.arange(grid.columns) * (2 * np.pi / grid.columns)
    x = track.x + np.outer(grid.radii, np.cos(angle))
    y = track.y + np.outer(grid.radii, np.sin(angle))
    rows = (np.hypot(x, y) - BAND.inner) / BAND.step
    columns = np.mod(np.arctan2(y, x), 2 * np.pi) / (2 * np.pi) * BAND.columns
    wrapped = np.concatenate([empty, empty[:, :1]], axis=1)
    strip: NDArray[np.uint8] = cv2.remap(wrapped, columns.astype(np.float32), rows.astype(np.float32),
                                         cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    return strip
