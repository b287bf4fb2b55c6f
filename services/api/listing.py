"""Incidents on paper: for people, for programs, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

import msgspec

from schemas.money import range_text

Told = Mapping[str, Any]
"""An incident, or what could not be seen, as the API answers it."""

COLUMNS = (
    "incident", "table", "round", "verdict", "probability", "clauses", "rules", "seen_from", "seen_to", "stake_low",
    "stake_high", "would_pay_low", "would_pay_high", "currency", "status", "ruling", "decided_by", "sentence",
)


def as_text(incidents: Iterable[Told]) -> Iterator[str]:
    """A heading and the sentences, as the console and the alert have them."""
    for told in incidents:
        begin = _seen(told)[0]
        where = f"{told['title']}, {begin[:10]} {begin[11:19]}"
        yield f"{_verdict(told):<15} {', '.join(told['clauses']):<16} {where}{_after(told)}"
        for sentence in _sentences(told):
            yield f"  {sentence}"


def as_jsonl(incidents: Iterable[Told]) -> Iterator[str]:
    """One JSON object a line."""
    for told in incidents:
        yield msgspec.json.encode(told).decode()


def as_csv(incidents: Iterable[Told]) -> Iterator[str]:
    """A heading and one row each; money in minor units, an amount without upper bound has an empty cell."""
    yield _line(COLUMNS)
    for told in incidents:
        yield _line([_cell(told, column) for column in COLUMNS])


FORMATS: dict[str, Callable[[Iterable[Told]], Iterator[str]]] = {"text": as_text, "jsonl": as_jsonl, "csv": as_csv}


def _seen(told: Told) -> tuple[str, str]:
    return tuple(told["seen"]) if "seen" in told else (told["said"], told["said"])


def _sentences(told: Told) -> list[str]:
    if "sentences" not in told:
        return [told["sentence"] or told["why"]]
    return list(told["sentences"]) or ["Every finding was withdrawn."]


def _verdict(told: Told) -> str:
    verdict = told["verdict"] or "withdrawn"
    if verdict != "suspected":
        return str(verdict)
    return f"suspected {told['probability']:.0%}" if told["probability"] else "not judged"


def _after(told: Told) -> str:
    amount, status = told.get("would_pay"), told.get("status")
    pays = f", would pay {range_text(tuple(amount))} {told['currency']}".rstrip() if amount else ""
    return pays + (f", {told['ruling'] if status == 'decided' else status}" if status else "")


def _cell(told: Told, column: str) -> object:
    if column in ("seen_from", "seen_to"):
        return _seen(told)[column == "seen_to"]
    if column == "sentence":
        return " ".join(_sentences(told))
    if column == "rules":
        return " ".join(told["rules"] if "rules" in told else [told["rule"]])
    if column == "clauses":
        return " ".join(told["clauses"])
    if column.endswith(("_low", "_high")):
        name, _, end = column.rpartition("_")
        amount = told.get(name)
        return amount[end == "high"] if amount else None
    if column == "verdict":
        return told["verdict"] or "withdrawn"
    return told.get(column)


def _line(cells: Iterable[object]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
