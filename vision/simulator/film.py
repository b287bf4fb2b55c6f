"""Both cameras film a script at once, one process each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path

from vision.children import Child
from vision.frame import Image
from vision.simulator.encode import CRF, encoding
from vision.simulator.scene import FeltScene, WheelScene
from vision.simulator.script import Script

Progress = Callable[[str, int, int], None]
"""Told the camera, the frames it has filmed, and how many there will be."""
SAY_EVERY = 10
"""Frames between two words about progress."""


def film(
    script: Script, out: Path, progress: Progress | None = None, cameras: Sequence[str] = ("wheel", "layout")
) -> None:
    """Write `wheel.mp4` and `layout.mp4`, or only one of them."""
    both: dict[str, WheelScene | FeltScene] = {"wheel": script.wheel, "layout": script.felt}
    scenes = {name: both[name] for name in cameras}
    children = {name: Child(name, film_camera, scene, str(out / f"{name}.mp4")) for name, scene in scenes.items()}
    try:
        saying = {child.connection: (name, iter(child)) for name, child in children.items()}
        while saying:
            for ready in wait(list(saying)):
                name, said = saying[ready]  # type: ignore[index]
                count = next(said, None)
                if count is None:
                    del saying[ready]  # type: ignore[arg-type]
                elif progress is not None:
                    progress(name, count, round(scenes[name].duration_s * scenes[name].fps))
    finally:
        for child in children.values():
            child.stop()


def film_camera(scene: WheelScene | FeltScene, path: str) -> Iterator[int]:
    """Film one camera; says now and then how many frames it has."""
    crf = scene.view.crf if isinstance(scene, WheelScene) and scene.view is not None else CRF
    for count in encoding(_pictures(scene), Path(path), scene.fps, crf=crf):
        if count % SAY_EVERY == 0:
            yield count
    yield round(scene.duration_s * scene.fps)


def _pictures(scene: WheelScene | FeltScene) -> Iterator[Image | None]:
    if isinstance(scene, WheelScene):
        from vision.simulator.wheel_camera import film_wheel

        return iter(film_wheel(scene))
    from vision.simulator.felt_camera import film_felt

    return iter(film_felt(scene))
