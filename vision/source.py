"""Frames from a file or a stream, decoded by PyAV with their true timestamps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from vision.frame import Frame

LIVE_TIMEOUT_S = (5.0, 3.0)
"""How long a stream may take to open, and then to send anything. Lower calls a slow camera lost."""


def is_live(url: str) -> bool:
    """Whether the source is a stream or a device rather than a file."""
    return "://" in url or url.isdigit() or url.startswith("/dev/")


def open_video(url: str) -> av.container.InputContainer:
    """Open a file or stream that has a picture, or say in one line why not."""
    if not is_live(url) and not Path(url).is_file():
        raise NoMoreBetsError(f"no such video: {url}")
    try:
        container = av.open(url, timeout=LIVE_TIMEOUT_S if is_live(url) else None)
    except (av.error.FFmpegError, OSError) as wrong:
        raise NoMoreBetsError(f"not a video that can be read: {url} ({wrong.strerror or wrong})") from None
    if not container.streams.video:
        container.close()
        raise NoMoreBetsError(f"no picture in {url}: it has no video stream")
    return container


def frames(url: str, starts_at: Moment) -> Iterator[Frame]:
    """Every frame in order; table time is `starts_at` plus the frame's own time in the file."""
    with open_video(url) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        first: int | None = None
        for index, picture in enumerate(container.decode(stream)):
            if picture.pts is None or picture.time_base is None:
                continue
            micros = int(picture.pts * picture.time_base * 1_000_000)
            first = micros if first is None else first
            micros -= first
            yield Frame(picture, index=index, micros=micros, time=starts_at.plus(micros / 1_000_000))


def frame_count(url: str) -> int | None:
    """How many frames a file says it has, for a progress bar."""
    with open_video(url) as container:
        return container.streams.video[0].frames or None
