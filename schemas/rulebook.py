"""A rulebook is data: one TOML file, no Python. What the referee may find is the closed list `Rule`."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from schemas.errors import NoMoreBetsError, meant, plainly
from schemas.rulebook_parts import (
    Clause,
    Closing,
    EquipmentPart,
    LimitsPart,
    Part,
    Rule,
    RulePart,
    StatedRemedy,
    VariantName,
    VariantPart,
    Void,
    Wager,
)
from schemas.table import HousePart

__all__ = ["Clause", "Closing", "Rule", "RulePart", "Rulebook", "StatedRemedy", "VariantName", "Void", "Wager"]

ORDINARY: tuple[Wager, ...] = (
    "straight", "split", "street", "corner", "six-line", "column", "dozen", "even-chance",
)
"""What every layout offers, and every book pays."""
VOIDING: tuple[Rule, ...] = (
    "same-direction", "short-spin", "not-spun", "foreign-object", "ball-too-long", "interference", "ball-left-wheel",
    "ball-broke", "wheel-stopped", "wheel-not-rotating",
)
"""The irregularities that can make a spin void."""
DUTIES: tuple[Rule, ...] = ("no-spin-not-called", "ball-not-removed", "ball-not-returned", "paid-on-void-spin")
"""What a void spin brings unless its rule says otherwise."""


class Rulebook(Part, frozen=True, kw_only=True):
    """A casino's rules for the table."""

    id: str
    version: str
    title: str
    source: str
    date: str | None = None
    pockets: tuple[int, ...]
    placement: Literal["touch", "printed"]
    closing: tuple[Closing, ...]
    void_spin: Void
    minimum_revolutions: int
    collect_before_pay: bool
    late_bet_after_drop_void: bool
    odds: dict[Wager, int]
    rules: dict[Rule, RulePart]
    clauses: tuple[Clause, ...] = ()
    repositioning: bool = True
    original_place_on_ruling: bool = False
    invited_spinner: bool = False
    examined_by: str | None = None
    display_clause: str | None = None
    zero_combinations: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    wager_clauses: dict[str, str] = msgspec.field(default_factory=dict)
    wager_clauses_38: dict[str, str] = msgspec.field(default_factory=dict)
    variants: dict[VariantName, VariantPart] = msgspec.field(default_factory=dict)
    limits: LimitsPart | None = None
    equipment: EquipmentPart = EquipmentPart()
    documents: tuple[str, ...] = ()
    sha256: str = ""
    text: str = ""

    def judges(self, rule: Rule) -> bool:
        """Whether this book has the rule at all."""
        return rule in self.rules

    def void_by(self, rule: Rule | None) -> Void:
        """What a spin comes to that this irregularity, or the call alone, made void."""
        part = self.rules.get(rule) if rule else None
        return self.void_spin if part is None or part.void is None else part.void

    def duties_of(self, rule: Rule | None) -> tuple[Rule, ...]:
        """What is due after this irregularity; after 'no spin' alone, that the ball goes back and nobody is paid."""
        if rule is None:
            return ("ball-not-returned", "paid-on-void-spin")
        part = self.rules[rule]
        return DUTIES if part.duties is None else part.duties

    def clause(self, named: str) -> Clause | None:
        """One clause by its number."""
        return next((clause for clause in self.clauses if clause.id == named), None)

    def offers(self, spot: str, zeros: str) -> bool:
        """Whether a combination with a zero is a wager of this book; one that lists none takes them all."""
        if not self.zero_combinations or "-" not in spot or spot.split("-")[0] not in ("0", "00"):
            return True
        return spot in self.zero_combinations.get(zeros, ())


def known_rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks that ship."""
    shipped = files("schemas") / "rulebooks"
    return tuple(sorted(Path(item.name).stem for item in shipped.iterdir() if item.name.endswith(".toml")))


def load_rulebook(named: str, folder: Path | None = None) -> Rulebook:
    """A rulebook that ships (also by the number of its document), or a TOML file by its path (relative to `folder`)."""
    if named.endswith(".toml"):
        path = (folder or Path()) / named
        try:
            return read_rulebook(path.read_text(), str(path))
        except (OSError, UnicodeDecodeError) as wrong:
            why = wrong.strerror if isinstance(wrong, OSError) else "not a text file"
            raise NoMoreBetsError(f"cannot read the rulebook {path}: {why}") from None
    known = known_rulebooks()
    if named not in known:
        book = next((book for book in map(_shipped, known) if named in book.documents), None)
        if book is None:
            raise NoMoreBetsError(f"no rulebook '{named}'.{meant(named, known)}")
        return book
    return _shipped(named)


def _shipped(name: str) -> Rulebook:
    return read_rulebook((files("schemas") / "rulebooks" / f"{name}.toml").read_text(), f"{name}.toml")


@lru_cache(maxsize=64)
def read_rulebook(text: str, where: str) -> Rulebook:
    """A rulebook from its full text, as a file or as `RulebookAdopted` carries it."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise NoMoreBetsError(f"{where}: not a TOML file: {wrong}") from None
    try:
        book = _convert(told)
        _check(book)
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"{where}{_line_of(text, str(wrong))}: {wrong}") from None
    sha = hashlib.sha256(text.encode()).hexdigest()
    return msgspec.structs.replace(book, sha256=sha, text=text)


