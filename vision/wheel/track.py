"""The ball track: a circle higher than the number ring, so it appears shifted in the ring's plane."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, hypot, sin, sqrt, tau

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.ball import BallRunner, Sighting
from vision.wheel.blobs import Blob
from vision.wheel.bowl import Bowl
from vision.wheel.ring_plane import RingPlane

USUAL, USUAL_HEIGHT = 1.39, 0.19
"""The track's radius and the ball's height there on an ordinary wheel, in ring radii: until a ball shows them."""
RADII, HEIGHTS = np.arange(1.2, 1.54, 0.01), np.arange(0.04, 0.36, 0.03)
"""Where tracks are looked for; a wider search takes a reflection's circle for one."""
NEAR = 0.02
"""Ring radii within which a sighting lies on a track; raise it and a falling ball pulls the track inwards."""
LEAST_SIGHTINGS = 25
"""Sightings of a running ball that show the track; fewer cannot tell a shift from a fall."""
LEAST_SHARE = 0.3
"""The part of all sightings that must lie on it; lower it and scattered reflections make a track."""
QUICK, LOWEST = 1.5, 1.12
"""Radians a second, and ring radii, from which a sighting may be of a ball on the track."""
THROWN_S = 0.5
"""How long ago a hand may have been there that threw a ball now running; raise it and any hand passes for the
dealer's."""


@dataclass(frozen=True)
class Track:
    """Radius and centre in the ring's plane, in which a cone leads down from it to the number ring."""

    radius: float
    x: float
    y: float

    def seen_from(self, blob: Blob) -> Blob:
        """The same blob as it lies on that cone: round its own centre, which moves with its height."""
        x, y = blob.radius * cos(blob.angle), blob.radius * sin(blob.angle)
        high = self._height(x, y)
        x, y = x - high * self.x, y - high * self.y
        return Blob(atan2(y, x) % tau, hypot(x, y), blob.weight, blob.across)

    def place(self, radius: float, angle: float) -> tuple[float, float]:
        """Where in the ring's plane something at this place of the cone appears."""
        high = min(1.3, max(0.0, (radius - 1) / (self.radius - 1)))
        return high * self.x + radius * cos(angle), high * self.y + radius * sin(angle)

    def in_ring(self, blob: Blob) -> Blob:
        """A blob seen round the track's centre, as it lies round the number ring's."""
        x, y = self.x + blob.radius * cos(blob.angle), self.y + blob.radius * sin(blob.angle)
        return Blob(atan2(y, x) % tau, hypot(x, y), blob.weight, blob.across)

    def _height(self, x: float, y: float) -> float:
        """How high on the cone a place of the ring's plane is: 0 at the ring, 1 at the track."""
        steep = self.radius - 1
        bend, towards = self.x**2 + self.y**2 - steep**2, x * self.x + y * self.y + steep
        away = x * x + y * y - 1
        square = towards**2 - bend * away
        if towards <= 0 or square <= 0:  # so steep a view hides the cone's own far side
            return 1.0
        return min(1.3, max(0.0, away / (towards + sqrt(square))))


@dataclass(frozen=True)
class Runs:
    """What running balls show: the track, whether they showed it, and from where the hand that threw them came."""

    track: Track
    seen: bool
    dealer: float | None


def find_track(pictures: Iterable[Frame], plane: RingPlane, bowl: Bowl) -> Runs:
    """The track as running balls show it; ordinary proportions if none runs there."""
    runner, runs, hand, threw = BallRunner(), list[list[Sighting]](), (-9.0, 0.0), list[float]()
    for frame in pictures:
        glance, seconds = bowl.look(frame), frame.micros / 1e6
        if glance is not None and glance.comes is not None:
            hand = (seconds, glance.comes)
        seen = glance is not None and runner.see(seconds, glance.blobs)
        if seen and (not runs or runs[-1] is not runner.path):
            runs.append(runner.path)
            threw += [hand[1]] if seconds - hand[0] < THROWN_S else []
    fitted = _fit([sighting for run in runs for sighting in _quick(run)], plane.tilt)
    return Runs(fitted or usual_track(plane), fitted is not None, threw[0] if threw else None)


def usual_track(plane: RingPlane) -> Track:
    """Where an ordinary wheel's track would appear from here."""
    x, y = plane.tilt
    return Track(USUAL, USUAL_HEIGHT * x, USUAL_HEIGHT * y)


def _quick(run: Sequence[Sighting]) -> list[Sighting]:
    """The sightings between which the ball ran as fast as on a track: not where it rolls out or lies."""
    return [after for before, after in pairwise(run) if after.radius > LOWEST
            and abs(after.turned - before.turned) > QUICK * (after.seconds - before.seconds)]


def _fit(sightings: Sequence[Sighting], tilt: tuple[float, float]) -> Track | None:
    """The circle on which most sightings lie, its centre where a track of some height would have it."""
    points = np.array([[s.radius * cos(s.turned), s.radius * sin(s.turned)] for s in sightings]).reshape(-1, 2)
    if len(points) < LEAST_SIGHTINGS:
        return None
    votes = [(float(_near(points, radius, high * tilt[0], high * tilt[1]).sum()), -abs(high - USUAL_HEIGHT), radius,
              high) for radius in RADII for high in HEIGHTS]
    _, _, radius, high = max(votes)
    circle = np.array([radius, high * tilt[0], high * tilt[1]])
    for _ in range(6):
        weight = _near(points, *circle)
        out = points - circle[1:]
        far = np.hypot(*out.T)
        design = np.column_stack([np.ones(len(out)), out / far[:, None]]) * weight[:, None]
        step = np.linalg.solve(design.T @ design + np.diag([1e-9, 2.0, 2.0]), design.T @ (weight * (far - circle[0])))
        circle = circle + step
    on = float((np.abs(np.hypot(*(points - circle[1:]).T) - circle[0]) < NEAR).mean())
    if on < LEAST_SHARE or not RADII[0] - 0.05 < circle[0] < RADII[-1] + 0.05:
        return None
    return Track(*(float(each) for each in circle))


def _near(points: NDArray[np.float64], radius: float, x: float, y: float) -> NDArray[np.float64]:
    """How much each point counts for a circle: 1 on it, less with distance, soon nothing."""
    off = (np.hypot(points[:, 0] - x, points[:, 1] - y) - radius) / NEAR
    return np.asarray(1 / (1 + off**4), np.float64)
