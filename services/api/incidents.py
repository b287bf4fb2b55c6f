"""The queue and the case: read by people and programs, acknowledged and decided by people."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from schemas.envelope import entry
from schemas.errors import NoMoreBetsError
from schemas.events import Event, IncidentAcknowledged, IncidentDecided, NoteAdded
from schemas.ids import derived_id
from schemas.moment import Moment
from schemas.topics import CASES
from services.api.door import Asked, may_decide, may_read, rooms_of
from services.api.reading import Row
from services.api.views import Case, Unseen
from services.store.views import IncidentView

VerdictAsked = Literal["breach", "suspected", "could-not-see"]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4000)]
READ: list[type[HTTPException]] = [NotAuthorizedException, ClientException]
CHANGE: list[type[HTTPException]] = [NotAuthorizedException, PermissionDeniedException, NotFoundException]


def moment_asked(text: str | None, name: str) -> Moment | None:
    """A time somebody typed; one without a zone is refused, because the floor's midnight is not UTC's."""
    if text is None:
        return None
    try:
        return Moment.parse(text.replace(" ", "+"))
    except ValueError as wrong:
        raise NoMoreBetsError(f"'{name}' is not a time like 2026-11-18T21:14:00Z: {wrong}") from None


@get("/incidents", guards=[may_read], raises=READ, tags=["incidents"])
async def list_incidents(
    request: Asked,
    table: FromQuery[str | None] = None,
    clause: FromQuery[str | None] = None,
    verdict: FromQuery[VerdictAsked | None] = None,
    from_: Annotated[str | None, QueryParameter(name="from")] = None,
    to: FromQuery[str | None] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=10_000)] = 200,
) -> list[IncidentView] | list[Unseen]:
    """Incidents, newest first; `verdict=could-not-see` lists what could not be judged instead."""
    return await rooms_of(request).reader.incidents(
        table=table, clause=clause, verdict=verdict, since=moment_asked(from_, "from"), until=moment_asked(to, "to"),
        limit=limit,
    )


@get("/incidents/{incident:str}", guards=[may_read], raises=[*READ, NotFoundException], tags=["incidents"])
async def show_incident(request: Asked, incident: FromPath[str]) -> Case:
    """Everything about one incident."""
    await _find(request, incident)
    return await rooms_of(request).reader.case(incident)


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What a person decided, and why."""

    ruling: Literal["upheld", "dismissed", "false-alarm"]
    note: Annotated[str, msgspec.Meta(max_length=4000)] = ""


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a person writes beside the case."""

    text: Text


@post("/incidents/{incident:str}/acknowledge", status_code=202, guards=[may_decide], raises=CHANGE, tags=["incidents"])
async def acknowledge(request: Asked, incident: FromPath[str]) -> None:
    """Say that a person has seen the case; saying it twice is saying it once."""
    await _say(request, incident, IncidentAcknowledged(incident=incident, by=request.user.name), once=True)


@post("/incidents/{incident:str}/decide", status_code=202, guards=[may_decide], raises=CHANGE, tags=["incidents"])
async def decide(request: Asked, incident: FromPath[str], data: JSONBody[Ruling]) -> None:
    """Decide the case."""
    decided = IncidentDecided(incident=incident, by=request.user.name, ruling=data.ruling, note=data.note)
    await _say(request, incident, decided)


@post("/incidents/{incident:str}/note", status_code=202, guards=[may_decide], raises=CHANGE, tags=["incidents"])
async def add_note(request: Asked, incident: FromPath[str], data: JSONBody[Note]) -> None:
    """Write something beside the case."""
    await _say(request, incident, NoteAdded(incident=incident, by=request.user.name, text=data.text))


async def _say(request: Asked, incident: str, told: Event, *, once: bool = False) -> None:
    """Append a person's word about a case to the log."""
    rooms = rooms_of(request)
    where = await _find(request, incident)
    now = rooms.now()
    kind = type(told).__name__
    id = derived_id(f"operator/{kind}/{request.user.name}", incident, 0 if once else int(now))
    word = entry(told, id=id, table=where["table"], origin="operator", time=now, session=where["session"])
    await rooms.engine.append(CASES, [word])


async def _find(request: Asked, incident: str) -> Row:
    """The table and the session of a case, or 404."""
    where = await rooms_of(request).reader.where_of(incident)
    if where is None:
        raise NotFoundException(f"no incident '{incident}'")
    return where
