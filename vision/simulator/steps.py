"""What can be done at a drawn table: one kind of `[[do]]` step each, as a pit boss would tell it.

A step with `player = N` is done by that player's hand; without, by the dealer's.
"""

from __future__ import annotations

from typing import Literal, Union

import msgspec

from schemas.events import Direction, kebab
from schemas.table import Part
from vision.simulator.scene import Pile

VARY_S = 0.1
"""How far a seed may move a step, in seconds either way, unless the step says otherwise."""


class Step(Part, frozen=True, kw_only=True, tag_field="what", tag=kebab):
    """One thing that happens: `at` so many seconds, or `after` a spin's launch, drop or rest `by` so many seconds.

    `spin` counts from 1; without it the last spin told above is meant. `by` may be negative: before it.
    `vary`: how far a seed may move it.
    """

    at: float | None = None
    after: Literal["launch", "drop", "rest"] | None = None
    spin: int | None = None
    by: float = 0.0
    vary: float = VARY_S


class BetsOpened(Step, frozen=True, kw_only=True, tag=kebab):
    """The desk says that bets are invited."""


class Call(Step, frozen=True, kw_only=True, tag=kebab):
    """'No more bets': the desk says how it was given."""

    given: Literal["call", "button", "device"] = "call"


class NoSpin(Step, frozen=True, kw_only=True, tag=kebab):
    """'No spin' is announced."""


class Announce(Step, frozen=True, kw_only=True, tag=kebab):
    """The winning number and its colour are announced."""

    number: str


class Display(Step, frozen=True, kw_only=True, tag=kebab):
    """The winning-number display shows a number."""

    number: str


class Payout(Step, frozen=True, kw_only=True, tag=kebab):
    """The desk reports what was handed over for a bet, in minor units."""

    spot: str
    amount: int
    colour: str | None = None


class Spin(Step, frozen=True, kw_only=True, tag=kebab):
    """The ball is launched; it will drop after so many revolutions and rest in the number."""

    ball: Direction
    rotor: Direction
    number: str
    revolutions: float = 9.0


class RemoveBall(Step, frozen=True, kw_only=True, tag=kebab):
    """The dealer's hand takes the ball out of the wheel."""


class ReturnBall(Step, frozen=True, kw_only=True, tag=kebab):
    """The dealer's hand puts the ball into a pocket."""

    number: str


class FeltStep(Step, frozen=True, kw_only=True, tag=kebab):
    """A hand over the felt: player N's, or the dealer's."""

    player: int | None = None


class Bet(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A new stack is put on a spot; `off_mm` moves it from the spot's middle."""

    spot: str
    colour: str
    count: int
    off_mm: tuple[float, float] = (0.0, 0.0)


class Add(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """Chips are put on top of a stack; `onto` is that stack's lowest colour where several stand on the spot."""

    spot: str
    colour: str
    count: int
    onto: str | None = None


class Reduce(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """Some chips are taken off the top of a stack."""

    spot: str
    count: int
    colour: str | None = None


class Take(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A whole stack is taken."""

    spot: str
    colour: str | None = None


class Move(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A stack is moved to another spot."""

    spot: str
    to: str
    colour: str | None = None
    off_mm: tuple[float, float] = (0.0, 0.0)


class Dolly(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dolly is put on a number, beside the chips that stand there."""

    number: str
    off_mm: tuple[float, float] | None = None


class LiftDolly(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dolly is taken off the felt."""


class Collect(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer takes in a losing stack."""

    spot: str
    colour: str | None = None


class Pay(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer puts chips beside a bet, bottom to top; `colour` is the bet's lowest where several stand there."""

    spot: str
    chips: tuple[Pile, ...]
    colour: str | None = None
    off_mm: tuple[float, float] | None = None


AnyStep = Union[
    BetsOpened, Call, NoSpin, Announce, Display, Payout, Spin, RemoveBall, ReturnBall,
    Bet, Add, Reduce, Take, Move, Dolly, LiftDolly, Collect, Pay,
]
STEPS: dict[str, type[Step]] = {kebab(kind.__name__): kind for kind in AnyStep.__args__}  # type: ignore[attr-defined]
"""Every kind of step by its name in a story."""


def name_of(step: Step) -> str:
    """What a story calls this kind of step."""
    return kebab(type(step).__name__)


def fields_of(kind: type[Step]) -> list[str]:
    """The keys a step of this kind may have."""
    return ["what", *(field.name for field in msgspec.structs.fields(kind))]
