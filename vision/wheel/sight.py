"""How well the wheel can be seen at all: covered, frozen, moved, frames missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import CameraMoved, FramesSkipped, ViewCleared, ViewObscured
from vision.frame import Frame
from vision.wheel.told import Told

CAMERA = {"camera": "wheel"}
HIDDEN_S, CLEAR_S = 1.0, 0.3
"""How long the numbers must be unreadable before the view counts as hidden, and readable before it counts as clear;
shorter reports every hand that launches."""
FROZEN_S = 1.5
"""How long a picture with a turning rotor may stay the same to the last point; shorter calls repeated frames frozen."""
SKIPPED = 3.5
"""Usual frame times between two frames from which frames count as skipped; lower it and jitter is a gap."""
LOOK_S, MOVED = 0.5, 0.012
"""How often the whole picture is compared with how it was, and by which part of its width it must have shifted, twice
running, to count as moved; lower it and a shaking mount is a moved camera."""
WIDE = 192


class Sight:
    """Watches the watching; `moved` is by how many picture points the camera has shifted since it was calibrated."""

    def __init__(self) -> None:
        self.moved: tuple[float, float] | None = None
        self._hidden_since: float | None = None
        self._clear_since: float | None = None
        self._why = ""
        self._same_since: float | None = None
        self._glimpse: NDArray[np.uint8] | None = None
        self._first: NDArray[np.float32] | None = None
        self._looked_s = float("-inf")
        self._last_s: float | None = None
        self._shift: tuple[float, float] | None = None
        self._apart: deque[float] = deque(maxlen=50)

    def see(self, frame: Frame, *, readable: bool, turning: bool) -> Iterator[Told]:
        """Take a frame: whether the rotor was read in it, and was turning lately."""
        seconds = frame.micros / 1e6
        yield from self._skipped(seconds)
        yield from self._hidden(seconds, self._reason(frame, seconds, readable, turning))
        if seconds - self._looked_s >= LOOK_S:
            self._looked_s = seconds
            yield from self._shifted(frame, seconds)

    def _skipped(self, seconds: float) -> Iterator[Told]:
        last, self._last_s = self._last_s, seconds
        if last is None or seconds <= last:
            return
        usual = float(np.median(self._apart)) if len(self._apart) > 10 else None
        self._apart.append(seconds - last)
        if usual is not None and seconds - last > max(SKIPPED * usual, 0.12):
            missing = max(1, round((seconds - last) / usual) - 1)
            yield Told(FramesSkipped, last, seconds, 1.0, CAMERA | {"count": missing})

    def _reason(self, frame: Frame, seconds: float, readable: bool, turning: bool) -> str:
        glimpse = frame.y[::16, ::16]
        same = self._glimpse is not None and np.array_equal(glimpse, self._glimpse)
        self._glimpse = glimpse.copy()
        self._same_since = (self._same_since or seconds) if same else None
        if self._same_since is not None and turning and seconds - self._same_since > FROZEN_S:
            return "the picture stands still"
        if readable:
            return ""
        return "the picture is dark" if float(glimpse.mean()) < 12 else "the numbers cannot be read"

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
        small = cv2.resize(frame.y, (WIDE, round(frame.height * factor)), interpolation=cv2.INTER_AREA)
        sharp = cv2.Laplacian(small, cv2.CV_32F)
        edges = np.clip(sharp, -60, 60).astype(np.float32)
        if self._first is None:
            self._first = edges
            return
        window = cv2.createHanningWindow((edges.shape[1], edges.shape[0]), cv2.CV_32F)
        (x, y), response = cv2.phaseCorrelate(self._first, edges, window)
        far = np.hypot(x, y) > MOVED * WIDE and response > 0.12
        before, self._shift = self._shift, (x, y) if far else None
        if far and before is not None and np.hypot(x - before[0], y - before[1]) < 0.5 * MOVED * WIDE:
            self.moved = (x / factor, y / factor)
            self._first, self._shift = edges, None
            yield Told(CameraMoved, seconds - 2 * LOOK_S - 0.5, seconds, 0.9, CAMERA)
