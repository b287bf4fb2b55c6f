"""How closely the bowl is looked at, in drawn discs: closely for what is new, seldom for what stays."""

from math import cos, sin
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.wheel.looks import WHOLE_EVERY_S, BowlLooks
from vision.wheel.ring_plane import Ellipse, RingPlane
from vision.wheel.track import Track

FPS, BALL, EDGE = 25, 0.045, 1.455
"""The ball's radius, and a place that the strip's outer edge cuts, in ring radii."""


def picture(seconds, angle=None):
    """A grey bowl; at an angle, something bright on the strip's edge."""
    y = np.full((400, 400), 70, np.uint8)
    if angle is not None:
        at = (round(200 + 120 * EDGE * cos(angle)), round(200 + 120 * EDGE * sin(angle)))
        cv2.circle(y, at, 6, 230, -1)
    return SimpleNamespace(y=y, v=np.full((200, 200), 128, np.uint8), micros=round(seconds * 1e6))


def whole_looks(angle_at, frames=50):
    """When all of the bowl was looked at, after an empty bowl has been learnt."""
    looks = BowlLooks(RingPlane.of(Ellipse(200, 200, 120, 120, 0), 0, 0), Track(1.39, 0, 0), BALL, (400, 400),
                      track_seen=True, empty=None)
    seen = []
    for n in range(30 + frames):
        glance = looks.look(picture(n / FPS, angle_at(n - 30) if n >= 30 else None), whole=False, followed=False)
        seen += [n - 30] if n >= 30 and glance is not None and glance.whole else []
    return seen


def test_what_comes_to_the_edge_of_the_track_is_looked_at_whole_and_what_stays_there_is_not():
    seen = whole_looks(lambda n: 1.0)

    assert set(range(10)) <= set(seen)
    assert len([n for n in seen if n >= 25]) <= 25 / FPS / WHOLE_EVERY_S + 1


@pytest.mark.parametrize("speed", [1.5, 6.0])
def test_what_moves_along_the_edge_is_looked_at_whole_in_every_frame(speed):
    assert set(range(3, 50)) <= set(whole_looks(lambda n: speed * n / FPS))
