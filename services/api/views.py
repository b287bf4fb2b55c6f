"""What the API answers beyond the read models' own views."""

from __future__ import annotations

from typing import Any, Literal

from services.store.views import IncidentPage, Seen, TableView, UnseenView, View


class Unseen(UnseenView, frozen=True, kw_only=True):
    """Something that could not be judged, listed like an incident; it is none."""

    title: str
    verdict: Literal["could-not-see"] = "could-not-see"


class Word(View, frozen=True, kw_only=True):
    """Something that was said about the case, in the log's order."""

    kind: str
    time: str
    recorded: str
    by: str | None
    text: str


class Cause(View, frozen=True, kw_only=True):
    """An observation that a finding rests on."""

    id: str
    kind: str
    source: str
    seen: Seen
    confidence: float
    what: str


class ClauseText(View, frozen=True, kw_only=True):
    """A clause of the rulebook in force, in short."""

    id: str
    short: str


class Case(IncidentPage, frozen=True, kw_only=True):
    """Everything about one incident."""

    rulebook_title: str
    clause_texts: tuple[ClauseText, ...]
    causes: tuple[Cause, ...]
    history: tuple[Word, ...]


class TableNow(TableView, frozen=True, kw_only=True):
    """One table of the floor as it stands now."""

    alerts: int
    state: dict[str, Any]
    cameras: tuple[str, ...]
