"""The lifelike wheel as a body of revolution: which part of it each picture point sees, and how it is lit there."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulator.pinhole import Array, Pinhole
from vision.simulator.view import View
from vision.simulator.wheel_shape import WheelShape

Light = NDArray[np.float32]
STEPS, HALVINGS = 44, 5
"""Steps along each line of sight, and how often the last is halved; fewer and thin edges (turret, rim) are ragged."""
FINE_MM = 0.5
"""Between two places at which the wheel's section is looked up."""


@dataclass(frozen=True, kw_only=True)
class BentLens(Pinhole):
    """A pinhole with a lens that bends: barrel when negative, pincushion when positive."""

    bend: float = 0.0

    def project(self, x: Array | float, y: Array | float, z: Array | float) -> tuple[Array, Array]:
        """Picture coordinates of points in millimetres, bent."""
        u, v = super().project(x, y, z)
        half = self.size[0] / 2
        du, dv = (u - self.centre_px[0]) / half, (v - self.centre_px[1]) / half
        grow = 1 + self.bend * (du**2 + dv**2)
        return self.centre_px[0] + half * du * grow, self.centre_px[1] + half * dv * grow

    def rays(self, u: Array, v: Array) -> tuple[Array, Array]:
        """The line of sight of picture points: how far right and down per unit of depth."""
        half = self.size[0] / 2
        bent = np.stack([(u - self.centre_px[0]) / half, (v - self.centre_px[1]) / half])
        plain = bent.copy()
        for _ in range(6):
            plain = bent / (1 + self.bend * (plain**2).sum(axis=0))
        du, dv = plain * half / self.focal_px
        roll = radians(self.roll_deg)
        return du * cos(roll) + dv * sin(roll), -du * sin(roll) + dv * cos(roll)


def hang(view: View, shape: WheelShape, rng: np.random.Generator) -> BentLens:
    """The camera of a view: the whole bowl, foreshortened, fills the wished part of the picture."""
    width, height = view.size
    focal, rim = view.focal * width, shape.rim * shape.scale
    across = view.fills * min(height / max(0.6, cos(radians(view.tilt_deg))), width)
    off = (rng.uniform(-0.05, 0.05) * width, rng.uniform(-0.02, 0.02) * height)
    return BentLens(
        size=view.size, focal_px=focal, distance_mm=focal * 2 * rim / across, tilt_deg=view.tilt_deg,
        roll_deg=view.roll_deg, centre_px=(width / 2 + off[0], height / 2 + off[1]), bend=view.distortion)


def profile(shape: WheelShape) -> tuple[Array, Array]:
    """Radii and heights of the wheel's section, from spindle to table."""
    knob, turret = shape.turret_height, shape.turret
    cone = min(30.0, knob * 0.4)
    points = [(0, knob + 12), (10, knob + 10), (16, knob - 6), (22, knob - 10), (30, 0.55 * knob), (turret * 0.6, cone),
              (turret, cone - 4), (shape.pockets - 4, 4.0), (shape.pockets, shape.pocket_height),
              (shape.numbers - 3, shape.pocket_height), (shape.numbers, -5.0), (shape.rotor, 0.0),
              (shape.rotor + 3, -2.0), (shape.rotor + 5, 2.0), (shape.track - 6, shape.track_height - 1),
              (shape.track + 6, shape.track_height + 2), (shape.lip - 6, shape.rim_height - 10),
              (shape.lip, shape.rim_height), (shape.rim, shape.rim_height - 3), (shape.rim + 6, -60.0), (4000, -60.0)]
    radius, height = np.array(points, float).T
    return radius * shape.scale, height * shape.scale


@dataclass(frozen=True)
class Seen:
    """What each picture point sees: radius and angle round the spindle, height, depth, and the light there."""

    radius: Light
    angle: Light
    height: Light
    depth: Light
    diffuse: Light
    shine: Light


