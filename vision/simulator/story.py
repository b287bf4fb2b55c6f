"""A story: what happens at a table, told in TOML, with what the referee must find. One format, shipped or yours."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from schemas.errors import NoMoreBetsError, meant
from schemas.felt_boxes import Felt
from schemas.table import ChipPart, FeltPart, HousePart, LimitsPart, WheelPart, felt_beside
from vision.simulator.checks import check_steps
from vision.simulator.steps import STEPS, AnyStep, Step, fields_of
from vision.simulator.told import ACTS_CHIPS, ErrorsPart, Expectation, SkewPart, Story, Told

__all__ = ["ACTS_CHIPS", "Expectation", "SkewPart", "Story", "known_stories", "load_story", "read_story"]

EACH_S = 1.6
"""Between two of the steps that one with `spots` stands for."""


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
    steps = tuple(_step(one, f"{where}: step {nth}") for nth, one in enumerate(each_spot(told.do), start=1))
    if steps or not told.refused:
        check_steps(steps, where=where, setup_felt=_cloth(told, where), pockets=told.wheel.pockets,
                    colours=[chip.colour for chip in told.chips])
    plain = {field.name: getattr(told, field.name) for field in msgspec.structs.fields(Told)}
    return Story(**plain, where=where, text=text, steps=steps)


def _cloth(told: Told, where: str) -> Felt:
    try:
        return felt_beside(told.wheel, told.felt).felt
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"{where}: {wrong}") from None


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


NAMES = ("number", "numbers", "spot", "to", "about")
"""Keys whose numbers are names: a pit boss writes 17, not "17"."""


def _named(value: Any) -> Any:
    if isinstance(value, list):
        return [one | {"number": str(one["number"])} if isinstance(one, dict) and "number" in one else one
                for one in value]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def each_spot(told: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """A step with `spots` is one step for each of them, `each` seconds apart."""
    for plain in told:
        if not isinstance(plain.get("spots"), list):
            yield plain
            continue
        one = {key: value for key, value in plain.items() if key not in ("spots", "each")}
        rest = {key: value for key, value in one.items() if key not in ("at", "after", "by", "spin", "wait")}
        for nth, spot in enumerate(plain["spots"]):
            yield (rest | {"wait": plain.get("each", EACH_S)} if nth else one) | {"spot": spot}


def _step(plain: dict[str, Any], where: str) -> Step:
    what = plain.get("what")
    if what not in STEPS:
        why = "has no `what`." if what is None else f"does not know what = '{what}'."
        raise NoMoreBetsError(f"{where} {why}{meant(str(what or ''), STEPS)}")
    kind = STEPS[what]
    told = {key: _named(value) if key in NAMES else value for key, value in plain.items()}
    try:
        step: Step = msgspec.convert(told, AnyStep)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(f"{where} ({what}): {_explain(str(wrong), kind)}") from None
    return step


_PARTS: dict[str, type[msgspec.Struct]] = {
    "expect": Expectation, "chips": ChipPart, "house": HousePart, "felt": FeltPart, "wheel": WheelPart,
    "error_ms": ErrorsPart, "skew_ms": SkewPart, "limits": LimitsPart,
}


def _explain(why: str, kind: type[msgspec.Struct]) -> str:
    unknown = re.search(r"unknown field `(\w+)`(?: - at `\$\.?([^`]*)`)?", why)
    if not unknown:
        return why.replace("`$.", "`").replace("`$`", "the file")
    key, place = unknown[1], unknown[2] or ""
    part = _PARTS.get(re.split(r"[.\[]", place)[0], kind)
    known = fields_of(part) if issubclass(part, Step) else [field.name for field in msgspec.structs.fields(part)]
    return f"unknown key '{key}'{f' in {place}' if place else ''}.{meant(key, known)}"
