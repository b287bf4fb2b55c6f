"""One spin filmed, calibrated and watched as a user would, and what of it came out right."""

from __future__ import annotations

import tempfile
from math import tau
from pathlib import Path
from typing import TypeVar

from schemas.errors import NoMoreBetsError
from schemas.events import BallDropped, BallLaunched, BallLeftWheel, BallRested, BallReturned, Observation, Value
from schemas.moment import Moment
from vision.benchmark.spins import IRREGULAR, Trial, idle_scene, spin_scene
from vision.simulator.encode import CRF, encode
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import WheelScene
from vision.simulator.wheel_camera import film_wheel
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.eye import WheelEye

Kind = TypeVar("Kind", bound=Observation)
OF_BALLS = (BallLaunched, BallDropped, BallRested, BallReturned, BallLeftWheel)


class SpinResult(Value, frozen=True, kw_only=True):
    """What the eye made of one spin; null where it said nothing, or where there was nothing to say."""

    seed: int
    found: bool
    rotor_right: bool | None = None
    ball_right: bool | None = None
    rotor_speed_off: float | None = None
    few: bool = False
    few_told: bool = False
    revolutions_off: float | None = None
    drop_off_frames: float | None = None
    rest_off_frames: float | None = None
    number_right: bool | None = None
    false: tuple[str, ...] = ()


class HappeningResult(Value, frozen=True, kw_only=True):
    """Whether one irregularity was told within half a second of when it was."""

    seed: int
    what: str
    told: bool


def watched(scene: WheelScene) -> list[Observation] | None:
    """Everything the eye says about a scene's film; nothing if the wheel was not found."""
    with tempfile.TemporaryDirectory(prefix="nomorebets-benchmark-") as name:
        film, folder = Path(name) / "wheel.mp4", Path(name)
        encode(film_wheel(scene), film, scene.fps, crf=CRF if scene.view is None else scene.view.crf)
        try:
            eye = WheelEye(calibrate_wheel(str(film), scene.setup, folder=folder), scene.setup, folder=folder)
        except NoMoreBetsError:
            return None
        return [said for frame in frames(str(film), Moment(0)) for said in eye.look(frame)]


def try_spin(seed: int, trial: Trial) -> SpinResult:
    """A clean spin, or one that is only too short or in the wrong direction."""
    scene = spin_scene(seed, trial)
    motion, said = WheelMotion(scene), watched(scene)
    if said is None:
        return SpinResult(seed=seed, found=False)
    true, = motion.spins
    assert true.drop_s is not None
    assert true.rest_s is not None
    launch, drop, rest = _first(said, BallLaunched), _first(said, BallDropped), _first(said, BallRested)
    few = true.revolutions < 4
    speed = abs(motion.rotor_speed(true.launch_s)) / tau * 60
    within = drop is not None and drop.revolutions[1] is not None
    false = [type(each).__name__ for kind, _ in IRREGULAR.values() for each in said if isinstance(each, kind)
             and kind.__name__ != "HandEnteredWheel"]
    return SpinResult(
        seed=seed, found=True, few=few, few_told=few and drop is not None and drop.revolutions[0] < 4,
        rotor_right=launch.rotor == true.plan.rotor if launch and launch.rotor != "unknown" else None,
        ball_right=launch.direction == true.plan.ball if launch else None,
        rotor_speed_off=launch.rotor_rpm / speed - 1 if launch and launch.rotor_rpm and speed else None,
        revolutions_off=_apart(true.revolutions, drop) if within and drop else None,
        drop_off_frames=_off(drop, true.drop_s, scene.fps), rest_off_frames=_off(rest, true.rest_s, scene.fps),
        number_right=None if rest is None or rest.number is None else rest.number == true.number,
        false=(*false, *(["BallReturned"] if any(isinstance(each, BallReturned) for each in said) else [])))


def try_happening(seed: int, trial: Trial, what: str) -> HappeningResult:
    """A spin in which one thing goes wrong."""
    said = watched(spin_scene(seed, trial, what)) or []
    kind = IRREGULAR[what][0]
    scene = spin_scene(seed, trial, what)
    at = scene.spins[0].launch_s
    after = [each for each in said if isinstance(each, kind) and each.seen[1] / 1000 > at + 2.0]
    return HappeningResult(seed=seed, what=what, told=any(
        each.seen[0] / 1000 - 0.5 <= at + 3.4 and each.seen[1] / 1000 + 0.5 >= at + 2.6 for each in after))


def idle_balls(seed: int, trial: Trial, seconds: float) -> int:
    """How many things were said of a ball on a wheel where none moved."""
    return sum(isinstance(each, OF_BALLS) for each in watched(idle_scene(seed, trial, seconds)) or [])


def _first(said: list[Observation], kind: type[Kind]) -> Kind | None:
    return next((each for each in said if isinstance(each, kind)), None)


def _off(said: Observation | None, true: float, fps: int) -> float | None:
    return None if said is None else ((said.seen[0] + said.seen[1]) / 2000 - true) * fps


def _apart(true: float, drop: BallDropped) -> float:
    low, high = drop.revolutions
    return abs((low + (high or low)) / 2 - true)
