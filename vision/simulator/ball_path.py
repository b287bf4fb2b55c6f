"""One spin of the ball: round the track under drag and friction, then down into a pocket."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, ceil, cos, exp, log, pi, sin, sqrt, tan

TURN = 2 * pi
HOP_S = 0.15
"""How long a hop of 30 mm lasts; longer, and the ball floats over the rotor."""


@dataclass(frozen=True, kw_only=True)
class TrackRun:
    """The ball against the outer wall: slowed by `friction + drag * speed**2` until its critical speed.

    `endless`: there it is so balanced that it circles on at that speed.
    """

    friction: float
    drag: float
    critical: float
    revolutions: float
    endless: bool = False

    @property
    def speed(self) -> float:
        """The launch speed that gives exactly these revolutions."""
        grown = (self.friction + self.drag * self.critical**2) * exp(2 * self.drag * TURN * self.revolutions)
        return sqrt((grown - self.friction) / self.drag)

    @property
    def _steep(self) -> float:
        return sqrt(self.drag / self.friction)

    def seconds_to(self, turns: float) -> float:
        """Seconds from launch until this many revolutions are complete."""
        if self.endless and turns > self.revolutions:
            return self.lasts + (turns - self.revolutions) * TURN / self.critical
        squared = ((self.friction + self.drag * self.speed**2) * exp(-2 * self.drag * TURN * turns) - self.friction)
        then = sqrt(max(squared, 0.0) / self.drag)
        return (atan(self.speed * self._steep) - atan(then * self._steep)) / sqrt(self.friction * self.drag)

    @property
    def lasts(self) -> float:
        """Seconds from launch to drop."""
        return self.seconds_to(self.revolutions)

    def travelled(self, seconds: float) -> float:
        """Radians since launch."""
        if self.endless and seconds > self.lasts:
            return TURN * self.revolutions + self.critical * (seconds - self.lasts)
        start = atan(self.speed * self._steep)
        return log(cos(start - sqrt(self.friction * self.drag) * seconds) / cos(start)) / self.drag

    def speed_at(self, seconds: float) -> float:
        """Radians a second."""
        start = atan(self.speed * self._steep)
        return tan(start - sqrt(self.friction * self.drag) * seconds) / self._steep


@dataclass(frozen=True, kw_only=True)
class Fall:
    """From drop to rest: a spiral down the apron, then hops over the frets while the rotor takes the ball along.

    `entry` is the signed speed at the drop, `rotor` the rotor's when the ball reaches it, `scatter` how much further
    than its own momentum the frets throw it, so that it comes to lie in the planned pocket. `struck` millimetres
    outwards a deflector throws it at `struck_at` of the spiral; `kept` is the part of its speed it leaves the ball.
    """

    entry: float
    rotor: float
    spiral_s: float
    hops_s: float
    hops: int
    struck: float
    scatter: float = 0.0
    settling: float = 0.7
    struck_at: float = 0.6
    kept: float | None = None
    bounce: float = 30.0

    @property
    def lasts(self) -> float:
        """Seconds from drop to rest."""
        return self.spiral_s + self.hops_s

    def spiral_angle(self, seconds: float) -> float:
        """Radians since the drop, on the apron: the ball loses a tenth of its speed there, more to a deflector."""
        free = seconds if self.kept is None else min(seconds, self.struck_at * self.spiral_s)
        after = (seconds - free) * (self.kept or 0.0)
        return self.entry * (free - 0.05 * free**2 / self.spiral_s + after)

    @property
    def left(self) -> float:
        """The part of its speed with which the ball reaches the rotor."""
        return 0.9 if self.kept is None else self.kept

    def hop_offset(self, seconds: float) -> float:
        """Radians still to go, seen from the pocket where the ball will rest; `seconds` since it met the rotor."""
        left = 1 - min(1.0, seconds / self.hops_s)
        momentum = (self.left * self.entry - self.rotor) * self.hops_s / (self.settling + 1)
        slowed: float = momentum * left ** (self.settling + 1)
        return -slowed - self.scatter * (3 * left**2 - 2 * left**3)

    def radius(self, seconds: float, *, track: float, rotor: float, pocket: float) -> float:
        """How far from the spindle: from the track to the rotor's edge, then to the pocket in shrinking hops."""
        if seconds <= self.spiral_s:
            u = seconds / self.spiral_s
            struck = max(0.0, (u - self.struck_at) / (1 - self.struck_at))
            kick = self.struck * sin(pi * struck) ** 2
            return track - (track - rotor) * u**2 + kick
        u = min(1.0, (seconds - self.spiral_s) / self.hops_s)
        arrival = rotor + (pocket - rotor) * min(1.0, 3.0 * u)
        return arrival + self.hop_height(seconds) * 0.8

    def hop_height(self, seconds: float) -> float:
        """How high over the pocket the ball hops; the last hop ends at rest."""
        u = (seconds - self.spiral_s) / self.hops_s
        if not 0 < u < 1:
            return 0.0
        return self.bounce * (1 - 0.6 * u) * abs(sin(pi * max(self.hops, ceil(self.hops_s / HOP_S)) * u))
