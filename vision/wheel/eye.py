"""The wheel eye: says what rotor, ball and hands do, from pictures and a calibration alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.events import HandEnteredWheel, HandLeftWheel, Observation, RotorReversed, RotorStarted, RotorStopped
from schemas.moment import Interval, Moment
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.wheel.ball import ball_radius
from vision.wheel.ball_watch import BallWatch, Told
from vision.wheel.bowl import Bowl
from vision.wheel.empty_bowl import kept_bowl
from vision.wheel.intruders import HandWatch
from vision.wheel.numbers import Levels
from vision.wheel.pockets import PocketReader
from vision.wheel.ring_plane import RingPlane
from vision.wheel.rotor import RotorReader
from vision.wheel.rotor_turns import RotorWatch
from vision.wheel.track import Track

HAND_DOUBT_S = 0.16
"""A hand is over the rim a little before it covers enough of the bowl to be told from a reflection."""


class WheelEye:
    """Looks at one wheel; keeps what it needs of the past, nothing else."""

    def __init__(self, calibration: WheelCalibration, setup: TableSetup, *, folder: Path | None = None) -> None:
        plane = RingPlane(np.array(calibration.homography).reshape(3, 3))
        pockets, ball = setup.wheel.pockets, ball_radius(setup.wheel)
        self._size = calibration.size
        self._rotor = RotorReader(plane, pockets, Levels(*calibration.levels))
        self._turns = RotorWatch()
        self._bowl = Bowl(plane, ball, calibration.size, kept_bowl(calibration, folder))
        self._pockets = PocketReader(plane, self._rotor.order, ball, calibration.rings[:2])
        self._hands = HandWatch()
        self._ball = BallWatch(Track(*calibration.track), pockets, self._hands, setup.house.device_rpm)
        self._zero: Moment | None = None
        self._now: Moment | None = None

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What can be said now that this frame has been seen."""
        if (frame.width, frame.height) != self._size:
            calibrated, given = (f"{width}x{height}" for width, height in (self._size, (frame.width, frame.height)))
            raise NoMoreBetsError(f"the wheel was calibrated on a picture of {calibrated}, this video has {given}; "
                                  "calibrate it again.")
        if self._zero is None:
            self._zero = frame.time.plus(-frame.micros / 1e6)
        self._now = frame.time
        return list(self._look(frame, frame.micros / 1e6))

    def finish(self) -> Iterable[Observation]:
        """Nothing is kept back that the end of the file could release."""
        return ()

    def _look(self, frame: Frame, seconds: float) -> Iterator[Observation]:
        reading = self._rotor.read(frame)
        yield from self._rotor_said(seconds)
        glance = self._bowl.look(frame)
        if glance is None:
            return
        changed = self._hands.see(seconds, glance)
        if changed is not None:
            what, earliest, latest = changed
            said = HandEnteredWheel if what == "entered" else HandLeftWheel
            yield said(seen=self._between(earliest - HAND_DOUBT_S, latest + HAND_DOUBT_S), confidence=0.95)
        needed = reading is not None and reading.sure and self._ball.needs_pockets(seconds)
        lies = (self._pockets.read(frame, reading.column, covered=glance.hand)
                if reading is not None and needed else None)
        for told in self._ball.see(seconds, glance, lies, self._rotor):
            yield self._dated(told)

    def _rotor_said(self, seconds: float) -> Iterator[Observation]:
        changed = self._turns.see(seconds, self._rotor.turns)
        if changed is None:
            return
        before, after, earliest, latest = changed
        # Speed is measured over half a second, so the change itself may be that much older.
        seen = self._between(earliest - 0.6, latest)
        if after == "still":
            yield RotorStopped(seen=seen, confidence=0.9)
        elif before == "still":
            yield RotorStarted(seen=seen, rotor=after, confidence=0.95)
        else:
            yield RotorReversed(seen=seen, rotor=after, confidence=0.95)

    def _dated(self, told: Told) -> Observation:
        return told.kind(seen=self._between(told.earliest, told.latest), confidence=told.confidence, **told.fields)

    def _between(self, earliest: float, latest: float) -> Interval:
        """Seconds of the file as table time, not before it began and not after now."""
        assert self._zero is not None
        assert self._now is not None
        last = min(self._now, self._zero.plus(latest))
        return min(last, self._zero.plus(max(0.0, earliest))), last
