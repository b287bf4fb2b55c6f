"""The desk's endpoint: buttons, bell, display, RFID, chipper and pit system report here, a token for each table."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import post
from litestar.exceptions import ClientException, NotAuthorizedException
from litestar.params import FromPath, JSONBody

from schemas.codec import to_wire
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.ids import observation_id
from schemas.moment import Moment
from schemas.table import SourcePart
from schemas.topics import OBSERVATIONS
from services.api.door import Asked, bearer, rooms_of
from services.api.floor import TableState, desk_of
from services.api.rooms import Rooms
from vision.desk import desk_kind, from_desk

AHEAD_S = 5.0
"""How far a desk's clock may run ahead of ours. Higher lets a wrong clock hold back its own words for longer."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """The id under which the event is in the log."""

    id: str


@post("/tables/{table:str}/desk", status_code=202, raises=[NotAuthorizedException, ClientException], tags=["desk"])
async def report(request: Asked, table: FromPath[str], data: JSONBody[dict[str, Any]]) -> Taken:
    """Take one event of the desk: a whole line, or just `{"kind": "bets-closed", "by": "call"}`."""
    rooms = rooms_of(request)
    if not await rooms.people.is_desk(table, bearer(request) or ""):
        raise NotAuthorizedException(f"the desk token is missing or not that of table '{table}'")
    session = await rooms.reader.session_of(table)
    told = whole(data, table, session, rooms.now(), await _in_force(rooms, table))
    await rooms.engine.append(OBSERVATIONS, [told])
    return Taken(id=told.id)


async def _in_force(rooms: Rooms, table: str) -> SourcePart:
    """The desk's offset and error as `TableOpened` has them; asked of the log once if it was said long ago."""
    states = rooms.stream.states
    if states.get(table, TableState()).desk is None and (opened := await rooms.reader.opened(table)):
        now = states.get(table, TableState())
        states[table] = msgspec.structs.replace(now, desk=now.desk or desk_of(opened))
    return states.get(table, TableState()).desk or SourcePart()


def whole(told: dict[str, Any], table: str, session: str, now: Moment, part: SourcePart) -> Entry:
    """The desk's event as a checked entry on the table's clock; what a bare one lacks is completed with now."""
    event = told["data"] if isinstance(told.get("data"), dict) else told
    desk_kind(event.get("kind"))
    line = told if event is not told else _complete(told, table, session, now, part.offset_ms)
    said = from_desk(msgspec.json.encode(line, enc_hook=to_wire), table=table, session=session, part=part)
    ahead = said.time.after(now)
    if ahead > AHEAD_S:
        raise NoMoreBetsError(f"'time' is {ahead:.1f} s in the future; a desk's clock may be {AHEAD_S:g} s ahead.")
    return said


def _complete(event: dict[str, Any], table: str, session: str, now: Moment, offset_ms: int) -> dict[str, Any]:
    """A whole line, in the desk's own time as every line of a desk is."""
    here = Moment(now - offset_ms)
    said = hashlib.sha256(msgspec.json.encode(event, order="deterministic")).hexdigest()[:16]
    id = observation_id(
        table=table, source="desk", session=session, kind=event["kind"], micros=int(now) * 1000, place=said
    )
    return {
        "specversion": "1.0", "id": id, "source": f"/{table}/desk", "type": f"nomorebets.{event['kind']}",
        "subject": table, "time": _said_at(event, here), "session": session, "data": {"seen": [here, here], **event},
    }


def _said_at(event: dict[str, Any], here: Moment) -> Moment:
    """Now, or when it happened if the desk's clock is a little ahead of ours."""
    try:
        return max(here, Moment.parse(event["seen"][1]))
    except (LookupError, TypeError, ValueError):
        return here  # it gave none, or none that can be read: decoding says so
