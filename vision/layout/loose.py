"""Chips lying apart on a plain table, seen from above: round edges of one width, coloured like known chips."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from schemas.table import ChipPart
from vision.frame import Image
from vision.layout.chips import BACKGROUND
from vision.layout.recolour import face_colours
from vision.layout.tiles import Floats

WIDE = 1200
"""Pictures are looked at this wide; wider shows cards' pips as circles, narrower loses small chips."""
RADII = (10, 60)
"""Radii of chips in such a picture."""
ROUND = 0.75
"""How perfect a circle's edge must be (0 to 1): lower finds half-hidden chips, and faces on cards."""
STEEP = 200
"""How steep an edge is; lower finds pale chips on pale wood, and the wood's grain."""
SAME_SIZE = 0.12
"""Chips of one table are this much alike in width, near and far."""
EVEN = 20.0
"""How much a chip's face may vary round its middle; higher takes court cards for chips."""
FACE = (0.5, 0.6, 0.7)
"""The rings, in shares of a chip's radius, on which its colour is read."""


class Loose(Value, frozen=True, kw_only=True):
    """One chip: its middle and radius in the picture's own pixels, and its colour."""

    u: float
    v: float
    radius: float
    colour: str


def loose_chips(picture: Image, chips: tuple[ChipPart, ...]) -> list[Loose]:
    """The chips on a table without a layout, in a picture in OpenCV's order."""
    share = WIDE / picture.shape[1]
    small = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 3)
    found = cv2.HoughCircles(grey, cv2.HOUGH_GRADIENT_ALT, 1.5, 2 * RADII[0], param1=STEEP, param2=ROUND,
                             minRadius=RADII[0], maxRadius=RADII[1])
    circles = _of_one_size(np.asarray([] if found is None else found, np.float32).reshape(-1, 3))
    yuv = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2YUV), np.float32)
    faces = [(circle, _face(yuv, *circle)) for circle in circles]
    even = [(circle, np.median(face, axis=0)) for circle, face in faces if _varies(face) < EVEN]
    if not even or not chips:
        return []
    rims = np.array([usual for _, usual in even], np.float32) * (219 / 255, BACKGROUND, BACKGROUND)
    return [Loose(u=u / share, v=v / share, radius=radius / share, colour=chips[nth].colour)
            for ((u, v, radius), _), nth in zip(even, face_colours(rims, chips), strict=True)]


def _of_one_size(circles: Floats) -> Floats:
    """The circles of the commonest width."""
    if not len(circles):
        return circles
    alike = np.abs(circles[:, 2:] / circles[:, 2] - 1) < SAME_SIZE
    return np.asarray(circles[alike[:, int(alike.sum(axis=0).argmax())]], np.float32)


def _face(yuv: Floats, u: float, v: float, radius: float) -> Floats:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    at = np.concatenate([np.column_stack([v + share * radius * np.sin(turn), u + share * radius * np.cos(turn)])
                         for share in FACE]).round().astype(int)
    high, wide = yuv.shape[:2]
    return np.asarray(yuv[at[:, 0].clip(0, high - 1), at[:, 1].clip(0, wide - 1)] - (0, 128, 128), np.float32)


def _varies(face: Floats) -> float:
    return float(np.median(np.abs(face - np.median(face, axis=0)), axis=0).max())
