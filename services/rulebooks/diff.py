"""Two rulebooks side by side: only what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from schemas.rulebook import Rulebook
from services.rulebooks.show import facts, rule_text

ALIKE = 0.5
"""The share of clause numbers two books have in common from which their clauses are compared one by one. Lower, and
books that number differently are told as all different; higher, and a new edition hides what it changed."""


def diff_lines(one: Rulebook, other: Rulebook) -> Iterator[str]:
    """What one says and the other says otherwise; nothing when they judge alike."""
    names = (_name(one, other), _name(other, one))
    yield from _pairs("", facts(one), facts(other), names)
    yield from _pairs("rule ", _rules(one), _rules(other), names)
    yield from _pairs("", _keys(one, other), _keys(other, one), names)
    if _alike(_clauses(one), _clauses(other)):
        yield from _pairs("clause ", _clauses(one), _clauses(other), names)


def _rules(book: Rulebook) -> dict[str, str]:
    return {rule: rule_text(part) for rule, part in book.rules.items()}


def _keys(book: Rulebook, other: Rulebook) -> dict[str, str]:
    """Every key that is not told in words: of equipment, variants and wagers, and of rules that read alike."""
    plain = msgspec.to_builtins(book)
    read = {rule: text for rule, text in _rules(book).items() if _rules(other).get(rule) == text}
    plain["rules"] = {rule: plain["rules"][rule] for rule in read}
    parts = ("late_bet_after_drop_void", "equipment", "variants", "wager_clauses", "wager_clauses_38", "rules")
    return dict(_flat({part: plain[part] for part in parts if part in plain}))


def _flat(plain: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in plain.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _clauses(book: Rulebook) -> dict[str, str]:
    return {clause.id: f"{', '.join(clause.kinds)}: {clause.short}" for clause in book.clauses}


def _pairs(word: str, one: Mapping[str, str], other: Mapping[str, str], names: tuple[str, str]) -> Iterator[str]:
    for key in dict.fromkeys((*one, *other)):
        mine, yours = one.get(key), other.get(key)
        if mine == yours:
            continue
        yield f"{word}{key}"
        for name, said in zip(names, (mine, yours), strict=True):
            yield f"  {name}: {said or '—'}"


def _alike(one: Iterable[str], other: Iterable[str]) -> bool:
    mine, yours = set(one), set(other)
    return bool(mine and yours) and len(mine & yours) >= ALIKE * min(len(mine), len(yours))


def _name(book: Rulebook, other: Rulebook) -> str:
    """Its id, with the version where both are called the same."""
    return book.id if book.id != other.id else f"{book.id} {book.version} ({book.sha256[:8]})"
