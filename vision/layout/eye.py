"""The layout eye: looks at frames, waits until hands are away, and says what changed on the felt, when and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.events import HandEntered, HandLeft, Observation
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.calibration import LayoutCalibration
from vision.frame import Frame, Image
from vision.geometry import camera_over
from vision.layout.changes import Changes, Mask
from vision.layout.felt import FeltState
from vision.layout.glance import felt_mask, standing
from vision.layout.hands import Hands
from vision.layout.planes import SMALL, Planes
from vision.layout.sight import DARK, HIDDEN, Sight
from vision.layout.telling import Telling

SURE_MS = 40
"""A hand is told when it has been seen this long."""
STILL_MS = 100
"""A change must rest this long before it is read; longer is surer and later."""
PATIENCE_MS = 1000
"""A change that nothing explains is taken as part of the scene after this long, without a word."""
LEAST_CELLS = 12
AROUND = 10
"""Cells round a change that are read with it."""
STRANGE = 0.6
"""When this share of the first picture differs from the calibration's, it is not the same view."""


class LayoutEye:
    """Sees stacks, hands and the dolly on one table's felt."""

    def __init__(self, calibration: LayoutCalibration, setup: TableSetup, *, folder: Path) -> None:
        self.calibration = calibration
        reference = Planes.load(folder / calibration.reference, calibration.reference_sha256)
        if reference.size != tuple(calibration.size):
            raise NoMoreBetsError(f"{folder / calibration.reference} has not the calibration's size; calibrate again.")
        camera = camera_over(calibration.matrix, calibration.focal_px, calibration.size)
        self.state = FeltState(camera, setup, reference, empty=calibration.empty)
        self.changes = Changes(reference)
        self.hands = Hands("top" if setup.felt.dealer_side == "top" else "bottom")
        self.telling = Telling(self.state)
        self.sight = Sight(reference.small())
        self._first: Moment | None = None
        self._before = 0

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What can be said now that this frame has been seen."""
        said = list(self._begin(frame)) if self._first is None else []
        assert self._first is not None
        now = int(frame.time - self._first)
        planes = Planes.of(frame)
        small = planes.small()
        changed = self.changes.look(small, now)
        said += self.sight.look(small, self.changes.share, self.hands.share, frame.time)
        if self.sight.lost:
            self._before = now
            return said
        if changed and not self.sight.doubtful:
            self._busy(planes, small, now)
        self.hands.rest(now, self._before)
        self._before = now
        return [*said, *self._hand_events(), *self.telling.ready(now, self._first)]

    def finish(self) -> Iterable[Observation]:
        """What can still be said when the file has ended."""
        return self.telling.rest(self._first) if self._first is not None else ()

    def _begin(self, frame: Frame) -> list[Observation]:
        """Check the view, and tell what stands from the first."""
        if (frame.width, frame.height) != tuple(self.calibration.size):
            raise NoMoreBetsError(f"the layout camera's picture is {frame.width}x{frame.height}, calibrated was "
                                  f"{self.calibration.size[0]}x{self.calibration.size[1]}; calibrate again.")
        self._first = frame.time
        planes = Planes.of(frame)
        small = planes.small()
        if not self.changes.look(small, 0):
            return []
        if self.changes.share > STRANGE and float(small[..., 0].mean()) >= DARK:
            raise NoMoreBetsError("the layout camera's picture does not fit its calibration: the camera moved, or this "
                                  "is another table; calibrate again.")
        return self._standing(planes, small, frame.time) if self.changes.share < HIDDEN else []

    def _standing(self, planes: Planes, small: Image, time: Moment) -> list[Observation]:
        """What stands where no arm is, told once; from now on the felt looks like this there."""
        closed = cv2.morphologyEx(self.changes.changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, regions, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8), ltype=cv2.CV_32S)
        self.hands.look(np.asarray(regions, np.int32), np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32), 0, 0)
        free = (self.hands.covered == 0).astype(np.uint8)
        box = (0, 0, free.shape[1] * SMALL, free.shape[0] * SMALL)
        picture = planes.part(box, 1 / self.changes.light)
        found, arms = standing(self.state, picture.whole())
        said: list[Observation] = []
        for stack in found:
            self.state.stacks[stack.name] = stack
            said.append(self.telling.standing(stack, time))
        near = cv2.dilate(arms, np.ones((4 * SMALL + 1, 4 * SMALL + 1), np.uint8))
        away = cv2.resize(near, (free.shape[1], free.shape[0]), interpolation=cv2.INTER_AREA) == 0
        free[away & ~self._at_edges(free.shape)] = 1  # what merely touches an arm was read
        fine = np.repeat(np.repeat(free, SMALL, axis=0), SMALL, axis=1)
        self.state.confirm(picture, box, fine)
        self.changes.confirm_where(free, small)
        return said

    def _at_edges(self, shape: tuple[int, ...]) -> Mask:
        """Cells outside the felt, where an arm comes in from the picture's edge."""
        felt = felt_mask(self.state, self.state.camera, (shape[0] * SMALL, shape[1] * SMALL))
        return np.asarray(cv2.resize(felt, (shape[1], shape[0]), interpolation=cv2.INTER_AREA) == 0)

    def _busy(self, planes: Planes, small: Image, now: int) -> None:
        closed = cv2.morphologyEx(self.changes.changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        count, regions, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8), ltype=cv2.CV_32S)
        labels = np.asarray(regions, np.int32)
        self.hands.look(labels, np.asarray(stats[:, cv2.CC_STAT_AREA], np.int32), now, self._before)
        self.changes.clear(self.hands.covered, now)
        for label in range(1, count):
            left, top, wide, high, area = (int(value) for value in stats[label])
            if area >= LEAST_CELLS and self._rested(labels == label, (left, top, left + wide, top + high), now):
                self._read(planes, small, (left, top, left + wide, top + high), labels == label, now)

    def _rested(self, region: Mask, cells: tuple[int, int, int, int], now: int) -> bool:
        """Whether a changed region is away from every hand and has come to rest."""
        left, top, right, bottom = _grown(cells, 2, self.changes.changed.shape)
        if self.hands.covered[top:bottom, left:right].any():
            return False
        return bool(np.mean(now - self.changes.still_since[region > 0] >= STILL_MS) > 0.97)

    def _read(self, planes: Planes, small: Image, cells: tuple[int, int, int, int], region: Mask, now: int) -> None:
        around = _grown(cells, AROUND, self.changes.changed.shape)
        left, top, right, bottom = around
        part = np.s_[top:bottom, left:right]
        moving = (self.changes.changed[part] > 0) & (now - self.changes.still_since[part] < STILL_MS)
        unsure = ((self.hands.covered[part] > 0) | moving).astype(np.uint8)
        rested = int(np.median(self.changes.still_since[region > 0]))
        if unsure.any() and now - rested < PATIENCE_MS // 2:
            return
        box = (left * SMALL, top * SMALL, right * SMALL, bottom * SMALL)
        fine = np.repeat(np.repeat(unsure, SMALL, axis=0), SMALL, axis=1)
        picture = planes.part(box, 1 / self.changes.light)
        found, explained = self.state.read(picture.whole(), box, fine)
        for change in found:
            self.telling.note(change, self.changes, self.hands, now)
        if (found and explained) or now - rested > PATIENCE_MS:
            self.state.confirm(picture, box, 1 - fine)
            self.changes.confirm(_grown(cells, 4, self.changes.changed.shape), small)

    def _hand_events(self) -> list[Observation]:
        said: list[Observation] = []
        for hand in self.hands.hands:
            if not hand.announced and hand.last >= hand.came[1] + SURE_MS:
                hand.announced = True
                said.append(HandEntered(seen=self._interval(hand.came), confidence=0.97, side=hand.side))
            if hand.announced and hand.left is not None and not hand.told_left:
                hand.told_left = True
                said.append(HandLeft(seen=self._interval(hand.left), confidence=0.97, side=hand.side))
        return said

    def _interval(self, seen: tuple[int, int]) -> tuple[Moment, Moment]:
        assert self._first is not None
        return Moment(self._first + seen[0]), Moment(self._first + seen[1])


def _grown(cells: tuple[int, int, int, int], by: int, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    left, top, right, bottom = cells
    return max(0, left - by), max(0, top - by), min(shape[1], right + by), min(shape[0], bottom + by)
