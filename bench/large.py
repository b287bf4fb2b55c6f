"""The wheel eye at 1080p: decoding alone against decoding with the eye, and whether its memory stays flat."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import cv2
import numpy as np

from bench.figures import Figure, beside, middle, number, spread
from bench.progress import Step, silent
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.simulator.encode import encode
from vision.simulator.scene import SpinPlan, WheelScene
from vision.simulator.view import View
from vision.simulator.wheel_camera import film_wheel
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.eye import WheelEye

PART = "large"
SIZE = (1920, 1080)


def measure(work: Path, *, seed: int = 1000, seconds: float = 6.0, loops: int = 6, step: Step = silent) -> list[Figure]:
    """A lifelike spin at 1080p; one eye then looks at it over and over, as it would through an evening."""
    cv2.setNumThreads(1)
    film = work / "large.mp4"
    setup = TableSetup(table="t1", rulebook="division-current")
    plan = SpinPlan(launch_s=1.5, ball="clockwise", rotor="anticlockwise", number="17", revolutions=2.5)
    view = View(seed=seed, size=SIZE, tilt_deg=30, noise=3, crf=23)
    encode(film_wheel(WheelScene(setup=setup, duration_s=seconds, seed=seed, spins=(plan,), view=view)), film, 25)
    step("drawing")
    found = calibrate_wheel(str(film), setup, folder=work)
    alone, looking = list[float](), list[float]()
    for _ in range(2):
        alone.append(_speed(film, None))
        looking.append(_speed(film, WheelEye(found, setup, folder=work)))
        step("decoding, and looking")
    eye, grown = WheelEye(found, setup, folder=work), list[float]()
    for _ in range(loops):
        _speed(film, eye)
        grown.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    step("an evening's memory")
    size = f"{round(seconds * 25)} frames × {len(alone)} runs"
    return [
        Figure(part=PART, what="wheel at 1080p: decoding alone", value=middle(alone), unit="frames/s a core", n=size,
               bound=spread(alone)),
        Figure(part=PART, what="wheel at 1080p: decoding + wheel eye", value=middle(looking), unit="frames/s a core",
               ratio=beside(looking, alone), against="decoding alone", n=size, bound=spread(looking),
               note=f"the eye takes {number(1000 / middle(looking) - 1000 / middle(alone))} ms a frame"),
        Figure(part=PART, what="wheel at 1080p: memory from the second loop on", value=grown[-1] - grown[1], unit="MB",
               n=f"{round(seconds * 25) * loops} frames by one eye", note=f"{np.max(grown):.0f} MB at most"),
    ]


def _speed(film: Path, eye: WheelEye | None) -> float:
    """Frames a second of processor time."""
    count, began = 0, time.process_time()
    for frame in frames(str(film), Moment(0)):
        count += 1
        if eye is not None:
            list(eye.look(frame))
    return count / (time.process_time() - began)
