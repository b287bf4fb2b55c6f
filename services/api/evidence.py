"""Clips over HTTP, in ranges, so that a player can seek."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException
from litestar.params import FromPath
from litestar.response import Stream

from services.api.door import Asked, may_read, rooms_of

CHUNK = 1 << 18
_FILE = re.compile(r"[0-9a-f]{64}\.mp4")
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


@get("/evidence/{file:str}", guards=[may_read], raises=[NotAuthorizedException, NotFoundException, ClientException],
     media_type="video/mp4", tags=["incidents"])
async def show_clip(request: Asked, file: FromPath[str]) -> Response[Any]:
    """A clip, whole or the range asked for. Its name is its SHA-256, so it can be kept for ever."""
    path = rooms_of(request).evidence / file
    if not _FILE.fullmatch(file) or not path.is_file():
        raise NotFoundException(f"no clip '{file}'")
    size = path.stat().st_size
    headers = {"accept-ranges": "bytes", "cache-control": "private, max-age=31536000, immutable", "etag": f'"{file}"'}
    asked = request.headers.get("range")
    span = wanted(asked, size) if asked else (0, size - 1)
    if span is None:
        return Response(
            b"", status_code=416, media_type="video/mp4", headers={**headers, "content-range": f"bytes */{size}"}
        )
    first, last = span
    if asked and asked.startswith("bytes="):
        headers["content-range"] = f"bytes {first}-{last}/{size}"
    status = 206 if "content-range" in headers else 200
    headers["content-length"] = str(last - first + 1)
    return Stream(_piece(path, first, last), status_code=status, media_type="video/mp4", headers=headers)


def wanted(asked: str, size: int) -> tuple[int, int] | None:
    """First and last byte of a `Range` header; None when it cannot be served, the whole when it is not understood."""
    found = _RANGE.fullmatch(asked.strip())
    if not found or found.groups() == ("", ""):
        return None if asked.startswith("bytes=") else (0, size - 1)
    first, last = found.groups()
    if not first:
        return (max(0, size - int(last)), size - 1) if int(last) else None
    end = min(int(last), size - 1) if last else size - 1
    return (int(first), end) if int(first) <= end else None


def _piece(path: Path, first: int, last: int) -> Iterator[bytes]:
    with path.open("rb") as video:
        video.seek(first)
        left = last - first + 1
        while left > 0:
            piece = video.read(min(CHUNK, left))
            if not piece:
                return
            left -= len(piece)
            yield piece
