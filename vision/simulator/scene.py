"""What the cameras film: the wheel's and the felt's plan in seconds from the session's beginning."""

from __future__ import annotations

from typing import Literal

from schemas.events import Direction, Side, Value
from schemas.table import TableSetup
from vision.simulator.felt_style import Difficulty
from vision.simulator.view import View

Turning = Direction | Literal["still"]
"""How the rotor turns under a spin."""


class SpinPlan(Value, frozen=True, kw_only=True):
    """One launch: where the physics should bring it. Drop and rest times follow from the physics.

    `player`: whose hand launches it, the dealer's when null. `never_drops`: after its revolutions it circles on.
    """

    launch_s: float
    ball: Direction
    rotor: Turning
    number: str
    revolutions: float = 9.0
    player: int | None = None
    never_drops: bool = False


class WheelTouch(Value, frozen=True, kw_only=True):
    """What becomes of the ball: a hand takes it out, puts it back or drops it in; it flies out; it breaks."""

    at_s: float
    what: Literal["remove", "return", "drop-in", "out", "break"]
    number: str | None = None


class RotorTouch(Value, frozen=True, kw_only=True):
    """The rotor is brought to so many times its speed, negative the other way round, or into a direction."""

    since_s: float
    until_s: float
    times: float
    direction: Direction | None = None


class Reach(Value, frozen=True, kw_only=True):
    """A hand that has no business in the wheel, over its rim from `at_s` on for so long; whose: null the dealer's."""

    at_s: float
    lasts_s: float
    player: int | None = None


class Thing(Value, frozen=True, kw_only=True):
    """Something falls into the wheel."""

    at_s: float
    object: Literal["chip", "button", "phone", "shard"] = "chip"


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
    rotor_touches: tuple[RotorTouch, ...] = ()
    reaches: tuple[Reach, ...] = ()
    things: tuple[Thing, ...] = ()
    view: View | None = None
    """How it is filmed; nothing: the plain camera of the acts."""


class Pile(Value, frozen=True, kw_only=True):
    """Some chips of one colour."""

    colour: str
    count: int


class FeltMove(Value, frozen=True, kw_only=True):
    """A hand does one thing; `at_s` is when the chips or the dolly land on or leave the cloth.

    `place` a new stack, `add` to / `reduce` / `take` the stack at x, y, `move` it to `to`, `dolly` down, `lift` it;
    `brush` over a stack that slips to `to` and stays the bet it was, `wave` over the cloth from x, y to `to`.
    """

    at_s: float
    what: Literal["place", "add", "reduce", "take", "move", "dolly", "lift", "brush", "wave"]
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
