"""What a desk says: lines that people and machines at the table wrote, checked and put on the table's clock."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError, meant
from schemas.events import Observation, kebab
from schemas.moment import Moment
from schemas.table import SourcePart
from vision.session import Session

DESK_KINDS: Final = (
    "bets-opened", "bets-closed", "bell-rung", "no-spin-called", "result-announced", "result-displayed",
    "payout-reported", "oral-bet-called", "ball-changed", "ball-examined", "dealer-seated", "spinner-invited",
    "colour-assigned", "bonus-numbers-shown", "bonus-generator-failed", "checklist-signed", "operator-ruled",
)
"""What a desk may say; everything else is a camera's or the referee's."""


def desk_entries(session: Session) -> list[Entry]:
    """Everything the desk's file says, by time, with the session set and the desk's offset applied."""
    if session.desk is None:
        return []
    name = next(source.name for source in session.sources if source.kind == "desk")
    part = session.file.setup.sources.get(name, SourcePart())
    try:
        lines = Path(session.desk).read_bytes().splitlines()
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot read the desk's file {session.desk}: {wrong.strerror}") from None
    read = [_read(line, nth, session, name, part) for nth, line in enumerate(lines, 1) if line.strip()]
    return sorted(read, key=lambda said: (said.time, said.source, said.id))


def _read(line: bytes, nth: int, session: Session, name: str, part: SourcePart) -> Entry:
    try:
        return from_desk(line, table=session.table, name=name, session=session.id, part=part)
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"{session.desk} line {nth}: {wrong}") from None


def from_desk(line: bytes, *, table: str, session: str, part: SourcePart, name: str = "desk") -> Entry:
    """A desk's line, checked and put on the table's clock; what is wrong with it is one clear line."""
    said = decode(line)
    desk_kind(kebab(type(said.data).__name__))
    assert isinstance(said.data, Observation), "every kind a desk may say is an observation"
    for field, given, due in (("subject", said.subject, table), ("source", said.source, f"/{table}/{name}")):
        if given != due:
            raise NoMoreBetsError(f"'{field}' is '{given}'; for this desk it is '{due}'.")
    early, late = said.data.seen
    seen = (Moment(early + part.offset_ms), Moment(late + part.offset_ms))
    data = replace(said.data, seen=seen, clock_error_ms=max(said.data.clock_error_ms, part.error_ms))
    return replace(said, session=session or said.session, time=Moment(said.time + part.offset_ms), data=data)


def desk_kind(kind: object) -> str:
    """The kind, if a desk may say it."""
    if kind not in DESK_KINDS:
        raise NoMoreBetsError(f"a desk does not report '{kind}'.{meant(str(kind), DESK_KINDS)}")
    return str(kind)
