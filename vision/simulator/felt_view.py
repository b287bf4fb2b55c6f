"""How the layout camera of a simulated table hangs, drawn from the scene's seed."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from schemas.layout import OUTSIDE_MM, Felt, extra_boxes
from vision.geometry import Camera, Points, look
from vision.simulator.felt_style import FeltStyle, style_of
from vision.simulator.scene import FeltScene


class FeltView:
    """The camera, and the plane of the picture: x to its right, y towards it, so that print can be read."""

    def __init__(self, scene: FeltScene) -> None:
        self.felt: Felt = scene.setup.felt.felt
        self.style: FeltStyle = style_of(scene.difficulty, scene.seed)
        self.size = self.style.size
        beside = extra_boxes(self.felt).values()
        self.near_y = min((box.y0 for box in beside), default=0.0)
        self.far_y = max((box.y1 for box in beside), default=0.0)
        self.far_y = max(self.far_y, self.felt.width + 2 * OUTSIDE_MM)
        self.random = np.random.default_rng([scene.seed, 0xFE17])
        self.flip_x = -1.0 if self.random.random() < 0.3 else 1.0
        self.flip_y = 1.0 if scene.setup.felt.dealer_side == "top" else -1.0
        self.over_plane: Camera = self._easy() if self.style.tilt_deg is None else self._tilted(self.style.tilt_deg)

    def _easy(self) -> Camera:
        vary = self.random.uniform
        middle = (self.felt.length / 2, (self.near_y + self.far_y) / 2)
        distance = vary(1900, 2200)
        return look(
            target=(middle[0] * self.flip_x + vary(-6, 6), middle[1] * self.flip_y + vary(-8, 8)),
            distance=distance, tilt=math.radians(vary(48.5, 51.5)), yaw=math.radians(vary(-2, 2)),
            roll=math.radians(vary(-0.8, 0.8)), size=self.size,
            focal=distance * vary(1.68, 1.72) * min(1.0, 1050 / (self.felt.length + 150)),
        )

    def _tilted(self, tilt_deg: float) -> Camera:
        """Hung anywhere over the table, as far away as it takes to have the whole layout in the picture."""
        vary = self.random.uniform
        middle = (self.felt.length / 2, (self.near_y + self.far_y) / 2)
        distance = vary(1500, 2600)
        across = (self.felt.length + 150) / vary(0.72, 0.86)
        focal = self.size[0] * distance / across
        turned = math.radians(vary(-3, 3)) + (math.pi if tilt_deg < 0 else 0.0)
        return look(
            target=(middle[0] * self.flip_x + vary(-30, 30), middle[1] * self.flip_y + vary(-30, 30)),
            distance=distance, tilt=math.radians(tilt_deg), yaw=math.radians(vary(-6, 6)), roll=turned, focal=focal,
            size=self.size,
        )

    @cached_property
    def camera(self) -> Camera:
        """The same camera in felt coordinates."""
        flips: Points = np.diag([self.flip_x, self.flip_y, 1.0, 1.0])
        return Camera(self.over_plane.matrix @ flips)

    @property
    def unit(self) -> float:
        """Pixels of a millimetre in the middle of the felt."""
        if self.style.difficulty == "easy":
            return self.camera.px_per_mm_up(450, 195) / 0.766
        (u0, v0), (u1, v1) = self.camera.at(400, 195), self.camera.at(500, 195)
        return math.hypot(u1 - u0, v1 - v0) / 100

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """Felt coordinates in the plane of the picture."""
        return x * self.flip_x, y * self.flip_y
