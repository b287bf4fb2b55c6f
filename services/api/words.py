"""Says in a few words what an event of the log means to the person at the console."""

from __future__ import annotations

from typing import Any

import msgspec

from schemas import events
from schemas.envelope import Entry
from schemas.events import Chips, Observation
from schemas.moment import Moment
from services.api.views import Cause, Word


def word_of(entry: Entry, recorded: Moment) -> Word:
    """One line of a case's history."""
    told = entry.data
    kind = entry.type.removeprefix("nomorebets.")
    by = getattr(told, "by", None)
    return Word(kind=kind, time=str(entry.time), recorded=str(recorded), by=by, text=_said(told))


def _said(told: events.Event) -> str:
    match told:
        case events.IncidentOpened():
            return f"opened as {told.verdict}: {', '.join(told.rules)}"
        case events.IncidentUpdated():
            return f"now {told.verdict or 'withdrawn'}: {', '.join(told.rules)}"
        case events.EvidenceAttached():
            return f"clip of {told.camera}, SHA-256 {told.sha256}"
        case events.EvidenceSealed():
            return "no more evidence will be added"
        case events.IncidentAcknowledged():
            return "acknowledged"
        case events.NoteAdded():
            return told.text
        case events.IncidentDecided():
            return f"decided: {told.ruling}" + (f". {told.note}" if told.note else "")
        case events.IncidentClosed():
            return f"closed: {told.why}"
        case events.AlertRaised():
            return "alert raised again: the remedy changed" if told.repeats else "alert raised"
        case events.AlertSent():
            return f"sent to {told.channel}" + (", possibly repeated" if told.possibly_repeated else "")
        case events.AlertFailed():
            return f"{told.channel}, attempt {told.attempt}: {told.why}" + (", given up" if told.final else "")
        case _:
            return ""


def cause_of(entry: Entry) -> Cause:
    """One observation that a finding rests on."""
    told = entry.data
    seen = told.seen if isinstance(told, Observation) else (entry.time, entry.time)
    return Cause(
        id=entry.id, kind=entry.type.removeprefix("nomorebets."), source=entry.origin,
        seen=(str(seen[0]), str(seen[1])), what=_what(told),
        confidence=told.confidence if isinstance(told, Observation) else 1.0,
    )


_KNOWN = ("kind", "seen", "clock_error_ms", "confidence", "stack", "x_mm", "y_mm", "error_mm", "chips", "position")


def _what(told: events.Event) -> str:
    """Its particulars: chips first, then whatever else it says."""
    plain: dict[str, Any] = {name: value for name, value in msgspec.to_builtins(told, enc_hook=str).items()
                             if name not in _KNOWN and value not in (None, "", [], ())}
    chips = _pile(getattr(told, "chips", ()))
    rest = [f"{name.replace('_', ' ')} {_flat(value)}" for name, value in plain.items()]
    return ", ".join([chips, *rest] if chips else rest)


def _pile(chips: tuple[Chips, ...]) -> str:
    def count(low: int, high: int | None) -> str:
        return f"{low}+" if high is None else str(low) if low == high else f"{low} to {high}"

    return " and ".join(f"{count(*pile.count)} {pile.colour or 'unknown'}" for pile in chips)


def _flat(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part is not None)
    if isinstance(value, list | tuple):
        return " to ".join("?" if part is None else str(part) for part in value)
    return str(value)
