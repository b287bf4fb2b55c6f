"""A camera that is calibrated once and then watched, as a user would: film after film through fresh eyes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import NoMoreBetsError
from schemas.events import Observation
from schemas.moment import Moment
from vision.calibration import WheelCalibration
from vision.simulator.scene import WheelScene
from vision.simulator.wheel_film import film
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.eye import WheelEye


@contextmanager
def room() -> Iterator[Path]:
    """A folder for films that are thrown away."""
    with tempfile.TemporaryDirectory(prefix="nomorebets-benchmark-") as name:
        yield Path(name)


class Filmed:
    """A scene's film and the calibration it gave; none where the wheel was not found in it."""

    def __init__(self, scene: WheelScene, folder: Path) -> None:
        self._folder, self._setup = folder, scene.setup
        self.url = str(film(scene, folder / "wheel.mp4"))
        self.calibration: WheelCalibration | None
        try:
            self.calibration = calibrate_wheel(self.url, scene.setup, folder=folder)
        except NoMoreBetsError:
            self.calibration = None

    def eye(self) -> WheelEye:
        """A fresh eye behind this camera."""
        assert self.calibration is not None
        return WheelEye(self.calibration, self._setup, folder=self._folder)

    def said(self) -> list[Observation]:
        """Everything the eye says about the film itself."""
        return self._watched(self.url)

    def said_of(self, scene: WheelScene) -> list[Observation]:
        """Everything a fresh eye says about another film of the same camera."""
        url = film(scene, self._folder / "another.mp4")
        return self._watched(str(url))

    def _watched(self, url: str) -> list[Observation]:
        eye = self.eye()
        return [*(said for frame in frames(url, Moment(0)) for said in eye.look(frame)), *eye.finish()]
