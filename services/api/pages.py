"""The console's files, as they lie in their folder."""

from __future__ import annotations

from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

FOLDER = Path(__file__).parent.parent / "console"
KINDS = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
HEADERS = {
    # Everything comes from here: no fonts, scripts or pictures from elsewhere, and nobody may frame the console.
    "content-security-policy": "default-src 'self'; img-src 'self' blob: data:; media-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cache-control": "no-cache",
}


def _page(name: str) -> Response[bytes]:
    path = FOLDER / name
    if path.parent != FOLDER or path.suffix not in KINDS or not path.is_file():
        raise NotFoundException(f"no page '{name}'")
    return Response(path.read_bytes(), media_type=KINDS[path.suffix], headers=HEADERS)


@get("/", include_in_schema=False)
async def queue_page() -> Response[bytes]:
    """The queue."""
    return _page("queue.html")


@get("/login", include_in_schema=False)
async def login_page() -> Response[bytes]:
    """The door."""
    return _page("login.html")


@get("/case/{incident:str}", include_in_schema=False)
async def case_page(incident: FromPath[str]) -> Response[bytes]:
    """One incident."""
    return _page("case.html")


@get("/console/{file:str}", include_in_schema=False)
async def console_file(file: FromPath[str]) -> Response[bytes]:
    """A style or a script."""
    return _page(file)


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Response[bytes]:
    """The mark in the browser's tab."""
    return _page("mark.svg")
