"""A rulebook is data: one TOML file, no Python. What the referee may find is the closed list `Rule`."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from schemas.errors import NoMoreBetsError, meant
from schemas.events import Conduct

Rule = Literal[
    "late-bet", "paid-void-bet",
    "same-direction", "short-spin", "no-spin-not-called", "ball-not-removed", "paid-on-void-spin", "ball-not-returned",
    "no-call", "paid-before-collecting", "result-not-announced", "dolly-not-placed", "wrong-announcement",
    "wrong-dolly",
    "overpaid", "underpaid", "winner-unpaid", "loser-paid", "winner-collected", "loser-left",
    "bet-reduced", "bet-moved", "line-unreadable",
]
Closing = Literal["call", "wave", "button", "device", "drop"]
Wager = Literal["straight", "split", "street", "corner", "six-line", "column", "dozen", "even-chance"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the file; a key it does not know is a typo, and is refused."""


class Clause(Part, frozen=True, kw_only=True):
    """One clause: its number, its kinds (rule, settle, permit, config, sense, notice, define), in short."""

    id: str
    kinds: tuple[str, ...]
    short: str


class StatedRemedy(Part, frozen=True, kw_only=True):
    """What a clause orders (`clause` given), or which `[house]` setting decides (`house` given)."""

    what: str | None = None
    clause: str | None = None
    house: str | None = None


class RulePart(Part, frozen=True, kw_only=True):
    """How this book sees one rule: its clauses (the sharpest last), its conduct, its remedies.

    `after_drop…` replace the others for what happened after the ball dropped, `…increase_clauses` when chips were
    added to a bet that stood, `…dealer_clauses` when the dealer's hand did it. `duty_clauses` are what a void spin's
    duties cite when this rule made it void.
    """

    conduct: Conduct
    clauses: tuple[str, ...]
    remedies: tuple[StatedRemedy, ...] = ()
    after_drop_clauses: tuple[str, ...] = ()
    after_drop_remedies: tuple[StatedRemedy, ...] = ()
    increase_clauses: tuple[str, ...] = ()
    after_drop_increase_clauses: tuple[str, ...] = ()
    dealer_clauses: tuple[str, ...] = ()
    after_drop_dealer_clauses: tuple[str, ...] = ()
    duty_clauses: dict[Rule, tuple[str, ...]] = {}

    @property
    def cited(self) -> tuple[str, ...]:
        """Every clause this rule can cite."""
        duties = (clause for clauses in self.duty_clauses.values() for clause in clauses)
        increase = (*self.increase_clauses, *self.after_drop_increase_clauses)
        dealer = (*self.dealer_clauses, *self.after_drop_dealer_clauses)
        return (*self.clauses, *self.after_drop_clauses, *increase, *dealer, *duties)


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
    void_spin: Literal["re-spin", "round"]
    minimum_revolutions: int
    collect_before_pay: bool
    late_bet_after_drop_void: bool
    odds: dict[Wager, int]
    rules: dict[Rule, RulePart]
    clauses: tuple[Clause, ...] = ()
    sha256: str = ""
    text: str = ""

    def judges(self, rule: Rule) -> bool:
        """Whether this book has the rule at all."""
        return rule in self.rules


def known_rulebooks() -> tuple[str, ...]:
    """The ids of the rulebooks that ship."""
    shipped = files("schemas") / "rulebooks"
    return tuple(sorted(Path(item.name).stem for item in shipped.iterdir() if item.name.endswith(".toml")))


def load_rulebook(named: str, folder: Path | None = None) -> Rulebook:
    """A rulebook that ships, or a TOML file by its path (relative to `folder`)."""
    if named.endswith(".toml"):
        path = (folder or Path()) / named
        try:
            return read_rulebook(path.read_text(), str(path))
        except OSError as wrong:
            raise NoMoreBetsError(f"cannot read the rulebook {path}: {wrong.strerror}") from None
    if named not in known_rulebooks():
        raise NoMoreBetsError(f"no rulebook '{named}'.{meant(named, known_rulebooks())}")
    return read_rulebook((files("schemas") / "rulebooks" / f"{named}.toml").read_text(), f"{named}.toml")


def read_rulebook(text: str, where: str) -> Rulebook:
    """A rulebook from its full text, as a file or as `RulebookAdopted` carries it."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise NoMoreBetsError(f"{where}: not a TOML file: {wrong}") from None
    book = _convert(told, where)
    listed = {clause.id for clause in book.clauses}
    for rule, part in book.rules.items():
        for clause in part.cited:
            if listed and clause not in listed:
                raise NoMoreBetsError(f"{where}: [rules.{rule}] cites clause '{clause}'.{meant(clause, listed)}")
    sha = hashlib.sha256(text.encode()).hexdigest()
    return msgspec.structs.replace(book, sha256=sha, text=text)


def _convert(told: Mapping[str, Any], where: str) -> Rulebook:
    try:
        return msgspec.convert(told, Rulebook)
    except msgspec.ValidationError as wrong:
        why = str(wrong)
        unknown = re.search(r"unknown field `(\w+)`", why)
        fields = [field.name for part in (Rulebook, RulePart, Clause) for field in msgspec.structs.fields(part)]
        hint = meant(unknown[1], fields) if unknown else ""
        raise NoMoreBetsError(f"{where}: {why.replace('`$.', '`')}.{hint}") from None
