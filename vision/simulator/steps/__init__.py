"""What can be done at a drawn table: one kind of `[[do]]` step each, as a pit boss would tell it."""

from __future__ import annotations

from typing import Union

import msgspec

from schemas.events import kebab
from vision.simulator.steps.desk import (
    Announce,
    AssignColour,
    Bell,
    BetsOpened,
    Bonus,
    BonusFails,
    Call,
    ChangeBall,
    DeskStep,
    Display,
    ExamineBall,
    InviteSpinner,
    NoSpin,
    OperatorRules,
    OralBet,
    Payout,
    SeatDealer,
    Sign,
)
from vision.simulator.steps.felt import (
    Add,
    Bet,
    Brush,
    Chipped,
    Collect,
    Dolly,
    FeltStep,
    LiftDolly,
    Move,
    Pay,
    Reduce,
    Stood,
    Take,
    Wave,
)
from vision.simulator.steps.sight import CameraLost, CameraRestored, SightStep, ViewCleared, ViewObscured
from vision.simulator.steps.step import VARY_S, Step
from vision.simulator.steps.wheel import (
    BallBreaks,
    BallOut,
    DropIn,
    ForeignObject,
    HandInWheel,
    RemoveBall,
    ReturnBall,
    RotorPushed,
    RotorReverses,
    RotorStarts,
    RotorStops,
    Slowed,
    Spin,
    WheelStep,
)

__all__ = [
    "STEPS", "VARY_S", "Add", "Announce", "AnyStep", "AssignColour", "BallBreaks", "BallOut", "Bell", "Bet",
    "BetsOpened", "Bonus", "BonusFails", "Brush", "Call", "CameraLost", "CameraRestored", "ChangeBall", "Chipped",
    "Collect", "DeskStep", "Display", "Dolly", "DropIn", "ExamineBall", "FeltStep", "ForeignObject", "HandInWheel",
    "InviteSpinner", "LiftDolly", "Move", "NoSpin", "OperatorRules", "OralBet", "Pay", "Payout", "Reduce",
    "RemoveBall", "ReturnBall", "RotorPushed", "RotorReverses", "RotorStarts", "RotorStops", "SeatDealer",
    "SightStep", "Sign", "Slowed", "Spin", "Step", "Stood", "Take", "ViewCleared", "ViewObscured", "Wave",
    "WheelStep", "fields_of", "name_of",
]

AnyStep = Union[
    BetsOpened, Call, Bell, NoSpin, Announce, Display, Payout, OralBet, ChangeBall, ExamineBall, SeatDealer,
    InviteSpinner, AssignColour, Bonus, BonusFails, Sign, OperatorRules,
    Spin, DropIn, RemoveBall, ReturnBall, BallOut, BallBreaks, ForeignObject, HandInWheel, RotorStops, RotorStarts,
    RotorReverses, RotorPushed, Slowed,
    Bet, Stood, Add, Reduce, Take, Move, Dolly, LiftDolly, Collect, Pay, Brush, Wave,
    CameraLost, CameraRestored, ViewObscured, ViewCleared,
]
STEPS: dict[str, type[Step]] = {kebab(kind.__name__): kind for kind in AnyStep.__args__}  # type: ignore[attr-defined]
"""Every kind of step by its name in a story."""


def name_of(step: Step) -> str:
    """What a story calls this kind of step."""
    return kebab(type(step).__name__)


def fields_of(kind: type[Step]) -> list[str]:
    """The keys a step of this kind may have."""
    return ["what", *(field.name for field in msgspec.structs.fields(kind))]
