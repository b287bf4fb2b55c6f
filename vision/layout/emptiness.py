"""Whether the felt in a picture is empty: cloth and print have few colours, chips bring others."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import OUTSIDE_MM, ZERO_MM, Felt
from vision.frame import Image
from vision.geometry import Points
from vision.layout.planes import Planes

FOREIGN = 22
"""How far a colour may lie from the cloth's; lower takes the vignette for chips, higher lets dull chips pass."""
GREY = 16
"""Nearer to no colour at all than this is white or black print."""
BRIGHT = 1.35
"""What has the cloth's colour but is this much brighter is a chip; lower takes a lamp's glow for one."""
COVERED = 0.3
"""A place as large as a chip, this much of it in foreign colours, is not empty."""


def foreign_places(planes: Planes, plane: Points, felt: Felt, diameter_mm: float) -> list[tuple[float, float]]:
    """Places on the felt that show colours neither of the cloth nor of the print."""
    top, shift = _from_above(planes, plane, felt)
    colour = top[..., 1:].astype(np.int16) - 128
    grey = np.abs(colour).max(axis=2) < GREY
    cloth = np.median(colour[~grey], axis=0) if (~grey).any() else np.zeros(2)
    other = np.abs(colour - cloth).max(axis=2) > FOREIGN
    red = (colour[..., 1] > 22) & (np.abs(colour[..., 0]) < 38)
    light = top[..., 0].astype(np.float32) - 16
    bright = light > BRIGHT * np.median(light[~grey & ~other]) if (~grey & ~other).any() else other
    foreign = ((other | bright) & ~grey & ~red).astype(np.float32)
    share = cv2.boxFilter(foreign, -1, (round(diameter_mm), round(diameter_mm)))
    places = []
    while share.max() > COVERED:
        row, column = np.unravel_index(int(share.argmax()), share.shape)
        places.append((float(column) + shift[0], float(row) + shift[1]))
        cv2.circle(share, (int(column), int(row)), round(diameter_mm), 0, -1)
    return places


def _from_above(planes: Planes, plane: Points, felt: Felt) -> tuple[Image, tuple[float, float]]:
    """The layout seen straight from above, a pixel a millimetre, and the place of its first pixel."""
    left, wide = -ZERO_MM, ZERO_MM + felt.length + felt.box_mm[0]
    shift = np.array([[1.0, 0, left], [0, 1.0, 0.0], [0, 0, 1.0]])
    size = (round(wide), round(felt.width + 2 * OUTSIDE_MM))
    top = cv2.warpPerspective(planes.whole(), plane @ shift, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                              borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(top, np.uint8), (left, 0.0)
