"""What of a lifelike wheel never changes: its light, its bowl, and where each picture point looks on the rotor.

Drawn once for a camera and used for every film it takes; a frame then costs one look-up in the unrolled rotor.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.table import WheelPart
from vision.frame import Image
from vision.simulator.lifelike_wheel import bowl_skin, rotor_skin
from vision.simulator.livery import Livery
from vision.simulator.surface import Light, hang, look_at
from vision.simulator.view import View
from vision.simulator.wheel_drawing import PER_POCKET
from vision.simulator.wheel_shape import WheelShape

MIRRORED_MM = 45.0
"""How far out the varnish mirrors the rotor."""
VIGNETTE = 0.35
"""How much darker a place one picture's width from the middle is."""
SMEARS = 24
"""Prepared strips that are kept, one for each speed at which the rotor blurs; fewer are drawn again more often."""


class StandingWheel:
    """A wheel under a view's camera, by the view's seed."""

    def __init__(self, view: View, pockets: tuple[str, ...], diameter_mm: float) -> None:
        self.view = view
        self.shape = WheelShape.of(WheelPart(order=pockets, diameter_mm=diameter_mm), view)
        rng = np.random.default_rng((view.seed, 0x11FE))
        self.livery = Livery.draw(rng)
        self.lens = hang(view, self.shape, rng)
        seen = look_at(self.lens, self.shape, view, rng)
        self.depth, self.diffuse = seen.depth, seen.diffuse
        self.tint = view.light * np.array([1 - view.warmth, 1.0, 1 + view.warmth], np.float32)
        self._strip = rotor_skin(pockets, self.shape, view, rng)
        self._smeared: dict[int, Image] = {}
        lit = self._darkened(seen.diffuse)[..., None] * self.tint
        shine = self._darkened(255 * seen.shine)[..., None] * self.tint
        bare = bowl_skin(seen, self.shape, view, rng) * lit + shine
        self.box = self._look_at_rotor(seen.radius, seen.angle)
        cover, mirrors = self._covered(seen.radius[self.box])
        self._gain = (lit[self.box] * (cover + mirrors)).astype(np.float32)
        self._under = (bare[self.box] * (1 - cover) + shine[self.box] * (cover + mirrors)).astype(np.float32)
        self.bare: Image = np.clip(bare, 0, 255).astype(np.uint8)

    def turned(self, angle: float, blur_rad: float) -> Image:
        """The picture without ball and hands, pocket 0 at this angle, blurred by so much turning."""
        width = self._strip.shape[1]
        column = self._column + np.float32(width - np.mod(angle / (2 * np.pi), 1.0) * width)
        seen = cv2.remap(self._smear(blur_rad), column, self._row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        picture = self.bare.copy()
        picture[self.box] = np.clip(seen * self._gain + self._under, 0, 255).astype(np.uint8)
        return picture

    def _darkened(self, light: Light) -> Light:
        """Light as it arrives through a lens that darkens the picture's corners."""
        height, width = light.shape
        v, u = np.mgrid[0:height, 0:width]
        far = ((u - width / 2) ** 2 + (v - height / 2) ** 2) / width**2
        return (light * (1 - VIGNETTE * far)).astype(np.float32)

    def _look_at_rotor(self, radius: Light, angle: Light) -> tuple[slice, slice]:
        """The part of the picture that the rotor and its mirror image take up, and what is seen there."""
        edge = (self.shape.rotor + 5) * self.shape.scale
        near = radius < edge + MIRRORED_MM * self.shape.scale
        rows, columns = np.nonzero(near.any(axis=1))[0], np.nonzero(near.any(axis=0))[0]
        box = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        self._row = (np.abs(edge - radius[box]) / self.shape.scale).astype(np.float32)
        self._column = (np.mod(angle[box] / (2 * np.pi), 1.0) * self._strip.shape[1]).astype(np.float32)
        return box

    def _covered(self, radius: Light) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How much of each picture point is rotor, and how much the varnish outside mirrors it."""
        edge, per_mm = (self.shape.rotor + 5) * self.shape.scale, self.lens.px_per_mm(0, 0, 0)
        cover = np.clip((edge - radius) * per_mm + 0.5, 0, 1)[..., None].astype(np.float32)
        outside = np.clip(1 - (radius - edge) / (MIRRORED_MM * self.shape.scale), 0, 1)
        return cover, (self.view.mirror * outside[..., None] * (1 - cover)).astype(np.float32)

    def _smear(self, blur_rad: float) -> Image:
        width = self._strip.shape[1]
        blur = max(1, round(blur_rad / (2 * np.pi) * width))
        if blur not in self._smeared:
            if len(self._smeared) >= SMEARS:
                self._smeared.clear()
            twice = np.concatenate([self._strip, self._strip, self._strip[:, :PER_POCKET]], axis=1)
            self._smeared[blur] = cv2.blur(twice, (blur, 2), borderType=cv2.BORDER_REFLECT_101).astype(np.uint8)
        return self._smeared[blur]


@lru_cache(maxsize=2)
def standing_wheel(view: View, pockets: tuple[str, ...], diameter_mm: float) -> StandingWheel:
    """The same wheel under the same camera is not drawn twice."""
    return StandingWheel(view, pockets, diameter_mm)
