"""Stacks of chips and the dolly as cylinders in perspective, each a small patch laid over the cloth."""

from __future__ import annotations

import math

import cv2
import numpy as np

from schemas.events import Value
from schemas.table import ChipPart
from vision.frame import Image
from vision.geometry import Camera, Points

FINE = 4
"""Patches are drawn this many times finer and averaged down, for smooth edges."""
DOLLY_MM = (25.0, 40.0)

Colour = tuple[float, float, float]


class Patch(Value, frozen=True, kw_only=True):
    """Something standing on the cloth: premultiplied colours, how much they hide, and where the patch lies."""

    left: int
    top: int
    paint: np.ndarray
    hides: np.ndarray

    def lay(self, picture: Image) -> None:
        """Put it into the picture."""
        high, wide = self.hides.shape[:2]
        left, top = max(0, -self.left), max(0, -self.top)
        part = picture[max(0, self.top) : self.top + high, max(0, self.left) : self.left + wide]
        inside = np.s_[top : top + part.shape[0], left : left + part.shape[1]]
        part[:] = np.clip(part * (1 - self.hides[inside]) + self.paint[inside], 0, 255).astype(np.uint8)


class Canvas:
    """A fine sheet round a standing thing."""

    def __init__(self, camera: Camera, outline: Points) -> None:
        self.camera = camera
        self.left, self.top = (int(v) for v in np.floor(outline.min(0)) - 6)
        wide, high = (int(v) for v in np.ceil(outline.max(0)) + 6 - (self.left, self.top))
        self.sheet = np.zeros((high * FINE, wide * FINE, 3), np.uint8)
        self.mask = np.zeros((high * FINE, wide * FINE), np.uint8)

    def fine(self, points: Points) -> np.ndarray:
        """Pixels of the sheet in 1/16, as OpenCV's shift wants them."""
        return np.round((points - (self.left, self.top) + 0.5) * FINE * 16 - 8).astype(np.int32)

    def fill(self, points: Points, colour: Colour) -> None:
        """Paint an area."""
        cv2.fillPoly(self.sheet, [self.fine(points)], colour, cv2.LINE_AA, 4)
        cv2.fillPoly(self.mask, [self.fine(points)], 255, cv2.LINE_AA, 4)

    def line(self, points: Points, colour: Colour, width: int, closed: bool = False) -> None:
        """Draw a line on what is painted."""
        cv2.polylines(self.sheet, [self.fine(points)], closed, colour, width, cv2.LINE_AA, 4)

    def patch(self) -> Patch:
        """The finished patch at the camera's resolution."""
        size = (self.mask.shape[1] // FINE, self.mask.shape[0] // FINE)
        inside = self.mask[..., None] / np.float32(255)
        paint = cv2.resize(self.sheet * inside, size, interpolation=cv2.INTER_AREA)
        hides = cv2.resize(inside, size, interpolation=cv2.INTER_AREA)[..., None]
        return Patch(left=self.left, top=self.top, paint=paint.astype(np.float32), hides=hides.astype(np.float32))


LEANING = 0.3
"""Share of the stacks that lean where stacks lean at all."""


def lean(seed: int, lean_mm: float) -> tuple[float, float]:
    """How far each chip of a stack lies from the one below it, along and across; most stacks stand straight."""
    random = np.random.default_rng([seed, 0x1EA])
    if lean_mm <= 0 or random.random() > LEANING:
        return 0.0, 0.0
    towards, by = float(random.uniform(0, 2 * math.pi)), lean_mm * float(random.uniform(0.4, 1.0))
    return by * math.cos(towards), by * math.sin(towards)


def draw_stack(camera: Camera, x: float, y: float, chips: list[ChipPart], seed: int, sloppy_mm: float = 0.3,
               print_: bool = False, lean_mm: float = 0.0) -> Patch:
    """A stack, bottom to top; the same seed lays its lower chips in the same way when more are added."""
    height = sum(chip.thickness_mm for chip in chips)
    radius = max(chip.diameter_mm for chip in chips) / 2
    canvas = Canvas(camera, camera.cylinder(x, y, radius + 2 + 2 * sloppy_mm + lean_mm * len(chips), 0, height))
    along, across = lean(seed, lean_mm)
    z = 0.0
    for nth, chip in enumerate(chips):
        random = np.random.default_rng([seed, nth])
        dx, dy = np.clip(random.normal(0, sloppy_mm, 2), -2.34 * sloppy_mm, 2.34 * sloppy_mm) if nth else (0.0, 0.0)
        place = (x + dx + nth * along, y + dy + nth * across, z)
        _chip(canvas, place, chip, float(random.uniform(0, 2 * math.pi)), print_)
        z += chip.thickness_mm
    return canvas.patch()


def _chip(canvas: Canvas, place: tuple[float, float, float], chip: ChipPart, turned: float,
          print_: bool) -> None:
    x, y, z = place
    radius, top = chip.diameter_mm / 2, z + chip.thickness_mm
    body, spots = _bgr(chip.rgb), _bgr(chip.spots_rgb or (235, 235, 230))
    canvas.fill(canvas.camera.cylinder(x, y, radius, z, top), _shade(body, 0.86))
    cx, cy = canvas.camera.away(x, y)
    for start in turned + np.arange(6) * math.pi / 3:
        angles = np.linspace(start, start + 0.30, 8)
        if np.all(np.cos(angles) * cx + np.sin(angles) * cy < -0.1):
            lower, upper = (_rim(canvas.camera, x, y, high, radius, angles) for high in (z + 0.3, top))
            canvas.fill(np.concatenate([lower, upper[::-1]]), _shade(spots, 0.86))
    front = math.atan2(-cy, -cx) + np.linspace(-1.45, 1.45, 32)
    canvas.line(_rim(canvas.camera, x, y, z, radius, front), _shade(body, 0.35), 3)
    canvas.fill(canvas.camera.disc(x, y, top, radius), _shade(body, 1.04))
    for start in turned + np.arange(6) * math.pi / 3:
        angles = np.linspace(start, start + 0.30, 8)
        inner = _rim(canvas.camera, x, y, top, radius * 0.78, angles)
        canvas.fill(np.concatenate([_rim(canvas.camera, x, y, top, radius, angles), inner[::-1]]), spots)
    canvas.line(canvas.camera.disc(x, y, top, radius * 0.62), spots, 3, closed=True)
    if print_:
        _printed(canvas, (x, y, top), radius, spots, turned)
    canvas.line(canvas.camera.disc(x, y, top, radius), _shade(body, 0.7), 2, closed=True)


def _printed(canvas: Canvas, place: tuple[float, float, float], radius: float, ink: Colour, turned: float) -> None:
    """A value or a house's sign in the middle of a chip."""
    x, y, top = place
    for angle in turned + np.arange(3) * 2.1:
        end = _rim(canvas.camera, x, y, top, radius * 0.36, np.array([angle, angle + 1.0, angle + 2.0]))
        canvas.fill(end, _shade(ink, 0.95))


def _rim(camera: Camera, x: float, y: float, z: float, radius: float, angles: np.ndarray) -> Points:
    points = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(len(angles), z)])
    return camera.project(points)


