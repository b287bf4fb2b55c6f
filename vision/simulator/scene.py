"""What the cameras film: the wheel's and the felt's plan in seconds from the session's beginning."""

from __future__ import annotations

from typing import Literal

from schemas.events import Direction, Side, Value
from schemas.table import TableSetup
from vision.simulator.felt_style import Difficulty


class SpinPlan(Value, frozen=True, kw_only=True):
    """One launch: where the physics should bring it. Drop and rest times follow from the physics."""

    launch_s: float
    ball: Direction
    rotor: Direction
    number: str
    revolutions: float = 9.0


class WheelTouch(Value, frozen=True, kw_only=True):
    """The dealer's hand in the wheel: takes the ball out, or puts it into a pocket."""

    at_s: float
    what: Literal["remove", "return"]
    number: str | None = None


class WheelScene(Value, frozen=True, kw_only=True):
    """Everything the wheel camera films. The ball lies in `previous_number` until the first launch."""

    setup: TableSetup
    duration_s: float
    seed: int
    fps: int = 25
    rotor_rpm: float = 25.0
    previous_number: str | None = None
    spins: tuple[SpinPlan, ...] = ()
    touches: tuple[WheelTouch, ...] = ()


class Pile(Value, frozen=True, kw_only=True):
    """Some chips of one colour."""

    colour: str
    count: int


class FeltMove(Value, frozen=True, kw_only=True):
    """A hand does one thing; `at_s` is when the chips or the dolly land on or leave the cloth.

    `place` a new stack, `add` to / `reduce` / `take` the stack at x, y, `move` it to `to`, `dolly` down, `lift` it.
    """

    at_s: float
    what: Literal["place", "add", "reduce", "take", "move", "dolly", "lift"]
    side: Side
    position: int | None = None
    x_mm: float
    y_mm: float
    to_mm: tuple[float, float] | None = None
    chips: tuple[Pile, ...] = ()


class FeltScene(Value, frozen=True, kw_only=True):
    """Everything the layout camera films; what is placed before 0 s stands from the first frame."""

    setup: TableSetup
    duration_s: float
    seed: int
    fps: int = 25
    moves: tuple[FeltMove, ...] = ()
    difficulty: Difficulty = "easy"
