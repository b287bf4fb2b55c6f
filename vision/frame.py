"""One picture of a camera, with the table time it was taken at."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from schemas.moment import Moment

if TYPE_CHECKING:
    from av import VideoFrame

Image = NDArray[np.uint8]
PLANAR = "yuv420p"
"""What nearly every camera sends; anything else is converted, so that planes always mean the same."""


def _planar(picture: VideoFrame) -> VideoFrame:
    from av.video.reformatter import ColorRange

    return picture.reformat(format=PLANAR, dst_color_range=ColorRange.MPEG)


class Frame:
    """A decoded picture: its planes are free, its colours (`bgr`) are made when first asked for."""

    def __init__(self, picture: VideoFrame, *, index: int, micros: int, time: Moment) -> None:
        self.index = index
        self.micros = micros
        self.time = time
        self.width = picture.width
        self.height = picture.height
        self._picture = picture if picture.format.name == PLANAR else _planar(picture)

    def _plane(self, nth: int) -> Image:
        plane = self._picture.planes[nth]
        rows: Image = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)  # type: ignore[call-overload]
        return rows[: plane.height, : plane.width]

    @cached_property
    def y(self) -> Image:
        """Brightness, full size."""
        return self._plane(0)

    @cached_property
    def u(self) -> Image:
        """Blueness, half size."""
        return self._plane(1)

    @cached_property
    def v(self) -> Image:
        """Redness, half size."""
        return self._plane(2)

    @cached_property
    def bgr(self) -> Image:
        """The whole picture in OpenCV's order."""
        return np.asarray(self._picture.to_ndarray(format="bgr24"), dtype=np.uint8)
