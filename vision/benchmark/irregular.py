"""What can go wrong in a wheel besides a throw's direction and length: how it is brought about, and what must be said.

Each has a script that ships under the same name (`nomorebets simulate --list`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from msgspec.structs import replace

from schemas.events import (
    BallBroke,
    BallDropped,
    BallLapped,
    BallLaunched,
    BallLeftWheel,
    BallRested,
    BallReturned,
    HandEnteredWheel,
    ObjectEnteredWheel,
    Observation,
    RotorReversed,
    RotorStopped,
    Value,
    WheelDisturbed,
)
from vision.benchmark.judged import near
from vision.benchmark.spins import path_of, spin_scene
from vision.benchmark.trial import Trial
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import Reach, RotorTouch, Thing, WheelScene, WheelTouch

AFTER_LAUNCH_S = (2.0, 4.5)
"""When after the launch it goes wrong."""
STILL_FILMED_S = 4.0
"""What is filmed after that."""
RUNS = 8.0
"""Revolutions the ball would make if nothing went wrong."""
CIRCLES_S = 24.0
"""How long a ball that circles on is filmed."""

Said = Sequence[Observation]


class Happening(Value, frozen=True, kw_only=True):
    """One irregularity: the scene with it, `at` seconds into the film, and whether it was told."""

    scene: Callable[[WheelScene, float, np.random.Generator], WheelScene]
    told: Callable[[Said, WheelScene, float], bool]


def irregular_scene(camera: int, what: str, trial: Trial) -> tuple[WheelScene, float]:
    """A spin under a camera in which this goes wrong, and when."""
    seed = camera * 1000 + 500 + tuple(IRREGULAR).index(what)
    rng = np.random.default_rng((seed, 0x1BAD))
    scene = spin_scene(seed, trial, turns=RUNS, camera=camera)
    at = scene.spins[0].launch_s + float(rng.uniform(*AFTER_LAUNCH_S))
    return IRREGULAR[what].scene(replace(scene, duration_s=at + STILL_FILMED_S), at, rng), at


def _falls(object: Literal["chip", "button", "phone", "shard"]) -> Happening:
    return Happening(scene=lambda scene, at, _: replace(scene, things=(Thing(at_s=at, object=object),)),
                     told=_says(ObjectEnteredWheel, lasts_s=0.6))


def _touched(what: Literal["out", "break"], kind: type[Observation]) -> Happening:
    return Happening(scene=lambda scene, at, _: replace(scene, touches=(WheelTouch(at_s=at, what=what),)),
                     told=_says(kind, lasts_s=0.7))


def _turned(times: tuple[float, ...], kind: type[Observation]) -> Happening:
    def turn(scene: WheelScene, at: float, rng: np.random.Generator) -> WheelScene:
        touch = RotorTouch(since_s=at, until_s=at + 0.8, times=float(rng.choice(times)))
        return replace(scene, rotor_touches=(touch,), reaches=(Reach(at_s=at - 0.4, lasts_s=1.6),))

    return Happening(scene=turn, told=_says(kind, lasts_s=0.8))


def _says(kind: type[Observation], lasts_s: float) -> Callable[[Said, WheelScene, float], bool]:
    return lambda said, _, at: any(isinstance(each, kind) and near(each, at, at + lasts_s) for each in said)


def _reach(scene: WheelScene, at: float, rng: np.random.Generator) -> WheelScene:
    return replace(scene, reaches=(Reach(at_s=at, lasts_s=float(rng.uniform(0.6, 1.6)), player=3),))


def _hand_told(said: Said, scene: WheelScene, at: float) -> bool:
    lasts = scene.reaches[0].lasts_s
    return any(isinstance(each, HandEnteredWheel) and each.side != "dealer" and near(each, at, at + lasts / 3)
               for each in said)


def _circles(scene: WheelScene, at: float, _: np.random.Generator) -> WheelScene:
    return replace(scene, spins=(replace(scene.spins[0], never_drops=True),), duration_s=CIRCLES_S)


def _circles_told(said: Said, scene: WheelScene, at: float) -> bool:
    ended = any(isinstance(each, (BallDropped, BallRested)) for each in said)
    return not ended and any(isinstance(each, BallLapped) and near(each, CIRCLES_S - 4, CIRCLES_S) for each in said)


def _hangs(scene: WheelScene, at: float, rng: np.random.Generator) -> WheelScene:
    drop = path_of(scene).drop_s
    assert drop is not None
    caught = drop + float(rng.uniform(0.3, 0.6))
    return replace(scene, touches=(WheelTouch(at_s=caught, what="hang"),), duration_s=caught + STILL_FILMED_S)


def _no_number(said: Said, scene: WheelScene, at: float) -> bool:
    launched = any(isinstance(each, BallLaunched) for each in said)
    return launched and not any(isinstance(each, BallRested) and each.number is not None for each in said)


def _dropped_in(scene: WheelScene, at: float, _: np.random.Generator) -> WheelScene:
    put = WheelTouch(at_s=at, what="drop-in", number=scene.spins[0].number)
    return replace(scene, spins=(), previous_number=None, touches=(put,))


def _put_told(said: Said, scene: WheelScene, at: float) -> bool:
    spun = any(isinstance(each, BallLaunched) for each in said)
    number = scene.touches[-1].number
    return not spun and any(isinstance(each, (BallRested, BallReturned)) and each.number == number
                            and near(each, at, at + 0.6) for each in said)


def _standing(scene: WheelScene, at: float, _: np.random.Generator) -> WheelScene:
    return replace(scene, spins=(replace(scene.spins[0], rotor="still"),))


def _standing_told(said: Said, scene: WheelScene, at: float) -> bool:
    return any(isinstance(each, BallLaunched) and each.rotor == "still" for each in said)


def _taken_back(scene: WheelScene, at: float, rng: np.random.Generator) -> WheelScene:
    back = at + float(rng.uniform(2.5, 4.0))
    touches = (WheelTouch(at_s=at, what="remove"),
               WheelTouch(at_s=back, what="return", number=scene.previous_number))
    return replace(scene, touches=touches, duration_s=back + STILL_FILMED_S)


def _returned_told(said: Said, scene: WheelScene, at: float) -> bool:
    back, number = scene.touches[-1].at_s, scene.touches[-1].number
    rested = any(isinstance(each, BallRested) for each in said)
    return not rested and any(isinstance(each, BallReturned) and each.number == number
                              and near(each, back, back + 0.6) for each in said)


def _twice(scene: WheelScene, at: float, rng: np.random.Generator) -> WheelScene:
    first = scene.spins[0]
    rest = path_of(scene).rest_s
    assert rest is not None
    pockets = scene.setup.wheel.pockets
    second = replace(first, launch_s=rest + 5.0, number=pockets[int(rng.integers(len(pockets)))])
    return replace(scene, spins=(first, second), duration_s=second.launch_s + STILL_FILMED_S)


def _twice_told(said: Said, scene: WheelScene, at: float) -> bool:
    launches = [each for each in said if isinstance(each, BallLaunched)]
    spins = WheelMotion(scene).spins
    return len(launches) == len(spins) and all(
        each.rotor == spin.plan.rotor and near(each, spin.launch_s, spin.launch_s)
        for each, spin in zip(launches, spins, strict=True))


IRREGULAR: dict[str, Happening] = {
    "a chip in the wheel": _falls("chip"),
    "a button in the wheel": _falls("button"),
    "a phone in the wheel": _falls("phone"),
    "a shard in the wheel": _falls("shard"),
    "a player's hand in the wheel": Happening(scene=_reach, told=_hand_told),
    "the ball leaves the wheel": _touched("out", BallLeftWheel),
    "the ball breaks": _touched("break", BallBroke),
    "the ball circles too long": Happening(scene=_circles, told=_circles_told),
    "the ball hangs up": Happening(scene=_hangs, told=_no_number),
    "the ball is dropped in by hand": Happening(scene=_dropped_in, told=_put_told),
    "the ball is taken out and put back": Happening(scene=_taken_back, told=_returned_told),
    "the rotor stops": _turned((0.0,), RotorStopped),
    "the rotor is pushed or braked": _turned((0.5, 1.5, 1.8), WheelDisturbed),
    "the rotor is turned round": _turned((-1.0, -0.6), RotorReversed),
    "the rotor stands at the launch": Happening(scene=_standing, told=_standing_told),
    "the rotor is not alternated": Happening(scene=_twice, told=_twice_told),
}
"""Everything of section 2 that one spin's direction and revolutions do not show, by the name in the table."""
