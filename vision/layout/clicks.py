"""Four clicks: the view of the cloth through crossings of the print that a person named."""

from __future__ import annotations

import re

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.layout import Felt, boxes, spots
from vision.geometry import Points

OUTER = ("zero-dealer", "end-dealer", "end-player", "zero-player")
"""The outer corners of the thirty-six numbers: at zero and at the columns, by the dealer and by the players."""


def read_corners(told: str) -> dict[str, tuple[float, float]]:
    """`16-17-19-20=2040,2200 …` or four bare `u,v` for the outer corners in their order."""
    parts = told.split()
    named = {}
    for nth, part in enumerate(parts):
        name, _, at = part.rpartition("=")
        pixel = re.fullmatch(r"(-?\d+\.?\d*),(-?\d+\.?\d*)", at)
        if pixel is None or (not name and nth >= len(OUTER)):
            raise NoMoreBetsError(f"--corners: '{part}' is not NAME=U,V (a pixel); names are corners like 16-17-19-20, "
                                  f"or {', '.join(OUTER)}.")
        named[name or OUTER[nth]] = (float(pixel[1]), float(pixel[2]))
    if len(named) < 4:
        raise NoMoreBetsError(f"--corners: four crossings are needed, {len(named)} given.")
    return named


def plane_through(corners: dict[str, tuple[float, float]], felt: Felt) -> Points:
    """Millimetres to pixels."""
    flat = np.array([_place(name, felt) for name in corners], np.float64)
    seen = np.array(list(corners.values()), np.float64)
    plane, _ = cv2.findHomography(flat, seen)
    if plane is None or not np.isfinite(plane).all():
        raise NoMoreBetsError("--corners: these crossings lie on one line; name four that span the felt.")
    return np.asarray(plane, np.float64)


def _place(name: str, felt: Felt) -> tuple[float, float]:
    corners = ((0.0, 0.0), (felt.length, 0.0), (felt.length, felt.width), (0.0, felt.width))
    outer = dict(zip(OUTER, corners, strict=True))
    if name in outer:
        return outer[name]
    numbers = name.split("-")
    if all(number in boxes(felt) for number in numbers):
        if name in spots(felt) and len(numbers) == 4:
            return spots(felt)[name]
        if len(numbers) == 6:  # a six-line's place on the players' edge of the numbers
            return max(boxes(felt)[number].x0 for number in numbers), felt.width
    raise NoMoreBetsError(f"--corners: no crossing is called '{name}'; use corners like 16-17-19-20, six-lines like "
                          f"16-17-18-19-20-21 (the players' edge), or {', '.join(OUTER)}.")
