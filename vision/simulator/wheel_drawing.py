"""The wheel's parts as pictures: the still bowl once, and the rotor unrolled, to be turned for every frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.wheel import colour_of
from vision.frame import Image
from vision.simulator.livery import Bgr, Livery
from vision.simulator.pinhole import Pinhole
from vision.simulator.wheel_shape import WheelShape

PER_POCKET = 48
"""Columns of the unrolled rotor for each pocket; lower it and the digits blur."""
DEFLECTORS = 8


def _shade(colour: Bgr, factor: float) -> Bgr:
    blue, green, red = (int(min(255, max(0, part * factor))) for part in colour)
    return blue, green, red


def light_map(camera: Pinhole, livery: Livery) -> NDArray[np.float32]:
    """How bright each picture point is lit: a gradient towards the lamp."""
    width, height = camera.size
    u, v = np.meshgrid(np.arange(width) - width / 2, np.arange(height) - height / 2)
    along = (u * np.cos(livery.glare_angle) + v * np.sin(livery.glare_angle)) / (width / 2)
    lit: NDArray[np.float32] = (livery.light * (1 + livery.glare * along)).astype(np.float32)
    return lit


def draw_bowl(camera: Pinhole, livery: Livery, shape: WheelShape, rng: np.random.Generator) -> Image:
    """Table, rim, ball track, apron and deflectors: everything that never moves."""
    width, height = camera.size
    picture = np.full((height, width, 3), livery.surround, np.uint8)
    for radius in np.arange(shape.rim, shape.rotor - 1, -1.0):
        grain = 1 + 0.05 * np.sin(radius * 1.7) + 0.03 * np.sin(radius * 0.61)
        colour, z = _bowl_colour(radius, livery, shape, grain), _bowl_height(radius, shape)
        cv2.fillPoly(picture, [camera.circle(radius * shape.scale, z * shape.scale)], colour, cv2.LINE_AA, 4)
    first = float(rng.uniform(0, np.pi / 4))
    for nth in range(DEFLECTORS):
        _draw_deflector(picture, camera, livery, shape, first + nth * 2 * np.pi / DEFLECTORS, upright=nth % 2 == 0)
    grain_noise = cv2.GaussianBlur(rng.normal(0, 14, (height, width)).astype(np.float32), (0, 0), 1.2)
    lit = (picture + grain_noise[..., None]) * light_map(camera, livery)[..., None]
    bowl: Image = np.clip(lit, 0, 255).astype(np.uint8)
    return bowl


def _bowl_height(radius: float, shape: WheelShape) -> float:
    if radius >= shape.lip:
        return shape.rim_height
    if radius >= shape.track:
        return shape.track_height + (shape.rim_height - shape.track_height) * (
            (radius - shape.track) / (shape.lip - shape.track))
    return shape.height(radius)


def _bowl_colour(radius: float, livery: Livery, shape: WheelShape, grain: float) -> Bgr:
    if radius >= shape.lip:
        return _shade(livery.wood, grain * (1.25 if radius > shape.rim - 6 else 1.05))
    if radius >= shape.apron:
        return _shade(livery.inlay, grain * (0.7 + 0.35 * (radius - shape.apron) / (shape.lip - shape.apron)))
    return _shade(livery.wood, grain * (0.75 + 0.3 * (radius - shape.rotor) / (shape.apron - shape.rotor)))


def _draw_deflector(picture: Image, camera: Pinhole, livery: Livery, shape: WheelShape, angle: float, *,
                    upright: bool) -> None:
    along, across = (16.0, 5.0) if upright else (5.0, 16.0)
    ends = np.array([(along, 0.0), (0.0, across), (-along, 0.0), (0.0, -across)])
    radial = np.array([np.cos(angle), np.sin(angle)])
    round_ = np.array([-np.sin(angle), np.cos(angle)])
    points = (shape.deflectors + ends[:, :1]) * radial + ends[:, 1:] * round_
    u, v = camera.project(points[:, 0] * shape.scale, points[:, 1] * shape.scale,
                          (shape.height(shape.deflectors) + 4) * shape.scale)
    polygon = np.round(np.stack([u, v], axis=-1) * 16).astype(np.int32)
    cv2.fillPoly(picture, [polygon], livery.metal, cv2.LINE_AA, 4)


def unroll_rotor(pockets: tuple[str, ...], livery: Livery, shape: WheelShape, blur_rad: float) -> Image:
    """Number ring to turret: rows from the edge inwards, columns clockwise from pocket 0, twice round."""
    width, rows = PER_POCKET * len(pockets), int(shape.rotor)
    strip = np.empty((rows, width, 3), np.uint8)
    for row in range(rows):
        strip[row, :] = _cone_colour(shape.rotor - row, livery, shape)
    ring, bottom = int(shape.rotor - shape.numbers), int(shape.rotor - shape.pockets)
    for nth, number in enumerate(pockets):
        left, right = nth * PER_POCKET, (nth + 1) * PER_POCKET
        body: Bgr = {"red": livery.red, "black": livery.black, "green": livery.green}[colour_of(number)]
        strip[:ring, left:right] = body
        strip[ring:bottom, left:right] = _shade(body, 0.72)
        strip[ring:bottom, left:left + 3] = _shade(livery.metal, 0.8)
        strip[:ring, left:left + 2] = _shade(livery.metal, 0.9)
        _print_number(strip[:ring, left:right], number)
    for edge in (0, ring, bottom):
        strip[edge:edge + 2] = _shade(livery.metal, 0.85)
    # Columns begin at a fret; half a pocket back, so that column 0 is the middle of pocket 0.
    strip = np.roll(strip, -PER_POCKET // 2, axis=1)
    smear = max(1, round(blur_rad / (2 * np.pi) * width))
    twice = np.concatenate([strip, strip, strip[:, :PER_POCKET]], axis=1)
    return cv2.blur(twice, (smear, 2), borderType=cv2.BORDER_REFLECT_101).astype(np.uint8)


def _cone_colour(radius: float, livery: Livery, shape: WheelShape) -> Bgr:
    if radius < shape.turret:
        return _shade(livery.metal, 0.6 + 0.5 * (1 - radius / shape.turret))
    return _shade(livery.wood, 0.8 + 0.3 * (1 - radius / shape.pockets))


def _print_number(box: Image, number: str) -> None:
    scale = 0.82
    (wide, tall), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    at = ((box.shape[1] - wide) // 2 + 1, (box.shape[0] + tall) // 2)
    cv2.putText(box, number, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (232, 236, 238), 2, cv2.LINE_AA)