def draw_dolly(camera: Camera, x: float, y: float) -> Patch:
    """The winning-number marker: a gold foot, a clear white body, a gold cap."""
    wide, high = DOLLY_MM
    canvas = Canvas(camera, camera.cylinder(x, y, wide / 2, 0, high))
    parts = ((0.5, 0.0, 6.0, (70, 150, 190)), (0.36, 6.0, 32.0, (206, 214, 212)), (0.44, 32.0, 40.0, (80, 165, 205)))
    for half, low, top, colour in parts:
        canvas.fill(camera.cylinder(x, y, wide * half, low, top), _shade(colour, 0.85))
        canvas.fill(camera.disc(x, y, top, wide * half), colour)
    canvas.line(camera.disc(x, y, high, wide * 0.44), (40, 90, 120), 3, closed=True)
    return canvas.patch()


def cast_shadow(camera: Camera, picture: Image, x: float, y: float, radius: float, height: float,
                light: tuple[float, float, float]) -> None:
    """Darken the cloth softly where a standing thing keeps the lamps' light away."""
    foot = camera.disc(x, y, 0, radius * 1.04)
    tip = camera.disc(x + light[0] * height, y + light[1] * height, 0, radius)
    hull = cv2.convexHull(np.concatenate([foot, tip]).astype(np.float32)).reshape(-1, 2)
    size = (picture.shape[1], picture.shape[0])
    left, top = (max(0, int(v)) for v in np.floor(hull.min(0)) - 16)
    wide, high = (int(v) for v in np.minimum(np.ceil(hull.max(0)) + 16, size) - (left, top))
    if wide <= 0 or high <= 0:
        return
    mask = np.zeros((high, wide), np.uint8)
    cv2.fillPoly(mask, [np.round((hull - (left, top)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), 4.0).astype(np.float32)[..., None] / 255
    part = picture[top : top + high, left : left + wide]
    part[:] = (part * (1 - light[2] * soft)).astype(np.uint8)


def _bgr(rgb: tuple[int, int, int]) -> Colour:
    return float(rgb[2]), float(rgb[1]), float(rgb[0])


def _shade(colour: Colour, by: float) -> Colour:
    return min(255.0, colour[0] * by), min(255.0, colour[1] * by), min(255.0, colour[2] * by)
