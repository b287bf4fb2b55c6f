"""How well the wheel can be seen at all: covered, frozen, moved, frames missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import CameraMoved, FramesSkipped, ViewCleared, ViewObscured
from vision.frame import Frame
from vision.wheel.numbers import NumberOrder
from vision.wheel.refind import DOUBT_S, Refinder
from vision.wheel.ring_plane import Floats, RingPlane
from vision.wheel.same_view import Glimpse, glimpse, likeness
from vision.wheel.told import Told

CAMERA = {"camera": "wheel"}
UNREAD = "the numbers cannot be read"
REFOUND_S = DOUBT_S + 1.0
"""How long before the wheel was found anew the camera may have been moved, when it was unreadable since."""
HIDDEN_S, CLEAR_S = 1.0, 0.3
"""How long the numbers must be unreadable before the view counts as hidden, and readable before it counts as clear;
shorter reports every hand that launches."""
FROZEN_S = 1.5
"""How long a picture with a turning rotor may stay the same to the last point; shorter calls repeated frames frozen."""
REPEATS_S = 0.15
"""How long the picture of a turning rotor may repeat itself before nothing more is read from it; shorter stumbles over
a repeated frame, longer takes a frozen camera for a stopped rotor."""
ELSEWHERE = 0.4
"""Likeness to the usual picture below which another is shown (an advert, a replay); raise it and an arm close to the
camera is one, lower it and another table passes for this one."""
SKIPPED = 3.5
"""Usual frame times between two frames from which frames count as skipped; lower it and jitter is a gap."""
LOOK_S, MOVED = 0.5, 0.012
"""How often the whole picture is compared with how it was, and by which part of its width it must have shifted, twice
running, to count as moved; lower it and a shaking mount is a moved camera."""
WIDE = 192
UNMOVED = 0.5
"""How far the edges in the picture must agree with the first one's, point on point, to be spared a search for where
they went; raise it and it costs more, lower it and half a shifted picture goes unseen."""
ROWS = 18
"""Rows of the picture that are compared with the last one's; more cost time, fewer may miss a small wheel's turning."""


class Sight:
    """Watches the watching: how the picture has `moved` since it was calibrated, and whether it is `blind` now.

    It is blind while another picture is shown, and before the numbers have been read once.
    """

    def __init__(self) -> None:
        self.moved: Floats | None = None
        self.blind = False
        self._refinder: Refinder | None = None
        self._usual: Glimpse | None = None
        self._hidden_since: float | None = None
        self._clear_since: float | None = None
        self._why = ""
        self._same_since: float | None = None
        self._frozen = False
        self._glimpse: NDArray[np.uint8] | None = None
        self._first: NDArray[np.float32] | None = None
        self._looked_s = float("-inf")
        self._last_s: float | None = None
        self._shift: tuple[float, float] | None = None
        self._apart: deque[float] = deque(maxlen=50)

    def aim(self, plane: RingPlane, order: NumberOrder) -> None:
        """Where the wheel is, from now on."""
        self._refinder, self._usual, self._first, self._shift = Refinder(plane, order), None, None, None
        self.moved = None

    def repeats(self, frame: Frame, *, turning: bool) -> bool:
        """Whether the picture of a wheel that was turning has stood still: there is nothing to be read in it."""
        seconds, few = frame.micros / 1e6, frame.y[::max(1, frame.height // ROWS), ::16]
        same = self._glimpse is not None and np.array_equal(few, self._glimpse)
        self._glimpse = few.copy()
        self._same_since = (self._same_since or seconds) if same else None
        lasts_s = 0.0 if self._same_since is None else seconds - self._same_since
        self._frozen = same and (self._frozen or (turning and lasts_s > FROZEN_S))
        return self._frozen or (turning and lasts_s > REPEATS_S)

    def see(self, frame: Frame, *, readable: bool) -> Iterator[Told]:
        """Take a frame and whether the rotor was read in it; call `repeats` before."""
        seconds = frame.micros / 1e6
        another = not readable and self._usual is not None and likeness(self._usual, glimpse(frame.y)) < ELSEWHERE
        self.blind = another or (not readable and self._usual is None)
        yield from self._skipped(seconds)
        yield from self._hidden(seconds, self._reason(readable, another))
        if seconds - self._looked_s >= LOOK_S and not self.blind:
            self._looked_s = seconds
            self._usual = glimpse(frame.y) if readable else self._usual
            yield from self._shifted(frame, seconds)
        if self.moved is None and self._refinder is not None and not self._frozen:
            self.moved = self._refinder.see(frame, readable=readable)
            if self.moved is not None:
                yield Told(CameraMoved, seconds - REFOUND_S, seconds, 0.9, CAMERA)

    def _skipped(self, seconds: float) -> Iterator[Told]:
        last, self._last_s = self._last_s, seconds
        if last is None or seconds <= last:
            return
        usual = sorted(self._apart)[len(self._apart) // 2] if len(self._apart) > 10 else None
        self._apart.append(seconds - last)
        if usual is not None and seconds - last > max(SKIPPED * usual, 0.12):
            missing = max(1, round((seconds - last) / usual) - 1)
            yield Told(FramesSkipped, last, seconds, 1.0, CAMERA | {"count": missing})

    def _reason(self, readable: bool, another: bool) -> str:
        assert self._glimpse is not None
        if self._frozen:
            return "the picture stands still"
        if readable:
            return ""
        dark = float(self._glimpse.mean()) < 12
        return "the picture is dark" if dark else "another picture is shown" if another else UNREAD

    def _hidden(self, seconds: float, why: str) -> Iterator[Told]:
        if why:
            self._clear_since = None
            self._hidden_since = seconds if self._hidden_since is None else self._hidden_since
            if not self._why and (seconds - self._hidden_since >= HIDDEN_S or why == "the picture stands still"):
                self._why = why
                yield Told(ViewObscured, self._hidden_since, self._hidden_since, 0.95, CAMERA | {"why": why})
            return
        self._clear_since = seconds if self._clear_since is None else self._clear_since
        if seconds - self._clear_since >= CLEAR_S:
            if self._why:
                yield Told(ViewCleared, self._clear_since, self._clear_since, 0.95, CAMERA)
            self._hidden_since, self._why = None, ""

    def _shifted(self, frame: Frame, seconds: float) -> Iterator[Told]:
        """By how much the whole picture has shifted against the first one: the table around the wheel stands still."""
        factor = WIDE / frame.width
        high = round(frame.height * factor)
        few = frame.y[::max(1, frame.height // (2 * high))]  # every so many rows are enough of so large a picture
        sharp = cv2.Laplacian(cv2.resize(few, (WIDE, high), interpolation=cv2.INTER_AREA), cv2.CV_32F)
        edges = np.clip(sharp, -60, 60).astype(np.float32)
        if self._first is None:
            self._first = edges
            return
        if _agree(self._first, edges) > UNMOVED:
            self._shift = None
            return
        window = cv2.createHanningWindow((edges.shape[1], edges.shape[0]), cv2.CV_32F)
        (x, y), response = cv2.phaseCorrelate(self._first, edges, window)
        far = np.hypot(x, y) > MOVED * WIDE and response > 0.12
        before, self._shift = self._shift, (x, y) if far else None
        if far and before is not None and np.hypot(x - before[0], y - before[1]) < 0.5 * MOVED * WIDE:
            self.moved = np.array([[1.0, 0.0, x / factor], [0.0, 1.0, y / factor], [0.0, 0.0, 1.0]])
            self._first, self._shift = edges, None
            yield Told(CameraMoved, seconds - 2 * LOOK_S - 0.5, seconds, 0.9, CAMERA)


def _agree(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """1 where two pictures' edges lie on each other, about 0 or less where one has been moved by a point."""
    return float(np.vdot(one, other)) / sqrt(max(1e-9, float(np.vdot(one, one)) * float(np.vdot(other, other))))
