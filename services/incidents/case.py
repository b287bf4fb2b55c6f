"""A case as it stands: what its findings say together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import field

from schemas.events import BreachFound, IncidentOpened, Range, Value
from schemas.money import add

T = TypeVar("T")


class Case(Value, frozen=True, kw_only=True):
    """The findings of one round and conduct by their ids, in the order they came."""

    round_id: str
    findings: dict[str, BreachFound] = field(default_factory=dict)


def present(name: str, findings: dict[str, BreachFound]) -> IncidentOpened:
    """The whole present state of a case."""
    every = list(findings.values())
    first = every[0]
    return IncidentOpened(
        incident=name, round=first.round, round_id=first.round_id, conduct=first.conduct, rulebook=first.rulebook,
        version=first.version, clauses=_once(clause for found in every for clause in found.clauses),
        verdict="breach" if any(found.verdict == "breach" for found in every) else "suspected",
        probability=max(found.probability for found in every),
        seen=(min(found.seen[0] for found in every), max(found.seen[1] for found in every)),
        findings=tuple(findings), rules=_once(found.rule for found in every),
        sentences=tuple(found.sentence for found in every),
        remedies=_once(remedy for found in every for remedy in found.remedies),
        stake=_at_stake(every, "stake"), would_pay=_at_stake(every, "would_pay"), alert_from=first.alert_from,
    )


def _once(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


def _at_stake(findings: list[BreachFound], what: str) -> Range | None:
    """The money of all bets concerned, each bet once."""
    bets: dict[str | None, Range] = {}
    for found in findings:
        amount: Range | None = getattr(found, what)
        if amount is not None:
            bets.setdefault(found.stack, amount)
    total: Range | None = None
    for amount in bets.values():
        total = amount if total is None else add(total, amount)
    return total
