"""The floor: tables, their live pictures, and one stream of what is new."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from litestar import Response, get
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import ServerSentEvent, ServerSentEventMessage

from services.api.door import Asked, may_read, rooms_of
from services.api.floor import TableState, shown
from services.api.views import TableNow
from services.store import queries
from services.store.views import TableView


@get("/tables", guards=[may_read], raises=[NotAuthorizedException], tags=["tables"])
async def list_tables(request: Asked) -> list[TableNow]:
    """Every table, with its counts and what is going on there now."""
    rooms = rooms_of(request)
    alerts = {row["table"]: row["alerts"] for row in await rooms.reader.rows("alert_counts")}
    return [_now(table, rooms.stream.states.get(table.table, TableState()), alerts.get(table.table, 0))
            for table in await queries.tables(rooms.reader.pool)]


def _now(table: TableView, state: TableState, alerts: int) -> TableNow:
    same = {field.name: getattr(table, field.name) for field in msgspec.structs.fields(TableView)}
    return TableNow(alerts=alerts, state=shown(state), cameras=state.cameras, **same)


@get("/tables/{table:str}/frame.jpg", guards=[may_read], raises=[NotAuthorizedException, NotFoundException],
     media_type="image/jpeg", tags=["tables"])
async def latest_frame(request: Asked, table: FromPath[str], camera: FromQuery[str] = "layout") -> Response[bytes]:
    """The latest picture of a camera."""
    picture = rooms_of(request).tiles.latest(table, camera)
    if picture is None:
        raise NotFoundException(f"no picture of camera '{camera}' at table '{table}' yet")
    return Response(picture, media_type="image/jpeg", headers={"cache-control": "no-store"})


@get("/events", guards=[may_read], raises=[NotAuthorizedException], tags=["tables"])
async def stream_events(request: Asked) -> ServerSentEvent:
    """Everything new as it comes: `incident`, `table`, `count` and `tile` events."""
    listen = rooms_of(request).stream.listen()

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        async for kind, text in listen:
            yield ServerSentEventMessage(event=kind, data=text)

    return ServerSentEvent(told(), headers={"cache-control": "no-store", "x-accel-buffering": "no"})


@get("/health", tags=["door"])
async def health(request: Asked) -> dict[str, str]:
    """Whether the server and its database answer."""
    await rooms_of(request).reader.rows("session_of", table="")
    return {"status": "ok"}
