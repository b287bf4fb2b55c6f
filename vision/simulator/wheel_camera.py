"""The wheel camera: draws every frame of a wheel scene as a real camera over the wheel would see it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.ball_state import BallState
from vision.simulator.hand_drawing import draw_hand
from vision.simulator.livery import Livery, hang_camera
from vision.simulator.physics import WheelMotion
from vision.simulator.pinhole import Pinhole
from vision.simulator.scene import WheelScene
from vision.simulator.thing_drawing import draw_things
from vision.simulator.wheel_drawing import PER_POCKET, draw_bowl, light_map, unroll_rotor
from vision.simulator.wheel_shape import WheelShape

SMEAR = 9
"""Ball positions within one exposure; lower it and a fast ball becomes a string of pearls."""
NOISES = 6
"""Prepared pictures of noise, taken in turn; a fresh one for every frame would cost more than the drawing."""


def film_wheel(scene: WheelScene) -> Iterator[Image | None]:
    """Every frame of the scene in order, each at its time; none where it was lost on its way."""
    if scene.view is not None:
        from vision.simulator.lifelike_camera import lifelike_frames

        yield from lifelike_frames(scene, scene.view)
        return
    camera = WheelCamera(scene)
    for nth in range(round(scene.duration_s * scene.fps)):
        yield camera.picture(nth)


class WheelCamera:
    """One camera over one wheel, hung and lit by the scene's seed."""

    def __init__(self, scene: WheelScene) -> None:
        self.scene, self.motion = scene, WheelMotion(scene)
        self.shape = WheelShape.of(scene.setup.wheel)
        rng = np.random.default_rng((scene.seed, 0xCA3))
        self.livery, self.lens = Livery.draw(rng), hang_camera(rng, self.shape)
        self._bowl = draw_bowl(self.lens, self.livery, self.shape, rng)
        self._rotor = _RotorView(scene, self.lens, self.livery, self.shape)
        width, height = self.lens.size
        spread = rng.normal(0, self.livery.noise, (NOISES, height, width, 3))
        self._lighter = [np.clip(np.round(noise), 0, 255).astype(np.uint8) for noise in spread]
        self._darker = [np.clip(np.round(-noise), 0, 255).astype(np.uint8) for noise in spread]

    def picture(self, nth: int) -> Image:
        """Frame n."""
        t = self.scene.since_s + nth / self.scene.fps
        picture = self._bowl.copy()
        self._rotor.draw(picture, self.motion.rotor_angle(t))
        if self.motion.ball(t) is not None:
            self._draw_ball(picture, t)
        draw_things(picture, self.motion, self.lens, t, self.livery.light)
        hand = self.motion.hand(t)
        if hand is not None:
            draw_hand(picture, hand, self.lens, self.livery)
        noise = nth % NOISES
        return cv2.subtract(cv2.add(picture, self._lighter[noise]), self._darker[noise]).astype(np.uint8)

    def _draw_ball(self, picture: Image, t: float) -> None:
        half = self.livery.exposure_s / 2
        times = [t + half * (2 * nth / (SMEAR - 1) - 1) for nth in range(SMEAR)]
        places = [self._place(ball) for moment in times if (ball := self.motion.ball(moment)) is not None]
        reach = max(radius for _, _, radius in places) + 6
        left, top = (int(min(place[axis] for place in places) - reach) for axis in (0, 1))
        right, bottom = (int(max(place[axis] for place in places) + reach) + 1 for axis in (0, 1))
        left, right = max(left, 0), min(right, picture.shape[1])
        top, bottom = max(top, 0), min(bottom, picture.shape[0])
        if left >= right or top >= bottom:
            return
        region = picture[top:bottom, left:right].astype(np.float32)
        for darker, shift, size, colour in ((0.45, 2.5, 1.0, (0, 0, 0)), (1.0, 0.0, 1.0, self.livery.ball),
                                            (0.7, -0.25, 0.45, (255, 255, 255))):
            covered = np.zeros(region.shape[:2], np.float32)
            for x, y, radius in places:
                disc = np.zeros(region.shape[:2], np.uint8)
                offset = shift if shift > 1 else shift * radius
                centre = (round((x - left + offset) * 16), round((y - top + offset) * 16))
                cv2.circle(disc, centre, max(1, round(radius * size * 16)), 255, -1, cv2.LINE_AA, 4)
                covered += disc
            alpha = (covered * (darker / 255 / len(places)))[..., None]
            lit = np.minimum(np.float32(255), np.array(colour, np.float32) * self.livery.light)
            region += (lit - region) * alpha
        picture[top:bottom, left:right] = np.clip(region, 0, 255).astype(np.uint8)

    def _place(self, ball: BallState) -> tuple[float, float, float]:
        x, y = ball.radius_mm * np.cos(ball.angle), ball.radius_mm * np.sin(ball.angle)
        radius = self.scene.setup.wheel.ball_mm / 2
        u, v = self.lens.project(x, y, ball.height_mm + radius)
        return float(u), float(v), radius * self.lens.px_per_mm(x, y, ball.height_mm + radius)