def _check(book: Rulebook) -> None:
    """What a file can get wrong though every key is known: clauses, settings and odds that are not there."""
    listed = [clause.id for clause in book.clauses]
    twice = next((clause for clause in listed if listed.count(clause) > 1), None)
    if twice:
        raise NoMoreBetsError(f"clause '{twice}' is listed twice in [[clauses]].")
    settings = [field.name for field in msgspec.structs.fields(HousePart)]
    for place, clause in _citations(book):
        if listed and clause not in listed:
            raise NoMoreBetsError(f"{place} cites clause '{clause}'.{meant(clause, listed)}")
    for rule, part in book.rules.items():
        for remedy in part.ordered:
            if remedy.house is not None and remedy.house not in settings:
                told = f"[rules.{rule}] leaves the remedy to [house] '{remedy.house}'"
                raise NoMoreBetsError(f"{told}, which no table has.{meant(remedy.house, settings)}")
    missing = [wager for wager in ORDINARY if wager not in book.odds]
    if missing:
        raise NoMoreBetsError(f"[odds] has no '{missing[0]}'; every ordinary wager needs its odds.")


def _line_of(text: str, wrong: str) -> str:
    """`:12` where the word that is wrong stands in the file: as a key, as a table's name, or quoted."""
    missing, word = re.match(r"(\[\w+\]) has no ", wrong), re.search(r"'([^']+)'", wrong.split(" Did you mean")[0])
    told = re.escape(word[1]) if word else ""
    if missing is not None:
        place = re.compile(rf"^{re.escape(missing[1])}")
    elif "twice" in wrong:
        place = re.compile(rf'^id = "{told}"')
    elif word is not None:
        place = re.compile(rf'^\s*"?{told}"?\s*=|[{{,]\s*"?{told}"?\s*=|^\[[^\]]*\b{told}\]|"{told}"')
    else:
        return ""
    found = [nth for nth, line in enumerate(text.splitlines(), 1) if place.search(line)]
    return f":{found[-1 if 'twice' in wrong else 0]}" if found else ""


def _citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every clause the file names, with the place that names it."""
    for rule, part in book.rules.items():
        for clause in (*part.cited, *(each.clause for each in part.ordered if each.clause)):
            yield f"[rules.{rule}]", clause
    for name, variant in book.variants.items():
        for clause in variant.cited:
            yield f"[variants.{name}]", clause
    for key, clause in (*book.wager_clauses.items(), *book.wager_clauses_38.items()):
        yield f"[wager_clauses] {key}", clause
    for key, clause in book.equipment.required.items():
        yield f"[equipment.required] {key}", clause
    for key in ("wheel_clause", "ball_clause", "order_clause", "layout_clause", "unlike_chips_clause"):
        if clause := getattr(book.equipment, key):
            yield f"[equipment] {key}", clause
    if book.limits is not None:
        yield "[limits]", book.limits.clause
    if book.display_clause is not None:
        yield "display_clause", book.display_clause


def _convert(told: Mapping[str, Any]) -> Rulebook:
    for rule in told.get("rules", {}):
        if rule not in get_args(Rule):
            raise NoMoreBetsError(f"no rule '{rule}' in [rules].{meant(rule, get_args(Rule))}")
    try:
        return msgspec.convert(told, Rulebook)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(plainly(str(wrong), _keys)) from None


_PARTS: dict[str, type[Part]] = {
    "": Rulebook, "rules": RulePart, "clauses": Clause, "variants": VariantPart, "limits": LimitsPart,
    "equipment": EquipmentPart,
}


def _keys(place: str) -> list[str]:
    part = StatedRemedy if "remedies" in place else _PARTS.get(re.split(r"[.\[]", place)[0], Rulebook)
    return [field.name for field in msgspec.structs.fields(part) if field.name not in ("sha256", "text")]
