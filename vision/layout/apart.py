"""How far a pixel is from what may be printed there: field, ink, or a mixture; shadows and gloss are nothing."""

from __future__ import annotations

import cv2
import numpy as np

from vision.layout.fields import INKED
from vision.layout.silhouette import DARKEST, SHADOW_COLOUR
from vision.layout.tiles import Flags, Floats

APART = (18.0, 7.0, 7.0)
"""How far from the expected print in Y, U, V something else begins; lower takes worn print for chips."""
USUAL = 0.8
"""Spreads among like boxes that are still print: numerals differ from box to box."""
DENSE = (27, 0.64)
"""Within so many millimetres, more ink than this share is a chip of its colour; lower takes bold numerals for one."""
GLOSS = (48.0, 6.0)
"""A lamp's gloss brightens so much and turns colour by so little; higher hides pale chips."""
FAINT = 0.55
"""Round something certain, this share of the threshold is enough to belong to it."""


def how_far(picture: Floats, field: Floats, ink: Floats, spread: Floats) -> tuple[Floats, Flags]:
    """How far each pixel is from field and ink in thresholds (1 is something else), and where it is only in the shade.

    Print is a mixture of the field's colour and the ink's; ink as dense as a chip's face is no print. A shadow leaves
    the colour and takes light, a gloss adds light and leaves the colour: neither is something.
    """
    unit = np.array(APART, np.float32) + USUAL * spread
    off, way = (picture - field) / unit, (ink - field) / unit
    share = np.clip((off * way).sum(axis=2) / np.maximum((way * way).sum(axis=2), 1e-6), 0, 1)
    far = np.abs(off - share[..., None] * way).max(axis=2)
    printed = ((share > INKED) & (far < 1)).astype(np.float32)
    dense = (cv2.boxFilter(printed, -1, (DENSE[0], DENSE[0])) > DENSE[1]).astype(np.uint8)
    thick = (cv2.dilate(dense, np.ones((DENSE[0] // 2, DENSE[0] // 2), np.uint8)) > 0) & (printed > 0)
    alone = np.abs(off).max(axis=2)
    far = np.where(thick, alone, far)
    lit = picture[..., 0] / np.maximum(field[..., 0], 4)
    turned = np.abs(picture[..., 1:] - field[..., 1:] * np.clip(lit, 0, 1.2)[..., None]).max(axis=2)
    shadow = (lit > DARKEST) & (lit < 1.03) & (turned < SHADOW_COLOUR)
    brighter = picture[..., 0] - field[..., 0]
    gloss = (brighter > 0) & (brighter < GLOSS[0]) & (np.abs(picture - field)[..., 1:].max(axis=2) < GLOSS[1])
    calm = shadow | gloss
    far[calm] = np.minimum(far[calm], 0.9 * FAINT)
    return np.asarray(far, np.float32), np.asarray(shadow & (lit < 0.95), np.bool_)
