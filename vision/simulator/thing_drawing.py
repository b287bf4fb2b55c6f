"""Things in the wheel that are no ball: what fell in, and the pieces of a broken or flying ball."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image
from vision.simulator.irregular import SIZES_MM, thing_at
from vision.simulator.livery import Bgr
from vision.simulator.physics import WheelMotion
from vision.simulator.pinhole import Pinhole

COLOURS: dict[str, Bgr] = {
    "chip": (60, 190, 70), "button": (225, 225, 225), "phone": (30, 26, 24), "shard": (215, 205, 190)}
IVORY: Bgr = (224, 234, 238)


def draw_things(picture: Image, motion: WheelMotion, lens: Pinhole, t: float, light: float) -> None:
    """Put them into the picture as they lie at this time."""
    for nth, thing in enumerate(motion.scene.things):
        angle = motion.dealer_angle + 2.2 + 1.9 * nth
        lies = thing_at(thing, t, motion.shape, angle)
        if lies is not None:
            _flat(picture, lens, lies, SIZES_MM[thing.object], _lit(COLOURS[thing.object], light))
    for ball, part in motion.pieces(t):
        size = motion.scene.setup.wheel.ball_mm * part
        lies = (ball.angle, ball.radius_mm, ball.height_mm + size / 2)
        x, y = ball.radius_mm * np.cos(ball.angle), ball.radius_mm * np.sin(ball.angle)
        u, v = lens.project(x, y, lies[2])
        wide = max(1, round(size / 2 * lens.px_per_mm(float(x), float(y), lies[2]) * 16))
        cv2.circle(picture, (round(float(u) * 16), round(float(v) * 16)), wide, _lit(IVORY, light), -1, cv2.LINE_AA, 4)


def _flat(picture: Image, lens: Pinhole, lies: tuple[float, float, float], size: tuple[float, float],
          colour: Bgr) -> None:
    angle, radius, height = lies
    round_ = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    out, along = radius + size[0] / 2 * np.cos(round_), size[1] / 2 * np.sin(round_)
    x, y = out * np.cos(angle) - along * np.sin(angle), out * np.sin(angle) + along * np.cos(angle)
    for grow, shade in ((1.0, 0.7), (0.8, 1.0)):
        middle_x, middle_y = float(x.mean()), float(y.mean())
        u, v = lens.project(middle_x + (x - middle_x) * grow, middle_y + (y - middle_y) * grow, height + 4)
        points = np.round(np.stack([u, v], axis=-1) * 16).astype(np.int32)
        cv2.fillPoly(picture, [points], _lit(colour, shade), cv2.LINE_AA, 4)


def _lit(colour: Bgr, light: float) -> Bgr:
    blue, green, red = (int(min(255, part * light)) for part in colour)
    return blue, green, red
