"""How closely the bowl is looked at: the track in every frame, all of it where there may be more to see."""

from __future__ import annotations

from dataclasses import dataclass
from math import remainder, tau

from vision.frame import Frame
from vision.wheel.blobs import Blob
from vision.wheel.bowl import Bowl, Glance
from vision.wheel.ring_plane import RingPlane
from vision.wheel.standing import Layers
from vision.wheel.track import Track
from vision.wheel.track_strip import TrackStrip

WHOLE_EVERY_S = 0.2
"""How often the whole bowl is looked at when all is quiet; oftener costs time, more seldom sees a hand later."""
STILL, LATELY_S = (0.03, 0.03), 0.3
"""Radians and ring radii by which a glint at the strip's edge may seem to move, and for how long it may be out; with
more a slow ball that leaves the track is seen later, with less glints cost time."""
HAND_S = 0.6
"""How long after a hand every frame is still looked at whole: a ball may have been thrown. As long something at the
strip's edge may be a hand; what stays there longer is a glint."""


@dataclass(frozen=True)
class _Cut:
    """Something at the strip's edge: since when it is there, and when it was seen last."""

    blob: Blob
    since: float
    last: float


class BowlLooks:
    """Looks at the track in every frame, and at the whole bowl in turn or where it is asked for."""

    def __init__(self, plane: RingPlane, track: Track, ball: float, size: tuple[int, int], *, track_seen: bool,
                 empty: Layers | None) -> None:
        self._bowl = Bowl(plane, ball, size, empty)
        self._strip = TrackStrip(plane, track, ball, seen=track_seen, empty=empty)
        self._track = track
        self._whole: Glance | None = None
        self._whole_s = self._hand_s = float("-inf")
        self._cut: list[_Cut] = []

    def look(self, frame: Frame, *, whole: bool, followed: bool) -> Glance | None:
        """What can be seen of the bowl in this frame; nothing while it is being learnt.

        `followed`: a ball was there a frame ago, so where none is it has gone elsewhere.
        """
        seconds, before = frame.micros / 1e6, self._whole
        strip = self._strip.look(frame, None if before is None else before.shadowed)
        gone = followed and strip is not None and not strip.inside
        whole = whole or gone or strip is None or strip.larger or self._come(strip.cut, seconds)
        quiet = not whole and seconds - self._hand_s >= HAND_S
        if strip is not None and before is not None and quiet and seconds - self._whole_s < WHOLE_EVERY_S - 0.001:
            return Glance(strip.inside, before.shadowed, before.lumps, before.comes, whole=False)
        self._whole, self._whole_s = self._bowl.look(frame), seconds
        if self._whole is None or strip is None:
            return self._whole
        self._hand_s = seconds if self._whole.hand else self._hand_s
        off = [blob for blob in self._whole.blobs if not self._strip.covers(self._track.seen_from(blob).radius)]
        return Glance((*strip.inside, *off), self._whole.shadowed, self._whole.lumps, self._whole.comes)

    def _come(self, cut: tuple[Blob, ...], seconds: float) -> bool:
        """Whether something new is cut by the strip's edge: a ball going elsewhere, a fingertip; no lasting glint."""
        lately = [each for each in self._cut if 0 < seconds - each.last <= LATELY_S]
        known = [next((each.since for each in lately if _still(each.blob, blob)), seconds) for blob in cut]
        gone = [each for each in lately if not any(_still(each.blob, blob) for blob in cut)]
        self._cut = [*gone, *(_Cut(blob, since, seconds) for blob, since in zip(cut, known, strict=True))]
        return any(seconds - since < HAND_S for since in known)


def _still(one: Blob, other: Blob) -> bool:
    return abs(remainder(one.angle - other.angle, tau)) < STILL[0] and abs(one.radius - other.radius) < STILL[1]
