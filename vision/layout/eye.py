"""The layout eye: looks at frames, waits until hands are away, and says what changed on the felt, when and by whom."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from schemas.errors import NoMoreBetsError
from schemas.events import Observation
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.calibration import LayoutCalibration
from vision.frame import Frame
from vision.geometry import camera_over
from vision.layout.changes import Changes
from vision.layout.felt import FeltState
from vision.layout.first_look import first_look
from vision.layout.hands import Hands
from vision.layout.passing import Passing
from vision.layout.planes import Cells, Planes
from vision.layout.regions import Regions
from vision.layout.rim import Rim
from vision.layout.sight import Sight
from vision.layout.still_things import StillThings
from vision.layout.telling import Telling
from vision.layout.wave import waves

QUIET_MS = 95
"""A quiet felt is looked at this often: more is cheaper, and the intervals of what begins next are that much wider."""
BUSY_MS = 19
"""A busy felt is looked at no more often than this, however fast the camera is."""
REFRESH_MS = 20_000
"""How often a quiet felt's slow change of light is followed."""


class LayoutEye:
    """Sees stacks, hands and the dolly on one table's felt."""

    def __init__(self, calibration: LayoutCalibration, setup: TableSetup, *, folder: Path) -> None:
        self.calibration = calibration
        reference = Planes.load(folder / calibration.reference, calibration.reference_sha256)
        if reference.size != tuple(calibration.size):
            raise NoMoreBetsError(f"{folder / calibration.reference} has not the calibration's size; calibrate again.")
        camera = camera_over(calibration.matrix, calibration.focal_px, calibration.size)
        felt = reference.cells()[0]
        self.state = FeltState(camera, setup, reference, empty=calibration.empty)
        self.rim = Rim(camera, setup.felt.felt, (felt.shape[1], felt.shape[0]), reference.cell)
        self.changes = Changes(reference, self.rim.near)
        self.hands = Hands(self.rim)
        self.telling = Telling(self.state)
        self.sight = Sight(felt, reference.cell)
        self._passing = Passing(self.hands)
        self._still = StillThings(self.state, self.rim, self.changes, self.hands, self.telling)
        self._first: Moment | None = None
        self._before = self._refreshed = 0
        self._busy = True

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What can be said now that this frame has been seen."""
        said: list[Observation] = []
        if self._first is None:
            self._first = frame.time
            said += first_look(self, frame)
        now = int(frame.time - self._first)
        if now and now - self._before < (BUSY_MS if self._busy else QUIET_MS):
            return said
        planes = Planes.of(frame)
        said += self._see(planes, planes.cells(), now, frame.time)
        self._before = now
        return said

    def finish(self) -> Iterable[Observation]:
        """What can still be said when the file has ended."""
        return self.telling.rest(self._first) if self._first is not None else ()

    def _see(self, planes: Planes, small: Cells, now: int, time: Moment) -> list[Observation]:
        assert self._first is not None
        changed = self.changes.look(small, now)
        said = self.sight.look(small[0], self.changes.share, self.hands.share, time)
        self._busy = (changed or bool(self.hands.present) or self.telling.waiting) and not self.sight.lost
        if self.sight.lost:
            return said
        if not changed:
            self.hands.none()
            self._follow_light(planes, small, now)
        elif not self.sight.doubtful:
            regions = Regions(self.changes.changed)
            self.hands.look(regions, now, self._before)
            self.changes.clear(self.hands.covered, now)
            self._still.look(planes, small, regions, now)
        self.hands.rest(now, self._before)
        return [*said, *self._passing.events(now, self._first), *self.telling.ready(now, self._first),
                *waves(self.hands.hands, self.rim, now, self._first)]

    def _follow_light(self, planes: Planes, small: Cells, now: int) -> None:
        """Learn a quiet felt's light anew from time to time, so that an evening's drift is never a change."""
        if self._busy or now - self._refreshed < REFRESH_MS:
            return
        self._refreshed = now
        whole = (0, 0, *planes.size)
        self.state.refresh(planes.part(whole, 1 / self.changes.light))
        self.changes.confirm((0, 0, small[0].shape[1], small[0].shape[0]), small)
