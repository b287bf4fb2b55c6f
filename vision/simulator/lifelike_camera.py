"""A camera harder than life: the wheel as a lit body, seen through a bent lens, a short exposure and a poor cable."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.ball_state import BallState
from vision.simulator.camera_troubles import Troubles
from vision.simulator.hand_drawing import draw_hand
from vision.simulator.lifelike_wheel import bowl_skin, rotor_skin
from vision.simulator.livery import Livery
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import WheelScene
from vision.simulator.surface import hang, look_at
from vision.simulator.thing_drawing import draw_things
from vision.simulator.view import View
from vision.simulator.wheel_drawing import PER_POCKET

SMEAR = 12
"""Ball positions within one exposure; lower it and a fast ball becomes a string of pearls."""
MIRRORED_MM = 45.0
"""How far out the varnish mirrors the rotor."""


class LifelikeCamera:
    """Draws any frame of a scene that has a view."""

    def __init__(self, scene: WheelScene, view: View) -> None:
        self.scene, self.view, self.motion = scene, view, WheelMotion(scene)
        self.shape = self.motion.shape
        rng = np.random.default_rng((view.seed, 0x11FE))
        self.livery = Livery.draw(rng)
        self.lens = hang(view, self.shape, rng)
        self._seen = look_at(self.lens, self.shape, view, rng)
        self._tint = view.light * np.array([1 - view.warmth, 1.0, 1 + view.warmth], np.float32)
        self._strip = rotor_skin(scene.setup.wheel.pockets, self.shape, view, rng)
        self._smeared: dict[int, Image] = {}
        self._still = self._lit(bowl_skin(self._seen, self.shape, view, rng), slice(None), slice(None))
        self._turning = self._rotor_box()
        self.troubles = Troubles(view, rng)
        self._last: Image | None = None

    def picture(self, nth: int) -> Image:
        """Frame n, at n / fps seconds; now and then the same as the one before."""
        if self._last is not None and self.troubles.repeats(nth):
            return self._last
        t = nth / self.view.fps
        picture = self._still.copy()
        self._draw_rotor(picture, t)
        if self.motion.ball(t) is not None:
            self._draw_ball(picture, t)
        drawn = np.clip(picture, 0, 255).astype(np.uint8)
        draw_things(drawn, self.motion, self.lens, t, self.view.light)
        hand = self.motion.hand(t)
        if hand is not None:
            draw_hand(drawn, hand, self.lens, self.livery)
        self._last = self.troubles.spoil(drawn, nth)
        return self._last

    def _lit(self, colour: NDArray[np.float32], rows: slice, columns: slice) -> NDArray[np.float32]:
        diffuse, shine = self._seen.diffuse[rows, columns, None], self._seen.shine[rows, columns, None]
        lit: NDArray[np.float32] = ((colour * diffuse + 255 * shine) * self._tint).astype(np.float32)
        return lit

    def _rotor_box(self) -> tuple[slice, slice]:
        edge = (self.shape.rotor + 5) * self.shape.scale
        near = self._seen.radius < edge + MIRRORED_MM * self.shape.scale
        rows, columns = np.nonzero(near.any(axis=1))[0], np.nonzero(near.any(axis=0))[0]
        box = (slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1))
        self._row = (np.abs(edge - self._seen.radius[box]) / self.shape.scale).astype(np.float32)
        self._column = (np.mod(self._seen.angle[box] / (2 * np.pi), 1.0) * self._strip.shape[1]).astype(np.float32)
        per_mm = self.lens.px_per_mm(0, 0, 0)
        self._cover = np.clip((edge - self._seen.radius[box]) * per_mm + 0.5, 0, 1)[..., None].astype(np.float32)
        outside = np.clip(1 - (self._seen.radius[box] - edge) / (MIRRORED_MM * self.shape.scale), 0, 1)
        self._mirrors = (self.view.mirror * outside[..., None] * (1 - self._cover)).astype(np.float32)
        return box

    def _draw_rotor(self, picture: NDArray[np.float32], t: float) -> None:
        width = self._strip.shape[1]
        turned = self._column + np.float32(width - np.mod(self.motion.rotor_angle(t) / (2 * np.pi), 1.0) * width)
        seen = cv2.remap(self._smear(t), turned, self._row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lit = self._lit(seen.astype(np.float32), *self._turning)
        picture[self._turning] += (lit - picture[self._turning]) * self._cover + lit * self._mirrors

    def _smear(self, t: float) -> Image:
        width = self._strip.shape[1]
        blur = max(1, round(abs(self.motion.rotor_speed(t)) * self.view.exposure_s / (2 * np.pi) * width))
        if blur not in self._smeared:
            twice = np.concatenate([self._strip, self._strip, self._strip[:, :PER_POCKET]], axis=1)
            self._smeared[blur] = cv2.blur(twice, (blur, 2), borderType=cv2.BORDER_REFLECT_101).astype(np.uint8)
        return self._smeared[blur]

    def _draw_ball(self, picture: NDArray[np.float32], t: float) -> None:
        half = self.view.exposure_s / 2
        times = np.linspace(t - half, t + half, SMEAR)
        states = [ball for moment in times if (ball := self.motion.ball(float(moment))) is not None]
        white = np.array(self.livery.ball, np.float32)
        self._discs(picture, states, lower=1.2, size=1.15, strength=0.5, colour=white * 0)
        self._discs(picture, states, lower=2.2, size=0.9, strength=0.3 * self.view.glare, colour=white)
        self._discs(picture, states, lower=0.0, size=1.0, strength=1.0, colour=white)
        self._discs(picture, states, lower=-0.5, size=0.4, strength=0.8, colour=white * 0 + 255)

    def _discs(self, picture: NDArray[np.float32], states: list[BallState], *, lower: float, size: float,
               strength: float, colour: NDArray[np.float32]) -> None:
        """The ball's outline over one exposure, `lower` by so many radii; hidden where the wheel is nearer."""
        radius = self.scene.setup.wheel.ball_mm / 2
        places = []
        for ball in states:
            x, y = ball.radius_mm * np.cos(ball.angle), ball.radius_mm * np.sin(ball.angle)
            z = ball.height_mm + radius * (1 - lower)
            u, v = self.lens.project(x, y, z)
            tilt = np.radians(self.lens.tilt_deg)
            depth = self.lens.distance_mm - y * np.sin(tilt) - z * np.cos(tilt)
            places.append((float(u), float(v), radius * self.lens.focal_px / float(depth) * size, float(depth)))
        reach = max(place[2] for place in places) + 3
        box = [int(max(0, min(p[0] for p in places) - reach)), int(max(0, min(p[1] for p in places) - reach)),
               int(max(p[0] for p in places) + reach) + 2, int(max(p[1] for p in places) + reach) + 2]
        there = (slice(box[1], box[3]), slice(box[0], box[2]))
        region = picture[there]
        if not region.size:
            return
        v, u = np.mgrid[box[1]:box[1] + region.shape[0], box[0]:box[0] + region.shape[1]]
        covered = np.zeros(region.shape[:2], np.float32)
        for x, y, wide, depth in places:
            disc = np.clip(wide - np.hypot(u - x, v - y) + 0.5, 0, 1)
            covered += disc * (self._seen.depth[there] > depth - 3 * radius)
        alpha = (covered * (strength / len(places)))[..., None]
        lit = np.minimum(colour * self._tint * (0.35 + 0.6 * self._seen.diffuse[there][..., None]), 255)
        region += (lit - region) * alpha


def lifelike_frames(scene: WheelScene, view: View) -> Iterator[Image | None]:
    """Every frame of the scene in order; none where one is lost."""
    camera = LifelikeCamera(scene, view)
    for nth in range(round(scene.duration_s * view.fps)):
        picture = camera.picture(nth)
        yield None if nth and camera.troubles.loses(nth) else picture