def look_at(lens: BentLens, shape: WheelShape, view: View, rng: np.random.Generator) -> Seen:
    """Follow every line of sight down to the wheel; large pictures at half size."""
    width, height = lens.size
    half = 2 if width > 1000 else 1
    u, v = np.meshgrid(np.arange(width // half) * half + (half - 1) / 2,
                       np.arange(height // half) * half + (half - 1) / 2)
    a, b = lens.rays(u, v)
    tilt = radians(lens.tilt_deg)
    from_ = lens.distance_mm * np.array([0.0, sin(tilt), cos(tilt)], np.float32)
    way = np.stack([a, b * cos(tilt) - sin(tilt), -b * sin(tilt) - cos(tilt)]).astype(np.float32)
    radii, heights = profile(shape)
    hit = _hit(from_, way, Section(radii, heights))
    x, y, z = (from_[axis] + way[axis] * hit for axis in range(3))
    diffuse, shine = _lit(np.stack([x, y, z]), way / np.linalg.norm(way, axis=0), (radii, heights), view, rng)
    wide, deep, *rest = (cv2.resize(part.astype(np.float32), lens.size).astype(np.float32)
                         for part in (x, y, z, hit, diffuse, shine))
    return Seen(np.hypot(wide, deep), np.arctan2(deep, wide), *rest)


class Section:
    """The wheel's section, looked up every half millimetre."""

    def __init__(self, radii: Array, heights: Array) -> None:
        self.top, self.bottom = float(heights.max()), float(heights.min())
        self._table = np.interp(np.arange(0, radii[-2] + 2, FINE_MM), radii, heights).astype(np.float32)

    def height(self, x: Light, y: Light) -> Light:
        """How high the surface lies there."""
        place = np.minimum(np.sqrt(x * x + y * y) * np.float32(1 / FINE_MM), np.float32(self._table.size - 1))
        found: Light = self._table[place.astype(np.int32)]
        return found


def _hit(from_: Light, way: Light, section: Section) -> Light:
    """How deep along each line of sight the wheel is first met."""
    first, last = ((from_[2] - level) / -way[2] for level in (section.top + 1, section.bottom - 0.5))
    step = (last - first) / STEPS

    def under(depth: Light) -> NDArray[np.bool_]:
        x, y, z = (from_[axis] + way[axis] * depth for axis in range(3))
        return np.asarray(z <= section.height(x, y))

    hit, found = last.copy(), np.zeros(last.shape, bool)
    for nth in range(STEPS + 1):
        depth = first + step * np.float32(nth)
        now = ~found & under(depth)
        hit[now] = depth[now]
        found |= now
    low = hit - step
    for _ in range(HALVINGS):
        middle = (low + hit) / 2
        inside = under(middle)
        hit, low = np.where(inside, middle, hit), np.where(inside, low, middle)
    return hit.astype(np.float32)


def _lit(at: Array, way: Array, section: tuple[Array, Array], view: View,
         rng: np.random.Generator) -> tuple[Array, Array]:
    """Soft light from above with a gradient, and the lamps' reflections in varnish and metal."""
    radius, step = np.hypot(at[0], at[1]), 1.5
    slope = (np.interp(radius + step, *section) - np.interp(radius - step, *section)) / (2 * step)
    away = np.maximum(radius, 1e-6)
    up = np.stack([-slope * at[0] / away, -slope * at[1] / away, np.ones_like(radius)])
    up /= np.linalg.norm(up, axis=0)
    diffuse, shine = np.full(radius.shape, 0.25), np.zeros_like(radius)
    mirrored = way - 2 * (way * up).sum(axis=0) * up
    for _ in range(view.lamps):
        lamp = np.array([rng.uniform(-1400, 1400), rng.uniform(-1400, 1400), rng.uniform(1200, 2200)])
        to = lamp[:, None, None] - at
        to /= np.linalg.norm(to, axis=0)
        diffuse += 0.8 / view.lamps * np.clip((to * up).sum(axis=0), 0, None)
        close = np.clip((to * mirrored).sum(axis=0), 0, None)
        shine += close ** float(rng.uniform(60, 400)) + 0.25 * close ** float(rng.uniform(8, 20))
    shine *= radius < section[0][-2]  # cloth does not shine
    panel = rng.uniform(-0.5, 0.5, 2)
    sky = mirrored[:2] / np.maximum(mirrored[2], 0.05)
    across, along = (np.clip(1 - (np.abs(part - at_) / wide) ** 8, 0, 1)
                     for part, at_, wide in zip(sky, panel, (0.22, 0.1), strict=True))
    window = across * along * ((mirrored[2] > 0) & (radius < section[0][-2]))
    if view.shade:
        shadow = _shadow(at, float(section[0][-3]), rng)
        return diffuse * (1 - view.shade * shadow), view.glare * (shine + 0.9 * window) * (1 - 0.5 * view.shade * shadow)
    return diffuse, view.glare * (shine + 0.9 * window)


def _shadow(at: Array, rim: float, rng: np.random.Generator) -> Array:
    """Where somebody stands in the light: beyond a soft edge across the wheel."""
    from_, edge, soft = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(-0.3, 0.7)) * rim, float(rng.uniform(20, 90))
    return np.asarray(1 / (1 + np.exp(np.clip((edge - at[0] * cos(from_) - at[1] * sin(from_)) / soft, -50, 50))))
