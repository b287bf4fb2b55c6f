"""Answers: what a read model says about an incident, a round, a table. Times are written as in the contracts."""

from __future__ import annotations

import msgspec

from schemas.events import Range, Reconciled, Remedy

Seen = tuple[str, str]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """One answer."""


class IncidentView(View, frozen=True, kw_only=True):
    """An incident as it stands now; verdict null when every finding was withdrawn."""

    incident: str
    table: str
    title: str
    currency: str
    round: int
    round_id: str
    conduct: str
    rulebook: str
    version: str
    clauses: tuple[str, ...]
    verdict: str | None
    probability: float
    seen: Seen
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    stake: Range | None
    would_pay: Range | None
    status: str
    acknowledged_by: str | None
    decided_by: str | None
    ruling: str | None
    ruling_note: str | None
    closed_why: str | None
    sealed: bool
    opened: str
    updated: str


class FindingView(View, frozen=True, kw_only=True):
    """One finding; `stands` is false when it was withdrawn or judged again, and `why_not` says which."""

    id: str
    table: str
    round: int
    round_id: str
    spin: int
    rule: str
    conduct: str
    clauses: tuple[str, ...]
    verdict: str
    probability: float
    stack: str | None
    spot: str | None
    seen: Seen
    said: str
    rulebook: str
    version: str
    remedies: tuple[Remedy, ...]
    stake: Range | None
    would_pay: Range | None
    sentence: str
    causes: tuple[str, ...]
    late_arrival: bool
    stands: bool
    why_not: str | None


class EvidenceView(View, frozen=True, kw_only=True):
    """A clip of an incident."""

    camera: str
    file: str
    sha256: str
    bytes: int
    seen: Seen


class NoteView(View, frozen=True, kw_only=True):
    """What a person wrote beside an incident."""

    id: str
    by: str
    text: str
    said: str


class DeliveryView(View, frozen=True, kw_only=True):
    """What became of an alert on one channel."""

    channel: str
    status: str
    attempt: int
    possibly_repeated: bool
    why: str


class AlertView(View, frozen=True, kw_only=True):
    """An alert about an incident."""

    alert: str
    text: str
    verdict: str
    probability: float
    clauses: tuple[str, ...]
    repeats: str | None
    raised: str
    acknowledged_by: str | None
    silenced_by: str | None
    deliveries: tuple[DeliveryView, ...]


class IncidentPage(View, frozen=True, kw_only=True):
    """An incident with everything that belongs to it."""

    incident: IncidentView
    findings: tuple[FindingView, ...]
    evidence: tuple[EvidenceView, ...]
    notes: tuple[NoteView, ...]
    alerts: tuple[AlertView, ...]


class RoundView(View, frozen=True, kw_only=True):
    """A round; `voided` names the rules that voided its spins."""

    round_id: str
    table: str
    session: str
    round: int
    rulebook: str
    version: str
    opened: str | None
    bets_closed: Seen | None
    closed: str | None
    number: str | None
    why: str | None
    spins: int
    voided: tuple[str, ...]
    settlement: tuple[Reconciled, ...] | None
    findings: int
    could_not_see: int


class TableView(View, frozen=True, kw_only=True):
    """A table: which book it plays by, when it was last heard of, what waits for a person."""

    table: str
    title: str
    currency: str
    rulebook: str | None
    version: str | None
    session: str
    open: bool
    opened: str | None
    last_event: str
    rounds: int
    incidents: int
    waiting: int
    could_not_see: int
    dead_letters: int


class UnseenView(View, frozen=True, kw_only=True):
    """A rule that could not be judged."""

    id: str
    table: str
    round: int | None
    round_id: str | None
    rule: str
    clauses: tuple[str, ...]
    why: str
    sentence: str
    said: str
