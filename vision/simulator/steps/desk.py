"""What the desk reports: calls, buttons, the bell, the display, the chipper, the pit system."""

from __future__ import annotations

from typing import Literal

from schemas.events import BonusNumber, kebab
from vision.simulator.steps.step import Step


class DeskStep(Step, frozen=True, kw_only=True, tag=kebab):
    """Something a desk reports."""


class BetsOpened(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The desk says that bets are invited."""


class Call(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """'No more bets': the desk says how it was given."""

    given: Literal["call", "button", "device"] = "call"


class Bell(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The bell is rung."""


class NoSpin(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """'No spin' is announced."""


class Announce(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The winning number and its colour are announced; `as_colour` when another colour is said."""

    number: str
    as_colour: Literal["red", "black", "green"] | None = None


class Display(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The winning-number display shows a number."""

    number: str


class Payout(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The desk reports what was handed over for a bet, in minor units."""

    spot: str
    amount: int
    colour: str | None = None


class OralBet(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """A player declares a bet aloud; `accompanied` says what came with the words."""

    bet: str
    amount: int | None = None
    player: int | None = None
    accompanied: Literal["chips", "cash", "nothing", "unknown"] = "chips"


class ChangeBall(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The ball is exchanged for another."""


class ExamineBall(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """Somebody examines the ball."""

    who: str | None = None


class SeatDealer(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """A dealer takes the table."""

    who: str


class InviteSpinner(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """Somebody is invited to spin in the dealer's place."""

    who: str | None = None


class AssignColour(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """A colour gets its value (minor units) and its player; without a value it is no longer in use."""

    colour: str
    value: int | None = None
    player: int | None = None


class Bonus(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The bonus numbers and their multipliers are shown."""

    numbers: tuple[BonusNumber, ...]


class BonusFails(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The bonus generator is out of order."""


class Sign(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """A line of the table-opening checklist is signed."""

    clause: str
    who: str = "pit boss"


class OperatorRules(DeskStep, frozen=True, kw_only=True, tag=kebab):
    """The operator decides about a bet: `about` names its spot (the stack there is meant) or anything else."""

    about: str
    ruling: str
