"""What a picture says for and against chips, pixel by pixel: strange to the felt, coloured like a chip, edged."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image
from vision.geometry import Camera, Points
from vision.layout.chips import Palette
from vision.layout.tiles import Floats

ODD = 40.0
"""A pixel this far from a chip's colour is not of it; lower loses chips in strange light, higher takes any for any."""
STEP = (36.0, 14.0, 14.0)
"""Differences of Y, U and V across an outline that make a full edge."""
ASIDE = 0.05
"""How far to both sides of an outline is looked, in chips' widths: farther bridges blur, nearer keeps chips apart."""
COLOURED = 0.7
"""How much of an edge is its colour's ending there; higher joins stacks of one colour, lower takes any texture."""
ALIKE = (14.0, 34.0)
"""Distances from the cloth's colour at which a chip's colour is the cloth's, and is no more."""
CAMOUFLAGED = 0.75
"""What cloth's colour says for a body of that colour: inlay, spots and edge must tell the chip."""
LEAST_ASIDE_PX = 1.0
INLAY_FOR, INLAY_AGAINST = 0.45, 0.75
"""What a strange pixel of a face's middle, where any print may be, says for a chip, and cloth against it."""
SIDE_FOR, SIDE_AGAINST = 0.7, 0.7
"""The same for a stack's side, which shows chips of any colour, their spots and the dark between them."""


class Evidence:
    """One picture, and what each of its pixels says for a chip's body of each colour, for an inlay and for a side."""

    def __init__(self, camera: Camera, picture: Image, strange: Floats, palette: Palette, chip_px: float,
                 cloth: Floats | None = None) -> None:
        self.camera, self.palette = camera, palette
        self.picture, self.shape = picture, strange.shape
        self.strange = strange
        self.inlay = np.asarray(strange * (INLAY_FOR + INLAY_AGAINST) - INLAY_AGAINST, np.float32)
        self.side = np.asarray(strange * (SIDE_FOR + SIDE_AGAINST) - SIDE_AGAINST, np.float32)
        self.like_cloth = self._like(cloth)
        raised = np.maximum(strange[None], CAMOUFLAGED * self.like_cloth[:, None, None])
        self.body = raised - self._odd(picture)
        self.aside = max(LEAST_ASIDE_PX, ASIDE * chip_px)
        self._smooth = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.6, 0.02 * chip_px)), np.float32) / STEP

    def _odd(self, picture: Image) -> Floats:
        """How unlike each chip's colour each strange pixel is, 0 to 1: (colours, rows, columns)."""
        odd = np.ones((len(self.palette.names), *self.shape), np.float32)
        where = self.strange > (0.05 if self.like_cloth.max(initial=0) < 0.1 else -1)
        if where.any() and self.palette.names:
            odd[:, where] = np.clip(self.palette.washed(picture[where].astype(np.float32)) / ODD, 0, 1).T
        return odd

    def _like(self, cloth: Floats | None) -> Floats:
        """How much each chip's colour is the cloth's, 0 to 1."""
        if cloth is None or not self.palette.names:
            return np.zeros(len(self.palette.names), np.float32)
        away = self.palette.distances(cloth[None] + (16, 128, 128))[0]
        return np.asarray(np.clip((ALIKE[1] - away) / (ALIKE[1] - ALIKE[0]), 0, 1), np.float32)

    def edge(self, outline: Points, colour: int) -> Floats:
        """How much of a chip's edge every point of a closed outline has, 0 to 1: a step, from its colour to others."""
        run = np.concatenate([outline[1:], outline[:1]]) - np.concatenate([outline[-1:], outline[:-1]])
        normal = run[:, ::-1] * (self.aside, -self.aside) / np.maximum(np.hypot(run[:, 0], run[:, 1]), 1e-6)[:, None]
        outwards = np.sign(np.sum(normal * (outline - outline.mean(axis=0)))) * normal
        (one, own), (other, beyond) = (self._at(outline + way * outwards, colour) for way in (-1, 1))
        step = np.minimum(np.sqrt(((one - other) ** 2).sum(axis=1)), 1)
        coloured = COLOURED * (1 - float(self.like_cloth[colour]))
        return np.asarray(step * (1 - coloured + coloured * np.clip(own - beyond, 0, 1)), np.float32)

    def _at(self, points: Points, colour: int) -> tuple[Floats, Floats]:
        """Smoothed colours at points, and what they say for a chip's body of a colour."""
        high, wide = self.shape
        u = np.clip(points[:, 0] + 0.5, 0, wide - 1).astype(int)
        v = np.clip(points[:, 1] + 0.5, 0, high - 1).astype(int)
        return np.asarray(self._smooth[v, u], np.float32), np.asarray(self.body[colour][v, u], np.float32)
