"""Drawn wheels as video files, and what the eye says about them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.events import Observation
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.simulator.encode import encode
from vision.simulator.scene import WheelScene
from vision.simulator.wheel_camera import film_wheel
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.eye import WheelEye

Watched = list[tuple[float, Observation]]


@pytest.fixture(scope="session")
def table() -> TableSetup:
    return TableSetup(table="t1", rulebook="division-current")


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Callable[[WheelScene], str]:
    folder: Path = tmp_path_factory.mktemp("wheels")

    def filmed(scene: WheelScene) -> str:
        path = folder / f"{len(list(folder.iterdir()))}.mp4"
        encode(film_wheel(scene), path, scene.fps)
        return str(path)

    return filmed


@pytest.fixture(scope="session")
def watch_wheel(table: TableSetup, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Watched]:
    """Calibrate on the video alone, then everything the eye says, with the second of the video at which it said it."""

    def watched(url: str) -> Watched:
        folder = tmp_path_factory.mktemp("calibrated")
        eye = WheelEye(calibrate_wheel(url, table, folder=folder), table, folder=folder)
        return [(frame.micros / 1e6, said) for frame in frames(url, Moment(0)) for said in eye.look(frame)]

    return watched
