"""Spins to be tried: wheel, camera, ball, speed and number by a seed; and what may go wrong in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec.structs import replace

from schemas.events import (
    BallBroke,
    BallLeftWheel,
    Direction,
    HandEnteredWheel,
    ObjectEnteredWheel,
    Observation,
    RotorReversed,
    RotorStopped,
    Value,
    WheelDisturbed,
)
from schemas.table import TableSetup, WheelPart
from vision.simulator.physics import SpinPath, WheelMotion
from vision.simulator.scene import Reach, RotorTouch, SpinPlan, Thing, WheelScene, WheelTouch
from vision.simulator.view import Difficulty, View

TAIL_S = 2.2
SMALL = (640, 360)
REVOLUTIONS = (0.6, 1.4, 2.5, 3.2, 3.9, 5.0, 8.5, 12.0, 16.0)


class Trial(Value, frozen=True, kw_only=True):
    """How hard the cameras are; `small`: every picture 640x360 at 30 fps at most, which is quicker and no easier."""

    difficulty: Difficulty = "hard"
    small: bool = False


Wrong = Callable[[SpinPath], dict[str, Any]]
IRREGULAR: dict[str, tuple[type[Observation], Wrong]] = {
    "a thing in the wheel": (ObjectEnteredWheel, lambda spin: {"things": (Thing(at_s=spin.launch_s + 2.6),)}),
    "a player's hand in the wheel": (HandEnteredWheel, lambda spin: {
        "reaches": (Reach(at_s=spin.launch_s + 2.8, lasts_s=1.2, player=3),)}),
    "the ball leaves the wheel": (BallLeftWheel, lambda spin: {
        "touches": (WheelTouch(at_s=spin.launch_s + 3.0, what="out"),)}),
    "the ball breaks": (BallBroke, lambda spin: {"touches": (WheelTouch(at_s=spin.launch_s + 3.0, what="break"),)}),
    "the rotor stops": (RotorStopped, lambda spin: {"rotor_touches": (_turn(spin, 0.0),)}),
    "the rotor is pushed": (WheelDisturbed, lambda spin: {"rotor_touches": (_turn(spin, 1.5),)}),
    "the rotor is turned round": (RotorReversed, lambda spin: {"rotor_touches": (_turn(spin, -1.0),)}),
}
"""What can go wrong in a spin besides its direction and length: what the eye must say, and how it is brought about."""


def _turn(spin: SpinPath, times: float) -> RotorTouch:
    return RotorTouch(since_s=spin.launch_s + 2.6, until_s=spin.launch_s + 3.4, times=times)


def spin_scene(seed: int, trial: Trial, wrong: str | None = None) -> WheelScene:
    """One spin; two in three against the rotor, every fourth on a double-zero wheel."""
    rng = np.random.default_rng((seed, 0xBE4C))
    wheel = WheelPart(order="american" if seed % 4 == 3 else "single-zero", ball_mm=float(rng.choice([18, 20, 21])))
    setup = TableSetup(table="t1", rulebook="division-current", wheel=wheel)
    ways: tuple[Direction, Direction] = ("clockwise", "anticlockwise")
    ball, other = ways if rng.random() < 0.5 else ways[::-1]
    first, last = (wheel.pockets[int(rng.integers(len(wheel.pockets)))] for _ in range(2))
    view = View.draw(trial.difficulty, seed)
    if view is not None and trial.small:
        view = replace(view, size=SMALL, fps=min(view.fps, 30))
    plan = SpinPlan(launch_s=float(rng.uniform(1.2, 2.5)), ball=ball, rotor=other if rng.random() < 0.67 else ball,
                    number=last, revolutions=float(rng.choice(REVOLUTIONS)) if wrong is None else 7.0)
    scene = WheelScene(setup=setup, duration_s=1, seed=seed, fps=25 if view is None else view.fps, spins=(plan,),
                       rotor_rpm=float(rng.uniform(10, 38)), previous_number=first, view=view)
    path, = WheelMotion(scene).spins
    assert path.rest_s is not None
    changed = {} if wrong is None else IRREGULAR[wrong][1](path)
    return replace(scene, duration_s=path.rest_s + TAIL_S, **changed)


def idle_scene(seed: int, trial: Trial, seconds: float) -> WheelScene:
    """A wheel that only turns, a ball lying in a pocket."""
    return replace(spin_scene(seed, trial), spins=(), duration_s=seconds)
