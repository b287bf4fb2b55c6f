"""The API and the console as one application, served beside the engine in one process."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import uvicorn
from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope

from schemas.errors import NoMoreBetsError
from services.api import desk, door, evidence, incidents, pages, tables
from services.api.engine import Engine
from services.api.rooms import Rooms

logger = logging.getLogger(__name__)
HANDLERS = (
    door.log_in, door.log_out, door.session,
    incidents.list_incidents, incidents.show_incident, incidents.acknowledge, incidents.decide, incidents.add_note,
    evidence.show_clip, tables.list_tables, tables.latest_frame, tables.stream_events, tables.health, desk.report,
    pages.queue_page, pages.login_page, pages.case_page, pages.console_file, pages.favicon,
)


def make_app(engine: Engine, data: Path) -> Litestar:
    """The application over a running engine; clips lie in `data`/evidence, camera pictures in `data`/tiles."""
    rooms = Rooms(engine, data / "evidence", data / "tiles")
    return Litestar(
        route_handlers=HANDLERS,
        state=State({"rooms": rooms}),
        middleware=[DefineMiddleware(door.Recognise)],
        lifespan=[_streaming],
        exception_handlers={HTTPException: _problem, NoMoreBetsError: _refused},
        openapi_config=OpenAPIConfig(
            title="nomorebets", version="1", path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        request_max_body_size=1 << 20,
        logging_config=None,
        after_exception=[_tell],
    )


async def _tell(wrong: Exception, scope: Scope) -> None:
    """A fault of ours shows itself in the log; what the visitor did wrong is only answered."""
    if not isinstance(wrong, HTTPException | NoMoreBetsError):
        logger.error("%s failed", scope["path"], exc_info=wrong)


@asynccontextmanager
async def _streaming(app: Litestar) -> AsyncIterator[None]:
    """The one follower of the log that all consoles share."""
    rooms: Rooms = app.state.rooms
    task = asyncio.create_task(rooms.stream.run(), name="api: stream")
    try:
        yield
    finally:
        rooms.stream.close()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _problem(request: Request[Any, Any, Any], wrong: HTTPException) -> Response[dict[str, Any]]:
    """An RFC 9457 problem: one clear line in `detail`."""
    why = wrong.detail
    if wrong.extra and isinstance(wrong.extra, list):
        why = "; ".join(f"{part.get('key', '')}: {part['message']}".lstrip(": ") for part in wrong.extra) or why
    told = {"type": "about:blank", "title": type(wrong).__name__.removesuffix("Exception"), "status": wrong.status_code,
            "detail": why, "instance": request.url.path}
    return Response(
        told, status_code=wrong.status_code, media_type="application/problem+json", headers=dict(wrong.headers or {})
    )


def _refused(request: Request[Any, Any, Any], wrong: NoMoreBetsError) -> Response[dict[str, Any]]:
    """What a person can put right."""
    return _problem(request, HTTPException(str(wrong), status_code=400))


def bind(host: str, port: int) -> socket.socket:
    """The address to listen on, taken before anything else starts; one in use is one clear line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((host, port))
        taken.listen(128)
    except OSError as wrong:
        taken.close()
        raise NoMoreBetsError(
            f"cannot listen on {host} port {port}: {wrong.strerror}. Choose another with --port or NOMOREBETS_PORT."
        ) from None
    taken.setblocking(False)
    return taken


class _Server(uvicorn.Server):
    """Leaves signals to the runtime, which stops cameras and database in their order."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
        """Nothing: see above."""
        return nullcontext()


async def serve(app: Litestar, host: str = "127.0.0.1", port: int = 8750, *, on: socket.socket | None = None) -> None:
    """Serve until cancelled; `on` is a socket from `bind`, where the port was taken early."""
    listening = on or bind(host, port)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=2, lifespan="on", ws="none",
        server_header=False,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]), name="api: server")
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        app.state.rooms.stream.close()
        server.should_exit = True
        await running
        raise
    finally:
        listening.close()
