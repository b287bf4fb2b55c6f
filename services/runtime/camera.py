"""One camera's process: it looks, writes observations as lines for the runtime to append, and keeps a live tile.

Started as `python -m services.runtime.camera`; a live source that ends is lost, and is tried again with back-off.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2

from schemas.codec import encode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableFile, read_table
from vision.frame import Frame
from vision.source import is_live
from vision.watch import watch_camera

TILE_EVERY_MS = 400
"""How often the live tile is drawn anew; lower is smoother and costs about 1 ms of a core each time."""
TILE_WIDTH = 480
RETRY_S = (1.0, 2.0, 5.0, 10.0)
"""How long to wait before a lost stream is tried again; the last one repeats."""


class Tile:
    """The camera's latest picture as a small JPEG file, replaced in one step."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._next = 0

    def show(self, frame: Frame) -> None:
        """Keep this frame if the last one is old enough."""
        if frame.time < self._next:
            return
        self._next = frame.time + TILE_EVERY_MS
        scale = TILE_WIDTH / frame.width
        small = cv2.resize(frame.bgr, (TILE_WIDTH, round(frame.height * scale)), interpolation=cv2.INTER_AREA)
        fresh = self._path.with_suffix(".new.jpg")
        cv2.imwrite(str(fresh), small, [cv2.IMWRITE_JPEG_QUALITY, 80])
        fresh.replace(self._path)


def looked(table: TableFile, camera: str, url: str, session: str, starts_at: Moment, tile: Tile) -> Iterator[Entry]:
    """What the camera sees, at the pace of table time; a live one for ever."""
    attempt = 0
    while True:
        try:
            yield from watch_camera(
                camera, url, table, session, starts_at, live=is_live(url), pace=not is_live(url), on_frame=tile.show
            )
        except NoMoreBetsError as wrong:
            if not is_live(url):
                raise
            print(f"{camera}: {wrong}", file=sys.stderr, flush=True)
        if not is_live(url):
            return
        time.sleep(RETRY_S[min(attempt, len(RETRY_S) - 1)])
        attempt += 1


def main() -> None:
    """Look at one camera until its file ends, its parent dies, or it is told to stop."""
    parser = argparse.ArgumentParser()
    for name in ("--table", "--camera", "--url", "--session", "--starts-at", "--tile"):
        parser.add_argument(name, required=True)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    out = sys.stdout.buffer
    try:
        seen = looked(read_table(Path(told.table)), told.camera, told.url, told.session,
                      Moment.parse(told.starts_at), Tile(Path(told.tile)))
        for entry in seen:
            out.write(encode(entry) + b"\n")
            out.flush()
    except NoMoreBetsError as wrong:
        print(f"{told.camera}: {wrong}", file=sys.stderr, flush=True)
        sys.exit(2)
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
