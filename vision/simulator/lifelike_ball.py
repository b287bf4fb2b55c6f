"""The ball as a short exposure catches it: its shadow, its mirror image in the varnish, itself and its highlight."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, cos, hypot, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.ball_state import BallState
from vision.simulator.standing_wheel import StandingWheel

MOST_PLACES = 12
"""Ball positions within one exposure at most; lower it and a fast ball becomes a string of pearls."""
APART = 0.35
"""Of the ball's radius between two of them; raise it and the streak is beaded, lower it and drawing takes longer."""

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Disc:
    """One outline of the ball in the picture."""

    u: float
    v: float
    wide: float
    depth: float


class BallBrush:
    """Draws balls of one size before one camera."""

    def __init__(self, standing: StandingWheel, ball_mm: float) -> None:
        self._standing, self._radius = standing, ball_mm / 2
        self._white = np.array(standing.livery.ball, np.float32)

    def places(self, since: BallState, until: BallState) -> int:
        """How many positions draw an even streak from here to there."""
        before, after = self._disc(since, 0.0, 1.0), self._disc(until, 0.0, 1.0)
        return min(MOST_PLACES, 1 + ceil(hypot(after.u - before.u, after.v - before.v) / max(1.0, APART * after.wide)))

    def draw(self, picture: Image, states: list[BallState]) -> None:
        """Put the ball into the picture, smeared over these positions."""
        glare = self._standing.view.glare
        self._layer(picture, states, lower=1.2, size=1.15, strength=0.5, colour=self._white * 0)
        self._layer(picture, states, lower=2.2, size=0.9, strength=min(1.0, 0.3 * glare), colour=self._white)
        self._layer(picture, states, lower=0.0, size=1.0, strength=1.0, colour=self._white)
        self._layer(picture, states, lower=-0.5, size=0.4, strength=0.8, colour=self._white * 0 + 255)

    def _disc(self, ball: BallState, lower: float, size: float) -> Disc:
        lens = self._standing.lens
        x, y = ball.radius_mm * cos(ball.angle), ball.radius_mm * sin(ball.angle)
        z = ball.height_mm + self._radius * (1 - lower)
        u, v = lens.project(x, y, z)
        tilt = radians(lens.tilt_deg)
        depth = lens.distance_mm - y * sin(tilt) - z * cos(tilt)
        return Disc(float(u), float(v), self._radius * lens.focal_px / depth * size, depth)

    def _layer(self, picture: Image, states: list[BallState], *, lower: float, size: float, strength: float,
               colour: Floats) -> None:
        """One outline over the exposure, `lower` by so many radii; hidden where the wheel is nearer."""
        discs = [self._disc(ball, lower, size) for ball in states]
        reach = max(disc.wide for disc in discs) + 2
        height, width = picture.shape[:2]
        left, right = max(0, int(min(d.u for d in discs) - reach)), min(width, int(max(d.u for d in discs) + reach) + 2)
        top, bottom = max(0, int(min(d.v for d in discs) - reach)), min(height, int(max(d.v for d in discs) + reach) + 2)
        if left >= right or top >= bottom:
            return
        there = (slice(top, bottom), slice(left, right))
        alpha = (self._covered(discs, there) * (strength / len(discs)))[..., None]
        region = picture[there].astype(np.float32)
        lit = np.minimum(colour * self._standing.tint * (0.35 + 0.6 * self._standing.diffuse[there][..., None]), 255)
        region += (lit - region) * alpha
        picture[there] = np.clip(region, 0, 255).astype(np.uint8)

    def _covered(self, discs: list[Disc], there: tuple[slice, slice]) -> Floats:
        depth = self._standing.depth[there]
        rows, columns = (np.arange(side.start, side.stop, dtype=np.float32) for side in there)
        covered = np.zeros(depth.shape, np.float32)
        for disc in discs:
            far = np.hypot(columns[None, :] - np.float32(disc.u), rows[:, None] - np.float32(disc.v))
            seen = depth > disc.depth - 3 * self._radius
            covered += np.clip(np.float32(disc.wide + 0.5) - far, 0, 1) * seen
        return covered
