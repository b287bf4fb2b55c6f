"""The plane of the number ring: its circle in the picture, and where any point round the spindle comes to lie."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin, sqrt
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Map = NDArray[Any]


@dataclass(frozen=True)
class Ellipse:
    """The outer edge of the number ring as it appears: centre, half axes and the first axis' direction in radians."""

    x: float
    y: float
    a: float
    b: float
    turned: float

    @property
    def affine(self) -> Floats:
        """The unit circle onto this ellipse, angles as near as can be to those in the picture."""
        c, s = cos(self.turned), sin(self.turned)
        spin = np.array([[c, -s], [s, c]])
        stretch = spin @ np.diag([self.a, self.b]) @ spin.T
        return np.array([[*stretch[0], self.x], [*stretch[1], self.y], [0.0, 0.0, 1.0]])

    def scaled(self, factor: float) -> Ellipse:
        """The same in a picture `factor` times as large; picture points count from their middle."""
        x, y = ((at + 0.5) * factor - 0.5 for at in (self.x, self.y))
        return Ellipse(x, y, self.a * factor, self.b * factor, self.turned)

    def sized(self, factor: float) -> Ellipse:
        """An ellipse `factor` times as large round the same place."""
        return Ellipse(self.x, self.y, self.a * factor, self.b * factor, self.turned)


def boost(bx: float, by: float) -> Floats:
    """A projective map of the unit circle onto itself that takes its centre to (bx, by): what perspective does."""
    size = hypot(bx, by)
    if size < 1e-12:
        return np.eye(3)
    grow = 1 / sqrt(1 - size**2)
    nx, ny = bx / size, by / size
    stretch = np.eye(2) + (grow - 1) * np.outer([nx, ny], [nx, ny])
    return np.array([[*stretch[0], grow * bx], [*stretch[1], grow * by], [grow * bx, grow * by, grow]])


@dataclass(frozen=True)
class RingPlane:
    """Ring plane (radius 1 is the number ring's outer edge, angles clockwise from above) to picture and back."""

    homography: Floats

    @classmethod
    def of(cls, ellipse: Ellipse, bx: float, by: float, *, mirrored: bool = False) -> RingPlane:
        """From the ring's ellipse and where in it the spindle is; a mirrored picture turns the other way round."""
        return cls(ellipse.affine @ boost(bx, by) @ np.diag([1.0, -1.0 if mirrored else 1.0, 1.0]))

    def grown(self, by: float) -> RingPlane:
        """The same in a picture `by` times as large; picture points count from their middle."""
        return RingPlane(np.array([[by, 0, (by - 1) / 2], [0, by, (by - 1) / 2], [0, 0, 1]]) @ self.homography)

    def picture(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Picture points of points in the plane."""
        u, v, w = np.einsum("ij,j...->i...", self.homography, np.stack([x, y, np.ones_like(x)]))
        return u / w, v / w

    def plane(self, u: float, v: float) -> tuple[float, float]:
        """The point in the plane behind a picture point."""
        x, y, w = np.linalg.solve(self.homography, np.array([u, v, 1.0]))
        return float(x / w), float(y / w)

    @property
    def tilt(self) -> tuple[float, float]:
        """By how much something one radius high appears shifted in the plane: away from the camera, by its tilt."""
        h = self.homography
        x, y, w = h[:, 2]
        slopes = np.array([[h[0, nth] * w - x * h[2, nth], h[1, nth] * w - y * h[2, nth]] for nth in (0, 1)]) / w**2
        large, small = np.linalg.svd(slopes, compute_uv=False)
        away = h[2, :2] / (float(np.hypot(*h[2, :2])) or 1.0)
        lean = sqrt(max(0.0, (large / small) ** 2 - 1))
        return float(away[0]) * lean, float(away[1]) * lean

    def unroll(self, radii: Floats, columns: int, *, shrink: float = 1.0, height: float = 0.0) -> tuple[Map, Map]:
        """Look-up for cv2.remap in its quick form, laid out as in `around`; `shrink` is 2 for half-size planes."""
        u, v = (((at + 0.5) / shrink - 0.5).astype(np.float32) for at in self.around(radii, columns, height=height))
        return cv2.convertMaps(u, v, cv2.CV_16SC2)

    def around(self, radii: Floats, columns: int, *, height: float = 0.0) -> tuple[Floats, Floats]:
        """Picture points on circles round the spindle: rows are radii, columns go once round clockwise.

        `height` is the circles' over the plane, in its radii.
        """
        angle = np.arange(columns) * (2 * np.pi / columns)
        x, y = (height * tilt for tilt in self.tilt) if height else (0.0, 0.0)
        return self.picture(np.outer(radii, np.cos(angle)) + x, np.outer(radii, np.sin(angle)) + y)
