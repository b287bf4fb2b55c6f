"""What was said about a spin, held against what happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import tau
from typing import TypeVar

from schemas.events import (
    BallBroke,
    BallDropped,
    BallLaunched,
    BallLeftWheel,
    BallRested,
    BallReturned,
    HandEnteredWheel,
    ObjectEnteredWheel,
    Observation,
    RotorReversed,
    RotorStopped,
    WheelDisturbed,
)
from vision.benchmark.results import SpinResult, brief
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import WheelScene

Kind = TypeVar("Kind", bound=Observation)
NEVER_CLEAN = (BallBroke, BallLeftWheel, BallReturned, ObjectEnteredWheel, RotorReversed, RotorStopped, WheelDisturbed)
"""What must not be said of a spin in which nothing but the throw can be wrong."""
OF_BALLS = (BallLaunched, BallDropped, BallRested, BallReturned, BallLeftWheel, BallBroke)


def middle(said: Observation) -> float:
    """When it was seen, in seconds of the film."""
    return (said.seen[0] + said.seen[1]) / 2000


def near(said: Observation, since: float, until: float, slack: float = 0.5) -> bool:
    """Whether it was seen then, give or take half a second."""
    return said.seen[0] / 1000 - slack <= until and said.seen[1] / 1000 + slack >= since


def judge_spin(scene: WheelScene, said: Sequence[Observation]) -> SpinResult:
    """A clean spin, or one that is only too short or in the wrong direction."""
    motion = WheelMotion(scene)
    true, = motion.spins
    assert true.drop_s is not None
    assert true.rest_s is not None
    launch = _nearest(said, BallLaunched, true.launch_s)
    drop, rest = _nearest(said, BallDropped, true.drop_s), _nearest(said, BallRested, true.rest_s)
    speed = abs(motion.rotor_speed(true.launch_s)) / tau * 60
    few, called_few = true.revolutions < 4, drop is not None and drop.revolutions[0] < 4
    low, high = drop.revolutions if drop is not None else (0.0, None)
    told = launch is not None and launch.rotor != "unknown"
    same, same_said = true.plan.ball == true.plan.rotor, told and launch is not None and launch.rotor == launch.direction
    return SpinResult(
        seed=scene.seed, found=True, ball_right=None if launch is None else launch.direction == true.plan.ball,
        rotor_right=launch.rotor == true.plan.rotor if launch is not None and told else None,
        same_way=same, same_way_right=same == same_said if told else None,
        rotor_speed_off=launch.rotor_rpm / speed - 1 if launch and launch.rotor_rpm and speed else None,
        few=few, few_told=few and called_few, few_false=not few and high is not None and high < 4,
        revolutions_off=None if high is None else abs((low + high) / 2 - true.revolutions),
        drop_off_frames=_off(drop, true.drop_s, scene.fps), rest_off_frames=_off(rest, true.rest_s, scene.fps),
        number_right=number_right(said, true.number), false=false_in_clean(said, (launch, drop, rest)))


def number_right(said: Sequence[Observation], number: str) -> bool | None:
    """Whether the ball's number was told; one wrong word among right ones is wrong; null: it was not told."""
    told = [each.number for each in said if isinstance(each, BallRested) and each.number is not None]
    return None if not told else all(each == number for each in told)


def false_in_clean(said: Sequence[Observation], meant: Sequence[Observation | None]) -> tuple[str, ...]:
    """What was said of a clean spin that did not happen: an irregularity, a player's hand, a second throw."""
    wrong = [each for each in said if isinstance(each, NEVER_CLEAN)
             or (isinstance(each, HandEnteredWheel) and each.side == "player")
             or (isinstance(each, (BallLaunched, BallDropped, BallRested)) and each not in meant)]
    return tuple(brief(each, middle(each)) for each in wrong)


def _nearest(said: Sequence[Observation], kind: type[Kind], at: float) -> Kind | None:
    of_kind = [each for each in said if isinstance(each, kind)]
    return min(of_kind, key=lambda each: abs(middle(each) - at), default=None)


def _off(said: Observation | None, true: float, fps: int) -> float | None:
    return None if said is None else round((middle(said) - true) * fps, 2)
