"""How far every pixel is from bare, printed felt, told from one picture in which something may stand everywhere."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import Felt
from vision.frame import Image
from vision.geometry import Points
from vision.layout.alike import unlike
from vision.layout.apart import how_far
from vision.layout.cloth import Cloth, cloth_of
from vision.layout.fields import other_fields
from vision.layout.tiles import Floats, Sheet

STROKE = 0.26
"""Strokes and lines are narrower than this part of a chip; larger forgets chips that stand half hidden."""
SHADE_MM, SHADE = 11, 3.0
"""Over so many millimetres, this much difference of colour is another thing than cloth; lower takes folds for chips."""
CERTAIN = 2.0
"""So many thresholds from everything printed, a pixel is certainly something else."""


def strangeness(picture: Image, plane: Points, felt: Felt, diameter_mm: float) -> tuple[Floats, Floats]:
    """0 where a pixel looks like cloth or print, 1 where it certainly shows something else; and the cloth's colour."""
    sheet = Sheet.of(picture, plane, felt)
    cloth = cloth_of(sheet)
    far = np.minimum(_from_cloth(sheet, cloth), _from_print(sheet, cloth, felt))
    thick = max(5, round(STROKE * diameter_mm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
    solid = cv2.morphologyEx(np.clip(np.where(sheet.seen, far, 0) / CERTAIN, 0, 1), cv2.MORPH_OPEN, kernel)
    size = (picture.shape[1], picture.shape[0])
    strange = cv2.warpPerspective(solid, sheet.to_picture, size, flags=cv2.INTER_LINEAR)
    return np.asarray(strange, np.float32), cloth.colour


def _from_cloth(sheet: Sheet, cloth: Cloth) -> Floats:
    expected = cloth.expected
    far = how_far(sheet.picture, expected, expected, np.zeros_like(expected))[0]
    return np.maximum(far, _of_another_shade(sheet, cloth))


def _of_another_shade(sheet: Sheet, cloth: Cloth) -> Floats:
    """How far what looks like cloth is from its shade on the average over a good part of a chip: noise counts less."""
    lit = sheet.picture[..., :1] / max(float(cloth.colour[0]), 1.0)
    off = (sheet.picture[..., 1:] - cloth.colour[1:] * lit) * cloth.bare[..., None]
    sums, shares = (cv2.blur(one.astype(np.float32), (SHADE_MM, SHADE_MM)) for one in (off, cloth.bare))
    mean = np.abs(sums / np.maximum(shares, 0.3)[..., None]).max(axis=2)
    return np.where(cloth.bare, np.minimum(mean / SHADE, CERTAIN), 0).astype(np.float32)


def _from_print(sheet: Sheet, cloth: Cloth, felt: Felt) -> Floats:
    """How far from what is printed alike in like boxes, and from the fields outside the numbers."""
    far = unlike(sheet, cloth, felt)
    still = np.zeros_like(sheet.picture)
    for part, field in other_fields(sheet, cloth.light, felt):
        own = how_far(sheet.picture[part], field, field, still[part])[0]
        far[part] = np.minimum(far[part], own)
    return far
