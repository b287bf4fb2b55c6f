"""The layout seen straight from above, cut into its printed boxes: every number's box looks like the others."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import Value
from schemas.layout import OUTSIDE_MM, ZERO_MM, Felt, boxes
from schemas.wheel import colour_of
from vision.frame import Image
from vision.geometry import Points

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
MARGIN_MM = 45.0
"""Beyond the print that is looked at too: a chip on an outer line stands half outside, a tall one leans over."""


class Sheet(Value, frozen=True, kw_only=True, eq=False):
    """The view from above: a pixel a millimetre, so that boxes begin and end on whole pixels."""

    picture: Floats
    """Y, U and V without their offsets, float32."""
    seen: Flags
    """Which pixels lie in the camera's picture."""
    to_picture: Points
    """The homography from the sheet's pixels to the camera's."""
    left: float
    top: float

    @classmethod
    def of(cls, whole: Image, plane: Points, felt: Felt) -> Sheet:
        """Look at a picture (Y, U, V) from above."""
        left, top = -ZERO_MM - MARGIN_MM, -MARGIN_MM
        size = (round(felt.length + felt.box_mm[0] + MARGIN_MM - left),
                round(felt.width + 2 * OUTSIDE_MM + MARGIN_MM - top))
        through = plane @ np.array([[1.0, 0, left + 0.5], [0, 1.0, top + 0.5], [0, 0, 1.0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        above = cv2.warpPerspective(whole, through, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        inside = np.full(whole.shape[:2], 255, np.uint8)
        seen = cv2.warpPerspective(inside, through, size, flags=flags, borderMode=cv2.BORDER_CONSTANT) > 200
        return cls(picture=above.astype(np.float32) - np.array([16, 128, 128], np.float32), seen=seen,
                   to_picture=through, left=left, top=top)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[slice, slice]:
        """The rows and columns of a part of the felt."""
        high, wide = self.seen.shape
        return (slice(max(0, round(y0 - self.top)), min(high, round(y1 - self.top))),
                slice(max(0, round(x0 - self.left)), min(wide, round(x1 - self.left))))


@lru_cache(maxsize=8)
def number_boxes(felt: Felt) -> dict[str, list[tuple[float, float, float, float]]]:
    """The boxes of red and of black numbers."""
    found: dict[str, list[tuple[float, float, float, float]]] = {"red": [], "black": []}
    for name, box in boxes(felt).items():
        if name.isdigit() and (colour := colour_of(name)) in found:
            found[colour].append((box.x0, box.y0, box.x1, box.y1))
    return found


@lru_cache(maxsize=8)
def other_boxes(felt: Felt) -> dict[str, tuple[float, float, float, float]]:
    """Every box that is not a number's."""
    return {name: (box.x0, box.y0, box.x1, box.y1) for name, box in boxes(felt).items()
            if not name.isdigit() or colour_of(name) == "green"}
