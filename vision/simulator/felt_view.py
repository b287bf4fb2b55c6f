"""How the layout camera of a simulated table hangs, drawn from the scene's seed."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np

from schemas.layout import OUTSIDE_MM, Felt
from vision.geometry import Camera, Points, look
from vision.simulator.scene import FeltScene

SIZE = (1920, 1080)


class FeltView:
    """The camera, and the plane of the picture: x to its right, y towards it, so that print can be read."""

    def __init__(self, scene: FeltScene) -> None:
        self.felt: Felt = scene.setup.felt.felt
        self.random = np.random.default_rng([scene.seed, 0xFE17])
        self.flip_x = -1.0 if self.random.random() < 0.3 else 1.0
        self.flip_y = 1.0 if scene.setup.felt.dealer_side == "top" else -1.0
        vary = self.random.uniform
        middle = (self.felt.length / 2, (self.felt.width + 2 * OUTSIDE_MM) / 2)
        distance = vary(1900, 2200)
        self.over_plane: Camera = look(
            target=(middle[0] * self.flip_x + vary(-6, 6), middle[1] * self.flip_y + vary(-8, 8)),
            distance=distance, tilt=math.radians(vary(48.5, 51.5)), yaw=math.radians(vary(-2, 2)),
            roll=math.radians(vary(-0.8, 0.8)), focal=distance * vary(1.68, 1.72), size=SIZE,
        )

    @cached_property
    def camera(self) -> Camera:
        """The same camera in felt coordinates."""
        flips: Points = np.diag([self.flip_x, self.flip_y, 1.0, 1.0])
        return Camera(self.over_plane.matrix @ flips)

    def to_plane(self, x: float, y: float) -> tuple[float, float]:
        """Felt coordinates in the plane of the picture."""
        return x * self.flip_x, y * self.flip_y
