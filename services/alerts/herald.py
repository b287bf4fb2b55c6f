"""Cases in, alerts out: who must be told of what, decided once and without a clock."""

from __future__ import annotations

import msgspec

from schemas.codec import pack, unpack
from schemas.envelope import Entry, entry
from schemas.events import AlertRaised, IncidentOpened, IncidentUpdated
from schemas.ids import derived_id
from schemas.topics import ALERTS, CASES

REMEMBERED = 500
"""Incidents a table's herald remembers. Lower, and a very late change of an old case is told as if new;
higher only makes the saved state larger (about 300 bytes each)."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What people were first told about an incident."""

    alert: str
    text: str


class HeraldState(msgspec.Struct, frozen=True, kw_only=True):
    """The incidents people were told of, oldest first."""

    told: dict[str, Told] = {}


class Herald:
    """Raises one alert per incident, and another only when what is to be done has changed."""

    name = "herald"
    reads = CASES
    writes = ALERTS

    def begin(self, table: str) -> HeraldState:
        """Nobody was told of anything."""
        return HeraldState()

    def advance(self, state: HeraldState, entry: Entry) -> tuple[HeraldState, tuple[Entry, ...]]:
        """Whether this word about a case is one that people must get now."""
        case = entry.data
        if not isinstance(case, IncidentOpened | IncidentUpdated):
            return state, ()
        before = state.told.get(case.incident)
        if before is None:
            return self._first(state, entry, case) if _worth_telling(case) else (state, ())
        if isinstance(case, IncidentUpdated) and case.remedy_changed:
            return state, (_raised(entry, case, before),)
        return state, ()

    def _first(
        self, state: HeraldState, cause: Entry, case: IncidentOpened | IncidentUpdated
    ) -> tuple[HeraldState, tuple[Entry, ...]]:
        raised = _raised(cause, case, None)
        told = {**state.told, case.incident: Told(alert=raised.id, text=_text(case))}
        for oldest in list(told)[: max(0, len(told) - REMEMBERED)]:
            del told[oldest]
        return HeraldState(told=told), (raised,)

    def save(self, state: HeraldState) -> bytes:
        """The state as bytes."""
        return pack(state)

    def load(self, data: bytes) -> HeraldState:
        """The state from its bytes."""
        return unpack(data, HeraldState)


def _worth_telling(case: IncidentOpened | IncidentUpdated) -> bool:
    """A breach always; a suspicion from the probability that the house sets."""
    return case.verdict == "breach" or (case.verdict == "suspected" and case.probability >= case.alert_from)


def _text(case: IncidentOpened | IncidentUpdated) -> str:
    return "\n".join(case.sentences)


def _raised(cause: Entry, case: IncidentOpened | IncidentUpdated, before: Told | None) -> Entry:
    """The alert in its envelope; its id is the idempotency key that channels carry."""
    id = derived_id(Herald.name, cause.id, 0)
    text = _text(case)
    if case.verdict is None and before is not None:
        text = f"Withdrawn, nothing is to be done: {before.text}"
    raised = AlertRaised(
        alert=id, incident=case.incident, text=text, verdict=case.verdict or "suspected",
        probability=case.probability if case.verdict else 0.0, clauses=case.clauses,
        repeats=before.alert if before else None,
    )
    return entry(
        raised, id=id, table=cause.table, origin=Herald.name, time=cause.time, session=cause.session, cause=cause.id
    )
