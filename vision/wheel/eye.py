"""The wheel eye: says what rotor, ball and hands do, from pictures and a calibration alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import degrees, remainder
from pathlib import Path

import numpy as np

from schemas.events import (
    HandEnteredWheel,
    HandLeftWheel,
    Observation,
    RotorReversed,
    RotorStarted,
    RotorStopped,
    Side,
    WheelDisturbed,
)
from schemas.moment import Interval, Moment
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.wheel.ball import ball_radius
from vision.wheel.ball_watch import BallWatch
from vision.wheel.bowl import Glance
from vision.wheel.empty_bowl import kept_bowl
from vision.wheel.intruders import HandWatch
from vision.wheel.looks import BowlLooks
from vision.wheel.numbers import Levels
from vision.wheel.objects import ObjectWatch
from vision.wheel.pockets import PocketReader
from vision.wheel.right_place import check_size
from vision.wheel.ring_plane import Floats, RingPlane
from vision.wheel.rotor import RotorReader, RotorReading
from vision.wheel.rotor_turns import DisturbanceWatch, RotorWatch
from vision.wheel.sight import Sight
from vision.wheel.told import Told
from vision.wheel.track import Track

HAND_DOUBT_S = 0.16
"""A hand is over the rim a little before it covers enough of the bowl to be told from a reflection."""
DEALERS, ACROSS = 60.0, 110.0
"""Degrees from where the launching hand came: nearer is the dealer's side, beyond the second the players'."""


class WheelEye:
    """Looks at one wheel; keeps what it needs of the past, nothing else."""

    def __init__(self, calibration: WheelCalibration, setup: TableSetup, *, folder: Path | None = None) -> None:
        self.calibration, self._setup = calibration, setup
        self._turns, self._disturbed, self._sight = RotorWatch(), DisturbanceWatch(), Sight()
        self._zero: Moment | None = None
        self._now: Moment | None = None
        self._turned_s = float("-inf")
        self._aim(RingPlane(np.array(calibration.homography).reshape(3, 3)), folder)

    def _aim(self, plane: RingPlane, folder: Path | None) -> None:
        """Look at a wheel in this place of the picture."""
        wheel, known = self._setup.wheel, self.calibration
        ball = ball_radius(wheel)
        self.plane, self.reading, self.glance = plane, None, None
        self.rotor = RotorReader(plane, wheel.pockets, Levels(*known.levels))
        track = Track(*known.track)
        self._sight.aim(plane, self.rotor.order)
        self._bowl = BowlLooks(plane, track, ball, known.size, track_seen=known.track_seen,
                               empty=kept_bowl(known, folder))
        self._pockets = PocketReader(plane, self.rotor.order, ball, known.rings[:2])
        self._hands, self._objects = HandWatch(), ObjectWatch(ball)
        self.ball = BallWatch(track, wheel.pockets, self._hands, device_rpm=self._setup.house.device_rpm,
                              ring_mm=0.32 * wheel.diameter_mm)

    reading: RotorReading | None
    glance: Glance | None

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What can be said now that this frame has been seen."""
        check_size(frame, self.calibration)
        if self._zero is None:
            self._zero = frame.time.plus(-frame.micros / 1e6)
        self._now = frame.time
        return [self._dated(told) for told in self._look(frame, frame.micros / 1e6)]

    def finish(self) -> Iterable[Observation]:
        """A ball that came to rest just before the end of the file."""
        if self._now is None or self._zero is None:
            return ()
        seconds = (self._now - self._zero) / 1000
        return [self._dated(told) for told in self.ball.finish(seconds, self.rotor)]

    def _look(self, frame: Frame, seconds: float) -> Iterator[Told]:
        self.glance = None
        repeats = self._sight.repeats(frame, turning=seconds - self._turned_s < 3.0)
        settled = self._pockets.held(seconds) and not self._hands.present
        closely = self.ball.needs_pockets(seconds) and not settled
        self.reading = reading = None if repeats else self.rotor.read(frame, closely=closely)
        if reading is not None and self.rotor.turns in ("clockwise", "anticlockwise"):
            self._turned_s = seconds
        yield from self._sight.see(frame, readable=reading is not None)
        if self._sight.moved is not None:
            self._follow_camera(self._sight.moved)
            return
        if repeats or self._sight.blind:
            return
        yield from self._rotor_said(seconds)
        self.glance = glance = self._bowl.look(frame, whole=self.ball.needs_bowl(seconds),
                                               followed=self.ball.speed != 0)
        if glance is None:
            return
        if glance.whole:
            yield from self._hands_said(seconds, glance)
        needed = reading is not None and reading.sure and self.ball.needs_pockets(seconds)
        lies = (self._pockets.read(frame, reading.column, covered=glance.hand)
                if reading is not None and needed else None)
        if reading is not None and reading.sure and self.ball.spin is not None and not (needed or glance.hand):
            self._pockets.learn_empty(frame, reading.column)
        yield from self.ball.see(seconds, glance, lies, self.rotor)
        if glance.whole:
            yield from self._objects.see(seconds, glance, running=self.ball.running)

    def _follow_camera(self, by: Floats) -> None:
        """The camera was knocked, turned or zoomed: look where the wheel is now, and learn the bowl anew."""
        self._aim(RingPlane(by @ self.plane.homography), None)

    def _hands_said(self, seconds: float, glance: Glance) -> Iterator[Told]:
        changed = self._hands.see(seconds, glance)
        if changed is not None:
            what, earliest, latest = changed
            said = HandEnteredWheel if what == "entered" else HandLeftWheel
            yield Told(said, earliest - HAND_DOUBT_S, latest + HAND_DOUBT_S, 0.95, {"side": self._side()})

    def _side(self) -> Side:
        """Whose side the hand reaches in from, where the launching hand's is known."""
        dealer, comes = self.calibration.dealer_deg, self._hands.comes
        if dealer is None or comes is None:
            return "unknown"
        off = abs(remainder(degrees(comes) - dealer, 360))
        return "dealer" if off < DEALERS else "player" if off > ACROSS else "unknown"

    def _rotor_said(self, seconds: float) -> Iterator[Told]:
        shaken = self._disturbed.see(seconds, self.rotor.speed, running=self.ball.running)
        if shaken is not None:
            yield Told(WheelDisturbed, *shaken, 0.9, {})
        changed = self._turns.see(seconds, self.rotor.turns)
        if changed is None:
            return
        before, after, earliest, latest = changed
        # Speed is measured over half a second, so the change itself may be that much older.
        if after == "still":
            yield Told(RotorStopped, earliest - 0.6, latest, 0.9, {})
        else:
            said = RotorStarted if before == "still" else RotorReversed
            yield Told(said, earliest - 0.6, latest, 0.95, {"rotor": after})

    def _dated(self, told: Told) -> Observation:
        return told.kind(seen=self._between(told.earliest, told.latest), confidence=told.confidence, **told.fields)

    def _between(self, earliest: float, latest: float) -> Interval:
        """Seconds of the file as table time, not before it began and not after now."""
        assert self._zero is not None
        assert self._now is not None
        last = min(self._now, self._zero.plus(latest))
        return min(last, self._zero.plus(max(0.0, earliest))), last
