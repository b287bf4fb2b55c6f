"""What happens in the wheel: the ball, the rotor, hands and things that do not belong there."""

from __future__ import annotations

from typing import Literal

from schemas.events import Direction, kebab
from vision.simulator.steps.step import Step


class WheelStep(Step, frozen=True, kw_only=True, tag=kebab):
    """Something the wheel's eye sees."""


class Spin(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The ball is launched; it will drop after so many revolutions and rest in the number.

    `player`: that player's hand launches it. `never_drops`: it circles until it is taken out or the story ends.
    `ball_mm`: as wide as the eye measures it. `unseen`: the eye first sees it when it is already running.
    `unread`: the eye cannot tell the number; `rest_confidence`: how sure it is of it.
    """

    ball: Direction
    rotor: Direction | Literal["still"]
    number: str
    revolutions: float = 9.0
    player: int | None = None
    ball_mm: float | None = None
    never_drops: bool = False
    unseen: bool = False
    unread: bool = False
    rest_confidence: float = 1.0


class DropIn(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer's hand drops the ball into a pocket without spinning it round."""

    number: str


class RemoveBall(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer's hand takes the ball out of the wheel."""


class ReturnBall(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer's hand puts the ball into a pocket."""

    number: str


class BallOut(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The ball flies out of the wheel."""


class BallBreaks(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The ball comes apart."""


class BallHangs(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The ball is caught, on the track before the drop or at a deflector after it, and lies there."""


class Passes(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """An arm or a head passes between camera and wheel for so many seconds; in the wheel nothing happens."""

    who: Literal["arm", "head"] = "head"
    lasts: float = 0.8


class ForeignObject(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """Something falls into the wheel."""

    object: Literal["chip", "button", "phone", "shard"] = "chip"


class HandInWheel(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """A hand is in the wheel for so many seconds: player N's, or the dealer's; `unseen`: nobody can say whose."""

    player: int | None = None
    lasts: float = 1.0
    unseen: bool = False


class RotorStops(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The rotor comes to a stand."""


class RotorStarts(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The rotor begins to turn."""

    rotor: Direction


class RotorReverses(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The rotor turns the other way round."""


class RotorPushed(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The rotor changes its speed as friction cannot."""


class Slowed(WheelStep, frozen=True, kw_only=True, tag=kebab):
    """The ball passes the speed at which the device gives 'no more bets'."""

    rpm: float
