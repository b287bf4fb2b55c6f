"""A clip of a camera's file: the very packets the camera wrote, from a keyframe on, never re-encoded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import av
import msgspec
from av.packet import Packet
from av.video.stream import VideoStream

from schemas.errors import NoMoreBetsError
from vision.source import open_video

Picture: TypeAlias = "Packet[VideoStream]"
"""One encoded picture as the camera wrote it."""


class Clip(msgspec.Struct, frozen=True, kw_only=True):
    """A cut clip by its fingerprint; `begins` and `ends` are seconds of the camera's file."""

    sha256: str
    bytes: int
    file: str
    begins: float
    ends: float


def cut(source: str, span: tuple[float, float], folder: Path) -> Clip:
    """Cut [from, to] (seconds since the file's first picture) out of a file, beginning at the keyframe before it."""
    with open_video(source) as container:
        stream = container.streams.video[0]
        packets = chosen(_packets(container, stream, span[0]), span)
        if not packets:
            raise NoMoreBetsError(f"nothing to cut between {span[0]:.1f} and {span[1]:.1f} s of {source}")
        return store(packets, stream, folder)


def seconds(packet: Picture) -> float:
    """When a packet's picture is shown, in seconds of its stream."""
    if packet.pts is None or packet.time_base is None:
        return 0.0
    return float(packet.pts * packet.time_base)


def _end(packets: Sequence[Picture]) -> float:
    last = max(packets, key=seconds)
    return seconds(last) + float((last.duration or 0) * (last.time_base or 0))


def _packets(container: av.container.InputContainer, stream: VideoStream, begins: float) -> Iterator[Picture]:
    """The packets from the keyframe at or before `begins`; a file's own time starts at its first picture."""
    first = stream.start_time or 0
    base = stream.time_base
    if base is not None and begins > 0:
        container.seek(first + int(begins / base), stream=stream, backward=True)
    for packet in container.demux(stream):
        if packet.pts is None or packet.dts is None:
            continue  # the empty packet that ends a file
        packet.pts -= first
        packet.dts -= first
        yield packet


def chosen(packets: Iterable[Picture], span: tuple[float, float]) -> list[Picture]:
    """Those that show the span: from the last keyframe at or before it to the last picture within it.

    A packet is decoded no later than it is shown, so the first decoded after the span ends the search.
    Pictures decoded after the first keyframe but shown before it lean on packets that are not here, and are left out.
    """
    kept: list[Picture] = []
    for packet in packets:
        base = packet.time_base or 0
        if float((packet.dts or 0) * base) > span[1]:
            break
        if packet.is_keyframe and (not kept or seconds(packet) <= span[0]):
            kept = [packet]
        elif kept and seconds(packet) >= seconds(kept[0]):
            kept.append(packet)
    while kept and seconds(kept[-1]) > span[1] and len(kept) > 1:
        kept.pop()
    return kept


def store(packets: Sequence[Picture], stream: VideoStream, folder: Path) -> Clip:
    """Write the packets as a clip under its own fingerprint; writing it twice is writing it once."""
    shows = (seconds(packets[0]), _end(packets))
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".cutting-") as desk:
        draft = Path(desk) / "clip.mp4"
        _wrap(packets, stream, draft)
        video = draft.read_bytes()
        sha256 = hashlib.sha256(video).hexdigest()
        draft.replace(folder / f"{sha256}.mp4")
    return Clip(sha256=sha256, bytes=len(video), file=f"{sha256}.mp4", begins=shows[0], ends=shows[1])


def _wrap(packets: Sequence[Picture], stream: VideoStream, path: Path) -> None:
    """The packets as a plain MP4 that starts at 0 and has its index in front, so that a browser plays it at once.

    `bitexact` keeps the writer's name and the date out: the same packets give the same bytes, and the same hash.
    """
    options = {"movflags": "+faststart", "fflags": "+bitexact"}
    with av.open(str(path), "w", format="mp4", options=options) as container:
        copy = container.add_stream_from_template(stream)
        zero = packets[0].dts or 0
        for packet in packets:
            packet.dts = (packet.dts or 0) - zero
            packet.pts = (packet.pts or 0) - zero
            packet.stream = copy
            container.mux(packet)
