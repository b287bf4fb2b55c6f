"""How fast the rotor turns, from the angles it was read at."""

from __future__ import annotations

from collections import deque
from math import remainder, tau

from vision.wheel.ball import slope

SPEED_S, STEADY_S = 0.6, 0.07
"""Over how long the speed is measured, and how often; a longer measure is finer, and tells a push later."""


class Pace:
    """The rotor's last angles, counted on through every turn, and its speed by them."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, float]] = deque(maxlen=60)
        self._measured_s = float("-inf")
        self.speed: float | None = None
        """Radians a second, positive clockwise; nothing before a quarter of a second has been read."""

    @property
    def ends_s(self) -> float:
        """When it was last read; never, if it was not."""
        return self._past[-1][0] if self._past else float("-inf")

    def due(self, seconds: float) -> float | None:
        """The angle at which it should stand by now."""
        if self.speed is None or not self._past:
            return None
        when, turned = self._past[-1]
        return turned + self.speed * (seconds - when)

    def count_on(self, angle: float, seconds: float) -> float:
        """Take a reading; its angle with every turn since the first."""
        if self._past:
            when, turned = self._past[-1]
            due = turned + (self.speed or 0.0) * (seconds - when)
            angle = due + remainder(angle - due, tau)
        self._past.append((seconds, angle))
        if self.speed is None or not 0 <= seconds - self._measured_s < STEADY_S:
            self._measured_s, self.speed = seconds, self._slope(seconds)
        return angle

    def forget(self) -> None:
        """It is elsewhere than was thought."""
        self._past.clear()
        self.speed = None

    def _slope(self, seconds: float) -> float | None:
        past = [each for each in self._past if each[0] > seconds - SPEED_S]
        if len(past) < 4 or past[-1][0] - past[0][0] < 0.24:
            return None
        return slope([when for when, _ in past], [turned for _, turned in past])