class _RotorView:
    """Where each picture point looks on the turning rotor; a frame is one look-up in the unrolled rotor."""

    def __init__(self, scene: WheelScene, lens: Pinhole, livery: Livery, shape: WheelShape) -> None:
        edge = lens.circle(shape.rotor * shape.scale, 0) / 16
        (left, top), (right, bottom) = np.floor(edge.min(axis=0)).astype(int), np.ceil(edge.max(axis=0)).astype(int) + 1
        self._box = (slice(top, bottom), slice(left, right))
        u, v = np.meshgrid(np.arange(left, right, dtype=np.float64), np.arange(top, bottom, dtype=np.float64))
        radius, angle = _surface(lens, shape, u, v)
        pockets = scene.setup.wheel.pockets
        self._columns = PER_POCKET * len(pockets)
        speed = scene.rotor_rpm / 60 * 2 * np.pi
        self._strip = unroll_rotor(pockets, livery, shape, speed * livery.exposure_s)
        self._row = np.clip(shape.rotor - radius, 0, shape.rotor - 1).astype(np.float32)
        self._column = (np.mod(angle / (2 * np.pi), 1.0) * self._columns).astype(np.float32)
        # A soft edge, one picture point wide, so that the rotor does not look cut out.
        per_mm = lens.px_per_mm(0, 0, 0) * shape.scale
        self._cover = np.clip((shape.rotor - radius) * per_mm + 0.5, 0, 1).astype(np.float32)[..., None]
        self._light = (light_map(lens, livery)[self._box][..., None] * self._cover).astype(np.float32)

    def draw(self, picture: Image, angle: float) -> None:
        """Put the rotor, turned to this angle of pocket 0, into the picture."""
        turned = self._column + np.float32(self._columns - np.mod(angle / (2 * np.pi), 1.0) * self._columns)
        seen = cv2.remap(self._strip, turned, self._row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        under = picture[self._box]
        picture[self._box] = np.clip(seen * self._light + under * (1 - self._cover), 0, 255).astype(np.uint8)


def _surface(lens: Pinhole, shape: WheelShape, u: NDArray[np.float64],
             v: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Radius (unscaled) and angle of the rotor's surface behind each picture point, the higher parts over the lower."""
    radius, angle = _polar(lens, shape, u, v, shape.pocket_height)
    for height, inner, outer in ((0.0, shape.numbers, np.inf), (10.0, 0.0, shape.pockets - 30),
                                 (shape.turret_height, 0.0, shape.turret)):
        upper, round_ = _polar(lens, shape, u, v, height)
        over = (upper >= inner) & (upper < outer)
        radius, angle = np.where(over, upper, radius), np.where(over, round_, angle)
    return radius, angle


def _polar(lens: Pinhole, shape: WheelShape, u: NDArray[np.float64], v: NDArray[np.float64],
           height: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x, y = lens.plane_point(u, v, height * shape.scale)
    return np.hypot(x, y) / shape.scale, np.arctan2(y, x)
