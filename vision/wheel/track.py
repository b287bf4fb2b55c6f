"""The ball track: a circle higher than the number ring, so it appears shifted in the ring's plane."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin, tau

import numpy as np

from vision.frame import Frame
from vision.wheel.ball import BallRunner, Sighting
from vision.wheel.bowl import Blob, Bowl
from vision.wheel.ring_plane import RingPlane

USUAL, USUAL_HEIGHT = 1.39, 0.19
"""The track's radius and the ball's height there on an ordinary wheel, in ring radii: until a ball shows them."""
LEAST_SIGHTINGS = 25
"""Sightings of a running ball that show the track; fewer cannot tell a shift from a fall."""
THROWN_S = 0.5
"""How long ago a hand may have been there that threw a ball now running; raise it and any hand passes for the
dealer's."""


@dataclass(frozen=True)
class Track:
    """Radius and centre in the ring's plane."""

    radius: float
    x: float
    y: float

    def seen_from(self, blob: Blob) -> Blob:
        """The same blob round the track's own centre."""
        x, y = blob.radius * cos(blob.angle) - self.x, blob.radius * sin(blob.angle) - self.y
        return Blob(atan2(y, x) % tau, hypot(x, y), blob.weight, blob.across)


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
    fitted = _fit([sighting for run in runs for sighting in run])
    return Runs(fitted or usual_track(plane), fitted is not None, threw[0] if threw else None)


def usual_track(plane: RingPlane) -> Track:
    """Where an ordinary wheel's track would appear from here."""
    x, y = plane.tilt
    return Track(USUAL, USUAL_HEIGHT * x, USUAL_HEIGHT * y)


def _fit(sightings: Sequence[Sighting]) -> Track | None:
    """A circle through the sightings; those inside it, where the ball had left the track, are dropped in turn."""
    points = np.array([[s.radius * cos(s.turned), s.radius * sin(s.turned)] for s in sightings]).reshape(-1, 2)
    circle: tuple[float, float, float] | None = None
    for _ in range(12):
        if len(points) < LEAST_SIGHTINGS:
            return None
        design = np.column_stack([2 * points, np.ones(len(points))])
        (x, y, rest), *_ = np.linalg.lstsq(design, (points**2).sum(axis=1), rcond=None)
        circle = (float(x), float(y), float(np.sqrt(rest + x**2 + y**2)))
        off = np.hypot(points[:, 0] - x, points[:, 1] - y) - circle[2]
        noise = 1.5 * float(np.median(np.abs(off)))
        kept = points[(off > -max(0.012, 2 * noise)) & (off < max(0.02, 4 * noise))]
        if len(kept) == len(points):
            break
        points = kept
    if circle is None or not 1.1 < circle[2] < 1.7 or hypot(circle[0], circle[1]) > 0.3:
        return None
    return Track(circle[2], circle[0], circle[1])
