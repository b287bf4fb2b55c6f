"""What a story's file says, and the table it is played on."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from schemas.events import Verdict
from schemas.felt_boxes import Felt
from schemas.reading import Placement
from schemas.rulebook import Rule, load_rulebook
from schemas.table import (
    ChipPart,
    FeltPart,
    HousePart,
    LimitsPart,
    Part,
    SourcePart,
    TableSetup,
    WheelPart,
    felt_beside,
)
from vision.simulator.steps import Step

Section = Literal["voisins", "tier", "orphans"]
ACTS_CHIPS = (
    ChipPart(colour="green", rgb=(70, 200, 90), spots_rgb=(245, 245, 240), value=500),
    ChipPart(colour="blue", rgb=(40, 90, 215), spots_rgb=(245, 245, 240), value=100),
    ChipPart(colour="orange", rgb=(240, 125, 30), spots_rgb=(245, 245, 240), value=200),
    ChipPart(colour="yellow", rgb=(245, 225, 70), spots_rgb=(60, 60, 60), value=2500),
    ChipPart(colour="black", rgb=(30, 30, 34), spots_rgb=(245, 245, 240), value=10000),
    ChipPart(colour="purple", rgb=(135, 45, 165), spots_rgb=(245, 245, 240), value=50000),
)
"""Three players' colours and three value chips: what a story plays with unless it has its own `[[chips]]`."""
ACTS_HOUSE = HousePart(late_bet_before_drop="returned", void_bet_chips="returned")
REPORTS = ("bets-opened", "bets-closed", "no-spin-called", "result-announced")


class Expectation(Part, frozen=True, kw_only=True):
    """One `BreachFound` the referee must write; `desk` where only a desk can show it. Written by hand."""

    rule: Rule
    clauses: tuple[str, ...]
    verdict: Verdict = "breach"
    round: int = 1
    spot: str | None = None
    desk: bool = False


class ErrorsPart(Part, frozen=True, kw_only=True):
    """By how much each source's clock may err, in milliseconds."""

    wheel: int = 20
    layout: int = 20
    desk: int = 50


class SkewPart(Part, frozen=True, kw_only=True):
    """By how many milliseconds a source's clock lags behind the wheel's, which is the table's.

    `known`: the table file puts it right with `offset_ms`; else nobody has noticed, and `error_ms` is all there is.
    """

    layout: int = 0
    desk: int = 0
    known: bool = True


class Told(Part, frozen=True, kw_only=True):
    """A story's file as it stands; its steps are read one by one, so that a mistake is told by its step.

    `proves` are the clauses it proves, `near_miss` those it nearly breaks and does not, `pays` and `pays_not` those by
    which a wager in it wins and loses; `refused` is part of the line with which a table set up like this is refused.
    """

    title: str
    about: str = ""
    table: str = "t1"
    rulebook: str = "division-current"
    currency: str = "AUD"
    previous_number: str | None = None
    lasts: float | None = None
    rotor_rpm: float = 25.0
    reports: tuple[str, ...] = REPORTS
    error_ms: ErrorsPart = ErrorsPart()
    skew_ms: SkewPart = SkewPart()
    chips: tuple[ChipPart, ...] = ACTS_CHIPS
    house: HousePart = ACTS_HOUSE
    felt: FeltPart = FeltPart()
    wheel: WheelPart = WheelPart()
    variants: tuple[Literal["viva", "sections", "bonus"], ...] = ()
    limits: LimitsPart | None = None
    section_pay: dict[Section, int | tuple[int, int]] = msgspec.field(default_factory=dict)
    equipment: dict[str, bool] = msgspec.field(default_factory=dict)
    proves: tuple[str, ...] = ()
    near_miss: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    pays_not: tuple[str, ...] = ()
    refused: str | None = None
    do: tuple[dict[str, Any], ...] = ()
    expect: tuple[Expectation, ...] = ()


class Story(Told, frozen=True, kw_only=True):
    """A story that was read and checked."""

    where: str
    text: str
    steps: tuple[Step, ...]

    @property
    def cloth(self) -> Felt:
        """The felt it is played on, its racetracks in the order of the wheel beside it."""
        return felt_beside(self.wheel, self.felt).felt

    @property
    def placement(self) -> Placement:
        """How its rulebook reads a place; a rulebook of the story's own is read as the divisions do."""
        return "touch" if self.rulebook.endswith(".toml") else load_rulebook(self.rulebook).placement

    @property
    def setup(self) -> TableSetup:
        """The table it is played on, as an operator would describe it; its files not yet begun."""
        layout, desk = (self.skew_ms.layout, self.skew_ms.desk) if self.skew_ms.known else (0, 0)
        sources = {
            "wheel": SourcePart(url="wheel.mp4", error_ms=self.error_ms.wheel),
            "layout": SourcePart(url="layout.mp4", error_ms=self.error_ms.layout, offset_ms=layout),
            "desk": SourcePart(url="desk.jsonl", error_ms=self.error_ms.desk, reports=self.reports, offset_ms=desk),
        }
        return TableSetup(
            table=self.table, rulebook=self.rulebook, currency=self.currency, wheel=self.wheel, felt=self.felt,
            chips=self.chips, sources=sources, house=self.house, previous_number=self.previous_number,
            variants=self.variants, limits=self.limits, section_pay=self.section_pay, equipment=self.equipment,
        )
