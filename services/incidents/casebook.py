"""The casebook: findings in, cases out. One case per round and kind of conduct."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import field
from msgspec.structs import asdict, replace

from schemas.codec import pack, unpack
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.events import (
    BreachFound,
    Event,
    FindingWithdrawn,
    IncidentClosed,
    IncidentUpdated,
    RoundOpened,
    Value,
)
from schemas.ids import derived_id, incident_id
from schemas.topics import CASES, FINDINGS
from services.incidents.case import Case, present

ROUNDS = 3
"""Rounds whose cases are held open for a change; the referee speaks of two."""


class Cases(Value, frozen=True, kw_only=True):
    """The cases of a table's last rounds."""

    table: str
    rounds: tuple[str, ...] = ()
    cases: dict[str, Case] = field(default_factory=dict)


class Casebook:
    """Gathers one table's findings into incidents."""

    name = "casebook"
    reads = FINDINGS
    writes = CASES

    def begin(self, table: str) -> Cases:
        """A table without cases."""
        return Cases(table=table)

    def advance(self, state: Cases, entry: Entry) -> tuple[Cases, tuple[Entry, ...]]:
        """What one finding does to the cases."""
        match entry.data:
            case RoundOpened(round_id=opened):
                return _begin_round(state, opened), ()
            case BreachFound():
                state, said = _found(state, entry.id, entry.data)
            case FindingWithdrawn(id=withdrawn, why=why):
                state, said = _withdrawn(state, withdrawn, why)
            case _:
                return state, ()
        return state, tuple(_envelopes(state, entry, said))

    def save(self, state: Cases) -> bytes:
        """The state as bytes."""
        return pack(state)

    def load(self, data: bytes) -> Cases:
        """The state from its bytes."""
        return unpack(data, Cases)


def _begin_round(state: Cases, opened: str) -> Cases:
    if opened in state.rounds:
        return state
    rounds = (*state.rounds, opened)[-ROUNDS:]
    kept = {name: case for name, case in state.cases.items() if case.round_id in rounds}
    return replace(state, rounds=rounds, cases=kept)


def _found(state: Cases, finding: str, found: BreachFound) -> tuple[Cases, list[Event]]:
    """Another finding, or one that replaces an earlier."""
    name = incident_id(found.round_id, found.conduct)
    case = state.cases.get(name)
    if case is not None and finding in case.findings:
        return state, []
    before = case.findings.get(found.replaces) if case and found.replaces else None
    kept = dict(case.findings) if case else {}
    if found.replaces in kept:
        # The new word takes the old one's place, so that the case still reads in order.
        kept = {finding if key == found.replaces else key: found if key == found.replaces else old
                for key, old in kept.items()}
    else:
        kept[finding] = found
    state, opened = _put(state, name, Case(round_id=found.round_id, findings=kept)), not (case and case.findings)
    now = present(name, kept)
    if opened:
        return state, [now]
    changed = before is not None and before.remedies != found.remedies
    return state, [IncidentUpdated(**asdict(now), remedy_changed=changed)]


def _withdrawn(state: Cases, finding: str, why: str) -> tuple[Cases, list[Event]]:
    """A finding cleared; a case with none left is closed."""
    for name, case in state.cases.items():
        if finding in case.findings:
            kept = {key: found for key, found in case.findings.items() if key != finding}
            state = _put(state, name, replace(case, findings=kept))
            if not kept:
                return state, [IncidentClosed(incident=name, why=f"every finding was withdrawn; the last: {why}")]
            return state, [IncidentUpdated(**asdict(present(name, kept)))]
    return state, []


def _put(state: Cases, name: str, case: Case) -> Cases:
    return replace(state, cases={**state.cases, name: case})


def _envelopes(state: Cases, cause: Entry, said: list[Event]) -> Iterator[Entry]:
    for nth, event in enumerate(said):
        yield put_into_envelope(
            event, id=derived_id("casebook", cause.id, nth), table=state.table, origin="casebook", time=cause.time,
            session=cause.session, cause=cause.id,
        )
