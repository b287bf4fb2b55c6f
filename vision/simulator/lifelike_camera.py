"""A camera harder than life: the wheel as a lit body, seen through a bent lens, a short exposure and a poor cable."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.frame import Image
from vision.simulator.camera_troubles import Troubles, taken_s
from vision.simulator.hand_drawing import draw_hand
from vision.simulator.lifelike_ball import BallBrush
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import WheelScene
from vision.simulator.standing_wheel import standing_wheel
from vision.simulator.thing_drawing import draw_things
from vision.simulator.view import View


class LifelikeCamera:
    """Draws any frame of a scene that has a view."""

    def __init__(self, scene: WheelScene, view: View) -> None:
        self.scene, self.view, self.motion = scene, view, WheelMotion(scene)
        wheel = scene.setup.wheel
        self.standing = standing_wheel(view, wheel.pockets, wheel.diameter_mm)
        self._brush = BallBrush(self.standing, wheel.ball_mm)
        self.troubles = Troubles(view)
        self._last: Image | None = None

    def picture(self, nth: int) -> Image:
        """Frame n at its time; now and then the same as the one before."""
        if self._last is not None and self.troubles.repeats(nth):
            return self._last
        self._last = self.troubles.spoil(self._drawn(self.scene.since_s + taken_s(self.view, nth)), nth)
        return self._last

    def _drawn(self, t: float) -> Image:
        """What the lens sees at a time."""
        exposure = self.view.exposure_s
        picture = self.standing.turned(self.motion.rotor_angle(t), abs(self.motion.rotor_speed(t)) * exposure)
        self._draw_ball(picture, t - exposure / 2, t + exposure / 2)
        draw_things(picture, self.motion, self.standing.lens, t, self.view.light)
        hand = self.motion.hand(t)
        if hand is not None:
            draw_hand(picture, hand, self.standing.lens, self.standing.livery)
        return picture

    def _draw_ball(self, picture: Image, since: float, until: float) -> None:
        first, last = self.motion.ball(since), self.motion.ball(until)
        if first is None or last is None:
            return
        between = np.linspace(since, until, self._brush.places(first, last))
        states = [ball for moment in between if (ball := self.motion.ball(float(moment))) is not None]
        self._brush.draw(picture, states)


def lifelike_frames(scene: WheelScene, view: View) -> Iterator[Image | None]:
    """Every frame of the scene in order; none where one is lost."""
    camera = LifelikeCamera(scene, view)
    for nth in range(round(scene.duration_s * view.fps)):
        lost = nth > 0 and camera.troubles.loses(nth)
        yield None if lost else camera.picture(nth)
