"""Which colours the top faces are, once it is known where they lie: all of one picture lie in one light."""

from __future__ import annotations

import itertools
import math

import numpy as np

from schemas.table import ChipPart
from vision.frame import Image
from vision.geometry import Camera
from vision.layout.chips import BACKGROUND, WHITE, yuv
from vision.layout.silhouette import Mask
from vision.layout.tiles import Floats

RIM = (0.70, 0.78, 0.86, 0.92)
"""The rings, in shares of a chip's radius, on which a face is read: further in an inlay may lie, further out cloth."""
FEW = 24
"""Pixels of a rim that must be in sight."""
LIGHTS = (0.6, 0.75, 0.9, 1.05, 1.25)
REDS, BLUES = (0.9, 1.0, 1.15), (0.65, 0.8, 0.95, 1.1)
"""Gains of red and blue against green that lamps over tables have."""
VIVID = (0.65, 0.8, 1.0)
"""How much of their colour a camera leaves things."""
BLENDS = (0.0, 0.15, 0.3, 0.45, 0.6)
"""How much of its edge spots a small rim has blurred into its body."""
UNLIKELY, BLURRED, PALE = 8.0, 8.0, 8.0
"""What a coloured lamp, a blurred and a pale picture cost; lower bends strange chips' colours into known ones."""
SHADES = (0.8, 1.2)
"""How dark or bright one face may be against the others; wider takes orange for brown."""
ODD = 60.0


def rim_colour(
    picture: Image, camera: Camera, place: tuple[float, float, float], radius: float, hidden: Mask
) -> Floats | None:
    """The usual colour (Y, U, V without offsets) of a face's rim, None when too little of it is in sight."""
    x, y, z = place
    points = np.concatenate([camera.disc(x, y, z, share * radius) for share in RIM])
    u, v = (points + 0.5).astype(int).T
    high, wide = hidden.shape
    inside = (u >= 0) & (v >= 0) & (u < wide) & (v < high)
    u, v = u[inside], v[inside]
    free = hidden[v, u] == 0
    if free.sum() < FEW:
        return None
    usual = np.median(picture[v[free], u[free]], axis=0) - (16, 128, 128)
    return np.asarray(usual * (1, BACKGROUND, BACKGROUND), np.float32)


def face_colours(rims: Floats, chips: tuple[ChipPart, ...]) -> list[int]:
    """The number of each rim's likeliest colour, in the one light in which all of them are most like known chips."""
    body = np.array([chip.rgb for chip in chips], np.float64)
    spots = np.array([chip.spots_rgb or WHITE for chip in chips], np.float64)
    best: tuple[float, list[int]] = (math.inf, [])
    for light, red, blue, vivid, blend in itertools.product(LIGHTS, REDS, BLUES, VIVID, BLENDS):
        lit = np.minimum((body + blend * (spots - body)) * (light * red, light, light * blue), 255)
        away = _away(rims, _seen(lit, vivid))
        turned = abs(math.log(red)) + abs(math.log(blue)) + 0.3 * abs(math.log(light))
        strange = float(np.minimum(away.min(axis=1), ODD).mean())
        cost = strange + UNLIKELY * turned + BLURRED * blend + PALE * (1 - vivid)
        if cost < best[0]:
            best = (cost, [int(nth) for nth in away.argmin(axis=1)])
    return best[1]


def _seen(rgb: Floats, vivid: float) -> Floats:
    told = np.stack(yuv(tuple(rgb.T)), axis=1) - (16, 128, 128)
    return np.asarray(told * (1, BACKGROUND * vivid, BACKGROUND * vivid), np.float32)


def _away(rims: Floats, known: Floats) -> Floats:
    shade = np.clip(rims @ known.T / np.maximum((known**2).sum(axis=1), 1), *SHADES)
    return np.asarray(np.linalg.norm(rims[:, None] - shade[..., None] * known[None], axis=2), np.float32)
