"""A pinhole camera over the felt: millimetres to pixels and back, discs and cylinders standing on the cloth."""

from __future__ import annotations

import math
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

_CIRCLE = np.stack([np.cos(np.linspace(0, 2 * np.pi, 72, False)), np.sin(np.linspace(0, 2 * np.pi, 72, False))], 1)


class Camera:
    """Projects felt coordinates (x, y on the cloth, z above it, millimetres) to pixels."""

    def __init__(self, matrix: Points) -> None:
        self.matrix = matrix

    @cached_property
    def centre(self) -> Points:
        """Where the camera hangs, in felt coordinates."""
        return np.asarray(np.linalg.solve(self.matrix[:, :3], -self.matrix[:, 3]), np.float64)

    def project(self, points: Points) -> Points:
        """Pixels of points (n, 3)."""
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        found: Points = seen[:, :2] / seen[:, 2:]
        return found

    def at(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """The pixel of one point."""
        u, v = self.project(np.array([[x, y, z]]))[0]
        return float(u), float(v)

    def plane(self, z: float = 0.0) -> Points:
        """The homography from the plane z above the cloth to pixels."""
        return np.stack([self.matrix[:, 0], self.matrix[:, 1], self.matrix[:, 2] * z + self.matrix[:, 3]], axis=1)

    def ground(self, u: float, v: float, z: float = 0.0) -> tuple[float, float]:
        """The felt coordinates of a pixel, if what it shows lies z above the cloth."""
        x, y, w = np.linalg.solve(self.plane(z), np.array([u, v, 1.0]))
        return float(x / w), float(y / w)

    def away(self, x: float, y: float) -> tuple[float, float]:
        """The unit direction on the cloth that leads from the camera past this place."""
        dx, dy = x - self.centre[0], y - self.centre[1]
        length = math.hypot(dx, dy)
        return float(dx / length), float(dy / length)

    def px_per_mm_up(self, x: float, y: float) -> float:
        """How many pixels one millimetre of height takes at this place."""
        (u0, v0), (u1, v1) = self.at(x, y), self.at(x, y, 10.0)
        return math.hypot(u1 - u0, v1 - v0) / 10

    def disc(self, x: float, y: float, z: float, radius: float) -> Points:
        """The outline of a level disc."""
        ring = np.column_stack([x + radius * _CIRCLE[:, 0], y + radius * _CIRCLE[:, 1], np.full(len(_CIRCLE), z)])
        return self.project(ring)

    def cylinder(self, x: float, y: float, radius: float, low: float, high: float) -> Points:
        """The outline of an upright cylinder from `low` to `high` above the cloth."""
        both = np.concatenate([self.disc(x, y, low, radius), self.disc(x, y, high, radius)])
        hull = cv2.convexHull(both.astype(np.float32)).reshape(-1, 2)
        return hull.astype(np.float64)


def look(
    *, target: tuple[float, float], distance: float, tilt: float, yaw: float, roll: float, focal: float,
    size: tuple[int, int],
) -> Camera:
    """A camera looking at a place of a plane (x to its right, y towards it) `tilt` radians from the vertical."""
    forward = np.array([math.sin(tilt) * math.sin(yaw), math.sin(tilt) * math.cos(yaw), -math.cos(tilt)])
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    turned = math.cos(roll) * right + math.sin(roll) * down
    down = math.cos(roll) * down - math.sin(roll) * right
    turn = np.stack([turned, down, forward])
    place = np.array([target[0], -target[1], 0.0]) - distance * forward
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    matrix = lens @ np.column_stack([turn, -turn @ place])
    return Camera(matrix @ np.diag([1.0, -1.0, 1.0, 1.0]))


def focal_of(plane: Points, size: tuple[int, int]) -> float | None:
    """The focal length that makes both axes of the cloth equally long; None when the view does not tell."""
    shift = np.array([[1, 0, -size[0] / 2], [0, 1, -size[1] / 2], [0, 0, 1.0]])
    h = shift @ plane
    a, b = h[:, 0], h[:, 1]
    bent = b[2] ** 2 - a[2] ** 2
    if abs(bent) < 1e-12:
        return None
    squared = (a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2) / bent
    if not 0.3 * size[0] < math.sqrt(max(squared, 0.0)) < 8 * size[0]:
        return None
    return math.sqrt(squared)


def camera_over(plane: Points, focal: float, size: tuple[int, int]) -> Camera:
    """The camera that sees the cloth through this homography; it hangs above the cloth (z grows towards it)."""
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1.0]])
    axes = np.linalg.solve(lens, plane)
    axes /= math.sqrt(float(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1])))
    if axes[2, 2] < 0:
        axes = -axes
    up = np.cross(axes[:, 0], axes[:, 1])
    camera = Camera(lens @ np.column_stack([axes[:, :2], up, axes[:, 2]]))
    if camera.centre[2] < 0:
        camera = Camera(lens @ np.column_stack([axes[:, :2], -up, axes[:, 2]]))
    return camera
