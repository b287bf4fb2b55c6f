"""A pinhole camera hung over the wheel: where a point in millimetres comes to lie in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Pinhole:
    """Looks at the spindle from the picture's lower side, `tilt` from the vertical; x right, y towards it, z up."""

    size: tuple[int, int]
    focal_px: float
    distance_mm: float
    tilt_deg: float
    roll_deg: float
    centre_px: tuple[float, float]

    def project(self, x: Array | float, y: Array | float, z: Array | float) -> tuple[Array, Array]:
        """Picture coordinates of points in millimetres."""
        tilt, roll = radians(self.tilt_deg), radians(self.roll_deg)
        down = np.asarray(y) * cos(tilt) - np.asarray(z) * sin(tilt)
        depth = self.distance_mm - np.asarray(y) * sin(tilt) - np.asarray(z) * cos(tilt)
        scale = self.focal_px / np.maximum(depth, 0.2 * self.distance_mm)  # a sleeve may end beside the camera
        u, v = np.asarray(x) * scale, down * scale
        return u * cos(roll) - v * sin(roll) + self.centre_px[0], u * sin(roll) + v * cos(roll) + self.centre_px[1]

    def plane_point(self, u: Array, v: Array, z: float) -> tuple[Array, Array]:
        """Where the lines of sight through picture points meet the plane at height z."""
        tilt, roll = radians(self.tilt_deg), radians(self.roll_deg)
        du, dv = u - self.centre_px[0], v - self.centre_px[1]
        a = (du * cos(roll) + dv * sin(roll)) / self.focal_px
        b = (-du * sin(roll) + dv * cos(roll)) / self.focal_px
        depth = self.distance_mm - z * cos(tilt)
        y = (b * depth + z * sin(tilt)) / (cos(tilt) + b * sin(tilt))
        return a * (depth - y * sin(tilt)), y

    def circle(self, radius: float, z: float, points: int = 360) -> NDArray[np.int32]:
        """A circle round the spindle as a polygon for OpenCV, in 1/16 px."""
        angle = np.linspace(0, 2 * np.pi, points, endpoint=False)
        u, v = self.project(radius * np.cos(angle), radius * np.sin(angle), z)
        return np.round(np.stack([u, v], axis=-1) * 16).astype(np.int32)

    def px_per_mm(self, x: float, y: float, z: float) -> float:
        """How large a millimetre appears there."""
        tilt = radians(self.tilt_deg)
        return self.focal_px / (self.distance_mm - y * sin(tilt) - z * cos(tilt))
