"""Which colour a top face is, once it is known where: from its rim, where body and edge spots take turns."""

from __future__ import annotations

import numpy as np

from vision.frame import Image
from vision.geometry import Camera
from vision.layout.chips import Palette
from vision.layout.silhouette import Mask
from vision.layout.tiles import Floats

RIM = (0.70, 0.78, 0.86, 0.92)
"""The rings, in shares of a chip's radius, on which a face is read: further in an inlay may lie, further out cloth."""
SHADES = (0.7, 1.3)
"""How dark or bright a face may look against its fellows; wider takes orange for brown."""
ODD = 60.0
SPOT = 6.0
"""What a pixel of the spots' colour costs: lower takes any chip for white, higher takes pale ones for white."""
BODY = 0.4
"""The least share of a rim that shows the body."""
LACKING = 60.0
"""What a body that shows in less costs, times what is lacking; higher takes worn chips for white ones."""
FEW = 24


def face_colour(
    picture: Image, camera: Camera, palette: Palette, place: tuple[float, float, float], radius: float, hidden: Mask
) -> int | None:
    """The number of the likeliest colour of a face; None when too little of it is in sight."""
    pixels = _rim(picture, camera, place, radius, hidden)
    if len(pixels) < FEW or not palette.names:
        return None
    body = np.minimum(palette.away(pixels, palette.colours, SHADES), ODD)
    spot = np.minimum(palette.away(pixels, palette.spots, SHADES), ODD) + SPOT
    lacking = np.maximum(0, BODY - (body < spot).mean(axis=0))
    cost = np.minimum(body, spot).mean(axis=0) + LACKING * lacking
    return int(cost.argmin())


def _rim(picture: Image, camera: Camera, place: tuple[float, float, float], radius: float, hidden: Mask) -> Floats:
    x, y, z = place
    points = np.concatenate([camera.disc(x, y, z, share * radius) for share in RIM])
    u, v = (points + 0.5).astype(int).T
    high, wide = hidden.shape
    inside = (u >= 0) & (v >= 0) & (u < wide) & (v < high)
    u, v = u[inside], v[inside]
    free = hidden[v, u] == 0
    return np.asarray(picture[v[free], u[free]], np.float32)
