"""Two small processors for trying the hosts; importable by a worker in another process too."""

from __future__ import annotations

from schemas.envelope import Entry, entry
from schemas.events import CouldNotSee, NoteAdded
from schemas.ids import derived_id
from schemas.topics import CASES, FINDINGS, OBSERVATIONS


class Counter:
    """Says how many events of its table it has taken; chokes on a rotor that stops."""

    name = "counter"
    reads = OBSERVATIONS
    writes = FINDINGS

    def begin(self, table: str) -> int:
        return 0

    def advance(self, state: int, told: Entry) -> tuple[int, tuple[Entry, ...]]:
        if told.type == "nomorebets.rotor-stopped":
            raise ValueError("a rotor must not stop")
        found = CouldNotSee(rule="count", clauses=(), why=str(state + 1))
        return state + 1, (_because(self.name, told, found),)

    def save(self, state: int) -> bytes:
        return str(state).encode()

    def load(self, data: bytes) -> int:
        return int(data)


class Echo(Counter):
    """Repeats every finding as a note, with a number of its own: two findings taken twice would show."""

    name = "echo"
    reads = FINDINGS
    writes = CASES

    def advance(self, state: int, told: Entry) -> tuple[int, tuple[Entry, ...]]:
        assert isinstance(told.data, CouldNotSee)
        note = NoteAdded(incident="i", by="echo", text=f"{state + 1}: {told.data.why}")
        return state + 1, (_because(self.name, told, note),)


def _because(name: str, told: Entry, event: CouldNotSee | NoteAdded) -> Entry:
    return entry(
        event, id=derived_id(name, told.id, 0), table=told.table, origin=name, time=told.time, session=told.session,
        cause=told.id,
    )


def processors() -> tuple[Counter, Echo]:
    return Counter(), Echo()
