"""The wheel camera's film as a file: its quality and its frames' times are the view's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.simulator.camera_troubles import taken_s
from vision.simulator.encode import CRF, Taken, encoding
from vision.simulator.scene import WheelScene
from vision.simulator.wheel_camera import film_wheel


def filming(scene: WheelScene, path: Path) -> Iterator[int]:
    """Film a scene; says after each picture how many there are."""
    crf = CRF if scene.view is None else scene.view.crf
    return encoding(film_wheel(scene), path, scene.fps, crf=crf, taken=_taken(scene))


def film(scene: WheelScene, path: Path) -> Path:
    """Film a whole scene."""
    for _ in filming(scene, path):
        pass
    return path


def _taken(scene: WheelScene) -> Taken | None:
    """When each frame is taken, where they do not come evenly."""
    view = scene.view
    return None if view is None or not view.jitter else lambda nth: taken_s(view, nth)
