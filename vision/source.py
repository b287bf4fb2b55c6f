"""Frames from a file, a picture or a stream, decoded by PyAV with their true timestamps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av
from av.video.reformatter import ColorRange

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from vision.frame import PLANAR, Frame

LIVE_TIMEOUT_S = (5.0, 3.0)
"""How long a stream may take to open, and then to send anything. Lower calls a slow camera lost."""

LIVE_BEGINNING_S = 12.0
"""How long a stream is looked at, each time that a calibration looks at it; shorter may miss the rotor turning."""
PICTURES = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
PICTURE_FRAMES, PICTURE_MS = 50, 40
"""A picture is a film of two seconds in which nothing moves; shorter, and an eye would still be waiting for rest."""
WIDEST = 1920
"""Pictures wider than this are made smaller; more shows thinner chip edges and costs time."""


def is_picture(url: str) -> bool:
    """Whether the source is one picture."""
    return "://" not in url and url.lower().endswith(PICTURES)


def is_live(url: str) -> bool:
    """Whether the source is a stream or a device rather than a file."""
    return "://" in url or url.isdigit() or url.startswith("/dev/")


def open_video(url: str) -> av.container.InputContainer:
    """Open a file or stream that has a picture, or say in one line why not."""
    if not is_live(url):
        _check_file(Path(url))
    try:
        container = av.open(url, timeout=LIVE_TIMEOUT_S if is_live(url) else None)
    except (av.error.FFmpegError, OSError) as wrong:
        raise NoMoreBetsError(f"not a video that can be read: {url} ({wrong.strerror or wrong})") from None
    if not container.streams.video:
        container.close()
        raise NoMoreBetsError(f"no picture in {url}: it has no video stream")
    return container


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise NoMoreBetsError(f"not a video but a directory: {path}")
    if not path.is_file():
        raise NoMoreBetsError(f"no such video: {path}")
    if path.stat().st_size == 0:
        raise NoMoreBetsError(f"not a video: {path} is empty")


def beginning(url: str, seconds: float) -> Iterator[Frame]:
    """The frames of the first seconds, as far as they can be decoded; of a stream not so many, they take as long."""
    seconds = min(seconds, LIVE_BEGINNING_S) if is_live(url) else seconds
    try:
        for frame in frames(url, Moment(0)):
            if frame.micros > seconds * 1e6:
                return
            yield frame
    except av.error.FFmpegError:
        return


def frames(url: str, starts_at: Moment) -> Iterator[Frame]:
    """Every frame in order; table time is `starts_at` plus the frame's own time in the file."""
    if is_picture(url):
        yield from _still(url, starts_at)
        return
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


def _still(url: str, starts_at: Moment) -> Iterator[Frame]:
    with open_video(url) as container:
        try:
            picture = next(container.decode(video=0))
        except (StopIteration, av.error.FFmpegError) as wrong:
            raise NoMoreBetsError(f"not a picture that can be read: {url} ({wrong or 'it is empty'})") from None
        share = min(1.0, WIDEST / picture.width)
        wide, high = (max(16, round(side * share) // 4 * 4) for side in (picture.width, picture.height))
        seen = picture.reformat(width=wide, height=high, format=PLANAR, interpolation="AREA",
                                dst_color_range=ColorRange.MPEG)
    for index in range(PICTURE_FRAMES):
        micros = index * PICTURE_MS * 1000
        yield Frame(seen, index=index, micros=micros, time=starts_at.plus(micros / 1_000_000))


def frame_count(url: str) -> int | None:
    """How many frames a file says it has, for a progress bar."""
    with open_video(url) as container:
        return container.streams.video[0].frames or None


def duration_s(url: str) -> float | None:
    """How many seconds a file says it lasts, for a progress bar."""
    with open_video(url) as container:
        return container.duration / av.time_base if container.duration else None
