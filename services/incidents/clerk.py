"""The clerk: lines that could not be read or judged become a case, so that silence is never read as clean play."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import asdict, replace

from schemas.codec import pack, unpack
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.events import Event, IncidentOpened, IncidentUpdated, LineRefused, Value
from schemas.ids import derived_id, incident_id
from schemas.table import title_of
from schemas.topics import CASES, DEAD_LETTERS

KEPT = 8
"""Cases a table's clerk remembers. Fewer, and an old hour's case is told again from its beginning."""


class Unread(Value, frozen=True, kw_only=True):
    """One case: how it began, and how many lines it stands for."""

    opened: IncidentOpened
    lines: int = 1


class Tray(Value, frozen=True, kw_only=True):
    """The latest cases of a table, oldest first."""

    table: str
    cases: dict[str, Unread] = field(default_factory=dict)


class Clerk:
    """Gathers what was set aside at one table within one hour of a session into one case.

    It is `suspected` with probability 0: nothing was judged, so nobody is woken, but somebody must look.
    """

    name = "clerk"
    reads = DEAD_LETTERS
    writes = CASES

    def begin(self, table: str) -> Tray:
        """Nothing was set aside."""
        return Tray(table=table)

    def advance(self, state: Tray, entry: Entry) -> tuple[Tray, tuple[Entry, ...]]:
        """What one line that was set aside does to the cases."""
        if not isinstance(entry.data, LineRefused):
            return state, ()
        name = incident_id(f"{state.table}/{entry.session}/{entry.time.utc:%Y-%m-%dT%H}", "equipment")
        before = state.cases.get(name)
        if before is None:
            case = Unread(opened=_opened(name, entry, entry.data))
            said: Event | None = case.opened
        else:
            case = replace(before, lines=before.lines + 1)
            said = _updated(case, entry, entry.data) if _worth_saying(case.lines) else None
        latest = [(each, known) for each, known in state.cases.items() if each != name]
        state = replace(state, cases=dict([*latest, (name, case)][-KEPT:]))
        return state, () if said is None else (_envelope(state.table, entry, said),)

    def save(self, state: Tray) -> bytes:
        """The state as bytes."""
        return pack(state)

    def load(self, data: bytes) -> Tray:
        """The state from its bytes."""
        return unpack(data, Tray)


def _worth_saying(lines: int) -> bool:
    """The 2nd, 4th, 8th …: a source that only writes nonsense must not fill the queue's log too."""
    return lines & (lines - 1) == 0


def _opened(name: str, cause: Entry, letter: LineRefused) -> IncidentOpened:
    why = letter.why if letter.why.endswith((".", "?")) else f"{letter.why}."
    sentence = (
        f"{title_of(cause.table)}, {cause.time.utc:%H:%M:%S}. A line of {letter.topic} could not be judged and was set "
        f"aside: {why} Whatever it tells is not in any verdict."
    )
    return IncidentOpened(
        incident=name, round=0, round_id="", conduct="equipment", rulebook="", version="", clauses=(),
        verdict="suspected", probability=0.0, seen=(cause.time, cause.time), findings=(cause.id,),
        rules=("line-unreadable",), sentences=(sentence,), remedies=(), stake=None, would_pay=None,
    )


def _updated(case: Unread, cause: Entry, letter: LineRefused) -> IncidentUpdated:
    seen = case.opened.seen
    now = replace(
        case.opened, findings=(*case.opened.findings, cause.id),
        seen=(min(seen[0], cause.time), max(seen[1], cause.time)),
        sentences=(*case.opened.sentences, f"{case.lines} lines so far within the hour; the latest: {letter.why}"),
    )
    return IncidentUpdated(**asdict(now))


def _envelope(table: str, cause: Entry, said: Event) -> Entry:
    return put_into_envelope(
        said, id=derived_id(Clerk.name, cause.id, 0), table=table, origin=Clerk.name, time=cause.time,
        session=cause.session, cause=cause.id,
    )
