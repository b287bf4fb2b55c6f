"""What is said of a launch: whether a hand threw the ball, when, how fast, and how wide it is."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import pi, tau

import numpy as np

from schemas.events import BallLaunched
from vision.wheel.ball import Sighting
from vision.wheel.intruders import HandWatch
from vision.wheel.rotor import RotorReader
from vision.wheel.spin import Spin
from vision.wheel.told import Told, ball_and_rotor, way_round

BELIEVED = pi / 2
"""Radians a ball must be seen to run before its launch is said; less invents balls, more says it later."""
RAN_S = 0.15
"""A ball seen so soon after the first picture ran before it; raise it and more launches go unsaid."""
THROWN_S, UNTHROWN_S = 0.7, 1.5
"""A ball that runs this soon after a hand was there was thrown by it; without a hand, one that runs only after so long
a look at an empty track was launched unseen. Lower the one and quick hands are missed, the other and a running ball
is taken for a launch."""
CRAWLS = 0.5
"""Radians a second that a ball is taken to run at least before it was seen; lower it and a slow one's launch is put
further back."""
WATCHED = 0.6
"""The part of the frames in which a ball must be seen on its first lap for its first sighting to be near its launch."""
SEEN_PART = 0.35
"""The part of the frames since its first sighting in which a ball must be seen for its launch to be said; lower it and
glints that happen to lie in a line are thrown, raise it and a faint ball's launch is said later."""
LAY_S = 2.0
"""How lately a ball was seen lying in a pocket for nothing on the track to be one, unless a hand came between."""
WIDTH_DOUBT = 0.35
"""By which part the ball's measured width may err: blur widens it, poor light narrows it."""


class LaunchWatch:
    """Knows since when the track has been looked at, and so what a ball's first sightings tell of its launch."""

    def __init__(self, track: float, hands: HandWatch, ring_mm: float) -> None:
        self._track, self._hands, self._ring_mm = track, hands, ring_mm
        self._first_s: float | None = None
        self._frames: deque[float] = deque(maxlen=240)

    def look(self, seconds: float) -> None:
        """The track is looked at in a frame of this time."""
        self._first_s = seconds if self._first_s is None else self._first_s
        self._frames.append(seconds)

    @property
    def looked_s(self) -> float:
        """When the track was last looked at."""
        return self._frames[-1]

    def begins(self, path: list[Sighting], lay_s: float) -> Spin | None:
        """The spin that begins so; nothing where no hand came since a ball lay in its pocket and it may be no ball."""
        spin = Spin(track=self._track, launched=None, backwards=0.0, path=path)
        assert self._first_s is not None
        first = path[0].seconds
        if first <= self._first_s + RAN_S:
            return spin
        self._look_back(spin)
        if not spin.thrown:  # nobody was seen to throw it: it may have run a while
            if first - lay_s < LAY_S and spin.travelled < tau:
                return None
            spin.backwards = tau
            spin.launched = None if first < self._first_s + UNTHROWN_S else spin.launched
        return spin

    def _look_back(self, spin: Spin) -> None:
        """How far it ran unseen behind the hand that was there, and so when it was launched."""
        first, speed = spin.path[0], max(CRAWLS, abs(spin.first_speed))
        step = speed * (spin.path[1].seconds - first.seconds)
        behind = self._hands.behind(first.seconds, first.turned % tau, spin.direction, step)
        spin.backwards = step if behind is None else behind + 0.5 * step
        spin.launched = (first.seconds - spin.backwards / speed, first.seconds)
        spin.thrown = self._hands.last_s > first.seconds - THROWN_S

    def tell(self, spin: Spin, rotor: RotorReader) -> Iterator[Told]:
        """The launch, once the ball is believed; nothing of a ball that ran when it was first seen."""
        enough = BELIEVED if spin.thrown or spin.launched is None else tau
        if spin.told_launch or spin.travelled < enough or self._seen_part(spin) <= SEEN_PART:
            return
        spin.told_launch = True
        if spin.launched is not None and not spin.thrown and spin.leaving:
            spin.launched = None
        if spin.launched is not None:
            yield self._told(spin, *spin.launched, rotor)

    def _told(self, spin: Spin, earliest: float, latest: float, rotor: RotorReader) -> Told:
        """The launch: out of a hand, or where a ball first ran on a track that was watched."""
        speed = abs(spin.first_speed)
        if not spin.thrown:
            spin.watched = self._seen_part(spin) > WATCHED
            spin.backwards = pi if spin.watched else tau
            earliest = latest - spin.backwards / max(CRAWLS, speed)
        confidence = 0.97 if spin.thrown else 0.8 if spin.watched else 0.6
        return Told(BallLaunched, earliest, latest, confidence, {
            "direction": way_round(spin.direction), **ball_and_rotor(speed, rotor.speed, rotor.turns),
            "ball_mm": self._width(spin)})

    def _seen_part(self, spin: Spin) -> float:
        """In which part of the frames since its first sighting it is seen."""
        return len(spin.path) / max(1, sum(when >= spin.path[0].seconds for when in self._frames))

    def _width(self, spin: Spin) -> tuple[float, float] | None:
        """The ball's width in millimetres, at least and at most; nothing from too few sightings."""
        wide = [each.across * self._ring_mm for each in spin.path if each.across > 0]
        if len(wide) < 8:
            return None
        middle = float(np.median(wide))
        return round(middle * (1 - WIDTH_DOUBT), 1), round(middle * (1 + WIDTH_DOUBT), 1)
