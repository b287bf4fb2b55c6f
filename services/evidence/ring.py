"""The last seconds of a live camera as the packets it sent, ready to be cut when something happens."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from av.packet import Packet
from av.video.stream import VideoStream

from schemas.errors import NoMoreBetsError
from services.evidence.clip import Clip, Picture, chosen, seconds, store

KEPT_SECONDS = 90.0
"""How far back a ring reaches. Lower saves memory (about 0.5 MB a second at 4 Mbit/s) and loses the beginning of
incidents that are found late, as a payment on a void bet is."""


class Ring:
    """Encoded packets of one camera, always beginning at a keyframe."""

    def __init__(self, stream: VideoStream, kept_seconds: float = KEPT_SECONDS) -> None:
        self._stream = stream
        self._kept = kept_seconds
        self._packets: deque[Picture] = deque()

    def put(self, packet: Picture) -> None:
        """Take the camera's next packet; what is too old goes, a whole group of pictures at a time."""
        if packet.pts is None or packet.dts is None:
            return
        if not self._packets and not packet.is_keyframe:
            return
        self._packets.append(packet)
        self._forget(seconds(packet) - self._kept)

    def _forget(self, before: float) -> None:
        old = [nth for nth, packet in enumerate(self._packets) if packet.is_keyframe and seconds(packet) <= before]
        for _ in range(old[-1] if old else 0):
            self._packets.popleft()

    @property
    def reaches(self) -> tuple[float, float] | None:
        """From when to when the ring can show, in seconds of the stream."""
        if not self._packets:
            return None
        return seconds(self._packets[0]), max(seconds(packet) for packet in self._packets)

    def cut(self, span: tuple[float, float], folder: Path) -> Clip:
        """Cut a clip out of what is kept, the ring left as it is."""
        packets = [_copy(packet) for packet in chosen(tuple(self._packets), span)]
        if not packets:
            raise NoMoreBetsError(f"the ring no longer holds what happened at {span[0]:.1f} s")
        return store(packets, self._stream, folder)


def _copy(packet: Picture) -> Picture:
    """A packet of its own with the same bytes: writing a clip moves its times."""
    copy: Picture = Packet(bytes(packet))  # type: ignore[assignment]  # its stream is set when written
    copy.pts, copy.dts, copy.duration = packet.pts, packet.dts, packet.duration
    if packet.time_base is not None:
        copy.time_base = packet.time_base
    copy.is_keyframe = packet.is_keyframe
    return copy
