"""The lifelike wheel's skin: wood with its grain, inlays, metal, numbers and pockets."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.wheel import colour_of
from vision.frame import Image
from vision.simulator.surface import Seen
from vision.simulator.view import View
from vision.simulator.wheel_drawing import PER_POCKET
from vision.simulator.wheel_shape import WheelShape

Colour = NDArray[np.float32]
WOODS = {"wood": (38, 74, 128), "black": (26, 24, 24), "red-wood": (28, 38, 96)}
STEEL = np.array((176, 182, 186), np.float32)
BRASS = np.array((70, 140, 180), np.float32)


def bowl_skin(seen: Seen, shape: WheelShape, view: View, rng: np.random.Generator) -> Colour:
    """The colour of everything that stands still: table, rim, wall, track, apron with its deflectors."""
    r, a = seen.radius / shape.scale, seen.angle
    wood = np.array(WOODS[view.bowl], np.float32)
    veneer = int(rng.integers(8, 17))
    along = np.sin(a * 90 + 5 * np.sin(r / 13) + 3 * np.sin(a * 7))
    grain = 0.07 * along + 0.06 * np.sin(r * 0.9 + 4 * np.sin(a * veneer))
    skin = wood * (1 + grain[..., None])
    lighter = np.where(np.floor(a / np.pi / 2 * veneer) % 2 > 0, 1.12, 0.94)[..., None]
    skin = np.where((r > shape.lip)[..., None], skin * 0.8 * lighter, skin)
    track = (np.abs(r - shape.track) < 14)[..., None]
    skin = np.where(track, skin * float(rng.uniform(0.6, 1.5)), skin)
    for edge in (shape.lip, shape.rotor + 5):
        skin = np.where((np.abs(r - edge) < 2.2)[..., None], STEEL * 0.7 if rng.random() < 0.5 else BRASS, skin)
    around, first = 2 * np.pi / 8, float(rng.uniform(0, 1))
    off = np.mod(a + first + around / 2, around) - around / 2
    upright = np.round((a + first) / around) % 2 == 0
    for high, long, wide in ((upright, 17, 5), (~upright, 5, 17)):
        diamond = high & (np.abs(r - shape.deflectors) / long + np.abs(off) * shape.deflectors / wide < 1)
        skin = np.where(diamond[..., None], BRASS * 1.1, skin)
    cloth = np.array(((60, 90, 28), (110, 64, 30), (40, 30, 90))[int(rng.integers(3))], np.float32)
    weave = cv2.GaussianBlur(rng.normal(0, 9, r.shape).astype(np.float32), (0, 0), 0.8)
    return np.where((r > shape.rim + 6)[..., None], cloth + weave[..., None], skin).astype(np.float32)


def rotor_skin(pockets: tuple[str, ...], shape: WheelShape, view: View, rng: np.random.Generator) -> Image:
    """Number ring to spindle, a row for each millimetre inwards, once round; column 0 is pocket 0's middle."""
    width, rows = PER_POCKET * len(pockets), int(shape.rotor) + 6
    strip = np.zeros((rows, width, 3), np.uint8)
    wood = np.array(WOODS[view.bowl], np.float32)
    for row in range(rows):
        radius = shape.rotor + 5 - row
        colour = STEEL * 0.75 if radius < shape.turret else wood * (1.05 + 0.06 * np.sin(radius * 0.8))
        strip[row] = np.clip(colour, 0, 255).astype(np.uint8)
    if view.spokes:
        rays = int(rng.integers(6, 13))
        angle = np.arange(width) / width * rays
        strip[:, np.mod(angle, 1) < 0.08] = (STEEL * 0.55 + wood * 0.5).clip(0, 255).astype(np.uint8)
        strip[int(shape.rotor + 5 - 2.1 * shape.turret):, np.mod(angle * 4 / rays, 1) < 0.13] = BRASS.astype(np.uint8)
    red, green = (int(rng.integers(18, 50)), int(rng.integers(14, 44)), int(rng.integers(150, 215))), (
        int(rng.integers(40, 90)), int(rng.integers(105, 155)), int(rng.integers(10, 50)))
    black = (int(rng.integers(14, 36)),) * 3
    top, ring, bottom = 5, int(shape.rotor + 5 - shape.numbers), int(shape.rotor + 5 - shape.pockets)
    for nth, number in enumerate(pockets):
        box = slice(nth * PER_POCKET, (nth + 1) * PER_POCKET)
        body = {"red": red, "black": black, "green": green}[colour_of(number)]
        strip[top:ring, box] = body
        strip[ring:bottom, box] = _floor(view, body)
        strip[ring:bottom, box.start:box.start + 4] = STEEL.astype(np.uint8)
        if view.seed % 2:
            strip[top:ring, box.start:box.start + 2] = (STEEL if view.seed % 4 == 1 else BRASS).astype(np.uint8)
        _print(strip[top:ring, box], number, gold=view.seed % 3 == 0)
    for edge in (0, top - 2, ring - 1, bottom - 1):
        strip[edge:edge + 3] = (STEEL * 0.9).astype(np.uint8)
    return np.roll(strip, -PER_POCKET // 2, axis=1)


def _floor(view: View, body: tuple[int, int, int]) -> tuple[int, int, int]:
    if view.pockets == "steel":
        return 138, 142, 150
    factor = 0.8 if view.pockets == "painted" else 0.0
    return tuple(int(24 * (1 - factor) + part * factor) for part in body)  # type: ignore[return-value]  # three of them


def _print(box: Image, number: str, *, gold: bool) -> None:
    scale = 0.85
    (wide, tall), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_DUPLEX, scale, 2)
    at = ((box.shape[1] - wide) // 2 + 1, (box.shape[0] + tall) // 2)
    colour = (60, 190, 225) if gold else (230, 235, 238)
    cv2.putText(box, number, at, cv2.FONT_HERSHEY_DUPLEX, scale, colour, 2, cv2.LINE_AA)
