"""How closely the bowl is looked at: the track in every frame, all of it where there may be more to see."""

from __future__ import annotations

from vision.frame import Frame
from vision.wheel.bowl import Bowl, Glance
from vision.wheel.ring_plane import RingPlane
from vision.wheel.standing import Layers
from vision.wheel.track import Track
from vision.wheel.track_strip import TrackStrip

WHOLE_EVERY_S = 0.2
"""How often the whole bowl is looked at when all is quiet; oftener costs time, more seldom sees a hand later."""
HAND_S = 0.6
"""How long after a hand every frame is still looked at whole: a ball may have been thrown."""


class BowlLooks:
    """Looks at the track in every frame, and at the whole bowl in turn or where it is asked for."""

    def __init__(self, plane: RingPlane, track: Track, ball: float, size: tuple[int, int], *, track_seen: bool,
                 empty: Layers | None) -> None:
        self._bowl = Bowl(plane, ball, size, empty)
        self._strip = TrackStrip(plane, track, ball, seen=track_seen, empty=empty)
        self._track = track
        self._whole: Glance | None = None
        self._whole_s = self._hand_s = float("-inf")

    def look(self, frame: Frame, *, whole: bool, followed: bool) -> Glance | None:
        """What can be seen of the bowl in this frame; nothing while it is being learnt.

        `followed`: a ball was there a frame ago, so where none is it has gone elsewhere.
        """
        seconds, before = frame.micros / 1e6, self._whole
        strip = self._strip.look(frame, None if before is None else before.shadowed)
        gone = followed and strip is not None and not strip[0]
        quiet = not (whole or gone or strip is None or strip[1] or seconds - self._hand_s < HAND_S)
        if strip is not None and before is not None and quiet and seconds - self._whole_s < WHOLE_EVERY_S - 0.001:
            return Glance(tuple(strip[0]), before.shadowed, before.lumps, before.comes, whole=False)
        self._whole, self._whole_s = self._bowl.look(frame), seconds
        if self._whole is None or strip is None:
            return self._whole
        self._hand_s = seconds if self._whole.hand else self._hand_s
        off = [blob for blob in self._whole.blobs if not self._strip.covers(self._track.seen_from(blob).radius)]
        return Glance((*strip[0], *off), self._whole.shadowed, self._whole.lumps, self._whole.comes)
