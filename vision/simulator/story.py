"""A story: what happens at a table, told in TOML, with what the referee must find. One format, shipped or yours."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from schemas.errors import NoMoreBetsError, meant
from schemas.events import Verdict
from schemas.rulebook import Rule
from schemas.table import ChipPart, FeltPart, HousePart, Part, SourcePart, TableSetup, WheelPart
from vision.simulator.checks import check_steps
from vision.simulator.steps import STEPS, AnyStep, Step, fields_of

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


class Told(Part, frozen=True, kw_only=True):
    """A story's file as it stands; its steps are read one by one, so that a mistake is told by its step."""

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
    chips: tuple[ChipPart, ...] = ACTS_CHIPS
    house: HousePart = ACTS_HOUSE
    felt: FeltPart = FeltPart()
    wheel: WheelPart = WheelPart()
    do: tuple[dict[str, Any], ...] = ()
    expect: tuple[Expectation, ...] = ()


class Story(Told, frozen=True, kw_only=True):
    """A story that was read and checked."""

    where: str
    text: str
    steps: tuple[Step, ...]

    @property
    def setup(self) -> TableSetup:
        """The table it is played on, as an operator would describe it; its files not yet begun."""
        sources = {
            "wheel": SourcePart(url="wheel.mp4", error_ms=self.error_ms.wheel),
            "layout": SourcePart(url="layout.mp4", error_ms=self.error_ms.layout),
            "desk": SourcePart(url="desk.jsonl", error_ms=self.error_ms.desk, reports=self.reports),
        }
        return TableSetup(
            table=self.table, rulebook=self.rulebook, currency=self.currency, wheel=self.wheel, felt=self.felt,
            chips=self.chips, sources=sources, house=self.house, previous_number=self.previous_number,
        )


def known_stories() -> tuple[str, ...]:
    """The names of the stories that ship."""
    shipped = files("vision.simulator") / "stories"
    return tuple(sorted(item.name.removesuffix(".toml") for item in shipped.iterdir() if item.name.endswith(".toml")))


def load_story(named: str) -> Story:
    """A story that ships, by its name, or a TOML file by its path."""
    if named in known_stories():
        return read_story((files("vision.simulator") / "stories" / f"{named}.toml").read_text(), f"{named}.toml")
    path = Path(named)
    if not named.endswith(".toml") and not path.is_file():
        raise NoMoreBetsError(f"no story '{named}'.{meant(named, known_stories())} Or give a .toml file.")
    try:
        return read_story(path.read_text(), str(path))
    except (OSError, UnicodeDecodeError) as wrong:
        why = wrong.strerror if isinstance(wrong, OSError) else "not a text file"
        raise NoMoreBetsError(f"cannot read the story {path}: {why}") from None


def read_story(text: str, where: str) -> Story:
    """A story from its text; whatever is wrong with it is one line that names the step."""
    try:
        plain = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise NoMoreBetsError(f"{where}: not a TOML file: {wrong}") from None
    told = _told(plain, where)
    steps = tuple(_step(one, f"{where}: step {nth}") for nth, one in enumerate(told.do, start=1))
    check_steps(steps, where=where, setup_felt=told.felt.felt, pockets=told.wheel.pockets,
                colours=[chip.colour for chip in told.chips])
    plain = {field.name: getattr(told, field.name) for field in msgspec.structs.fields(Told)}
    return Story(**plain, where=where, text=text, steps=steps)


def _told(plain: dict[str, Any], where: str) -> Told:
    previous = plain.get("previous_number")
    if isinstance(previous, int):
        plain["previous_number"] = str(previous)
    for wish in plain.get("expect", []):
        if isinstance(wish, dict) and isinstance(wish.get("spot"), int):
            wish["spot"] = str(wish["spot"])
    try:
        return msgspec.convert(plain, Told)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(f"{where}: {_explain(str(wrong), Told)}") from None


def _step(plain: dict[str, Any], where: str) -> Step:
    what = plain.get("what")
    if what not in STEPS:
        why = "has no `what`." if what is None else f"does not know what = '{what}'."
        raise NoMoreBetsError(f"{where} {why}{meant(str(what or ''), STEPS)}")
    kind = STEPS[what]
    numbers = {"number", "spot", "to"}
    told = {key: str(value) if key in numbers and isinstance(value, int) else value for key, value in plain.items()}
    try:
        step: Step = msgspec.convert(told, AnyStep)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(f"{where} ({what}): {_explain(str(wrong), kind)}") from None
    return step


_PARTS: dict[str, type[msgspec.Struct]] = {
    "expect": Expectation, "chips": ChipPart, "house": HousePart, "felt": FeltPart, "wheel": WheelPart,
    "error_ms": ErrorsPart,
}


def _explain(why: str, kind: type[msgspec.Struct]) -> str:
    unknown = re.search(r"unknown field `(\w+)`(?: - at `\$\.?([^`]*)`)?", why)
    if not unknown:
        return why.replace("`$.", "`").replace("`$`", "the file")
    key, place = unknown[1], unknown[2] or ""
    part = _PARTS.get(re.split(r"[.\[]", place)[0], kind)
    known = fields_of(part) if issubclass(part, Step) else [field.name for field in msgspec.structs.fields(part)]
    return f"unknown key '{key}'{f' in {place}' if place else ''}.{meant(key, known)}"
