"""Spins to be tried: ball, speed, revolutions and number by a seed, and a wheel on which nothing happens."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from schemas.events import Direction
from vision.benchmark.trial import Trial, table_of
from vision.simulator.physics import SpinPath, WheelMotion
from vision.simulator.scene import SpinPlan, WheelScene

TAIL_S = 2.2
"""What is still filmed after the ball rests, or after what went wrong."""
AGAINST = 0.67
"""The share of spins against the rotor, as they should be."""
USUAL, FEW, BETWEEN = (8.0, 25.0), (0.5, 3.9), (4.1, 8.0)
"""Revolutions of a usual spin, of one that is too short, and of a lazy one."""
MIXED = ((0.65, USUAL), (0.9, FEW), (1.0, BETWEEN))
"""Below this chance, so many revolutions."""


def revolutions(rng: np.random.Generator) -> float:
    """How often the ball goes round: two in three as usual, one in four too seldom."""
    chance = float(rng.random())
    low, high = next(range_ for below, range_ in MIXED if chance < below)
    return round(float(rng.uniform(low, high)), 2)


def spin_scene(seed: int, trial: Trial, *, turns: float | None = None, camera: int | None = None) -> WheelScene:
    """One spin by its seed, from before the launch until after the rest; under another seed's camera if told."""
    rng, hung = np.random.default_rng((seed, 0xBE4C)), seed if camera is None else camera
    setup, view = table_of(hung), trial.view(hung)
    pockets = setup.wheel.pockets
    ways: tuple[Direction, Direction] = ("clockwise", "anticlockwise")
    ball, other = ways if rng.random() < 0.5 else ways[::-1]
    first, last = (pockets[int(rng.integers(len(pockets)))] for _ in range(2))
    plan = SpinPlan(
        launch_s=float(rng.uniform(1.2, 2.5)), ball=ball, rotor=other if rng.random() < AGAINST else ball, number=last,
        revolutions=revolutions(rng) if turns is None else turns, wild=bool(rng.random() < 0.7))
    scene = WheelScene(setup=setup, duration_s=1, seed=seed, fps=25 if view is None else view.fps, spins=(plan,),
                       rotor_rpm=float(rng.uniform(10, 38)), previous_number=first, view=view)
    return replace(scene, duration_s=rest_of(scene) + TAIL_S)


def path_of(scene: WheelScene) -> SpinPath:
    """The scene's only spin as it comes out."""
    path, = WheelMotion(scene).spins
    return path


def rest_of(scene: WheelScene) -> float:
    """When its ball rests."""
    rest = path_of(scene).rest_s
    assert rest is not None
    return rest


def idle_scene(seed: int, trial: Trial, seconds: float, *, turning: bool) -> WheelScene:
    """A wheel that only turns, or stands; a ball lies in a pocket."""
    scene = spin_scene(seed, trial, turns=1.0)
    return replace(scene, spins=(), duration_s=seconds, rotor_rpm=scene.rotor_rpm if turning else 0.0)
