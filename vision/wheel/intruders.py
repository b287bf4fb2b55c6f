"""Hands over the wheel: something large in the bowl, when it came and when it went."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.wheel.bowl import COLUMNS, Glance

STEADY_S, GONE_S = 0.1, 0.4
"""Seconds on end that must show a hand, or none, before it is said; fewer report flicker, more report late."""
REMEMBER_S = 2.0


class HandWatch:
    """Whether a hand is over the wheel, since when, and where it was lately."""

    def __init__(self) -> None:
        self.present = False
        self.last_s = float("-inf")
        self._run = 0
        self._edge = (0.0, 0.0)
        self._previous = 0.0
        self.comes: float | None = None
        self._lately: deque[tuple[float, NDArray[np.bool_]]] = deque()

    def see(self, seconds: float, glance: Glance) -> tuple[str, float, float] | None:
        """'entered' or 'left' with its earliest and latest time, when that has become sure."""
        if glance.hand:
            self.last_s = seconds
            self.comes = glance.comes
            self._lately.append((seconds, glance.shadowed))
        while self._lately and self._lately[0][0] < seconds - REMEMBER_S:
            self._lately.popleft()
        changed = None
        if glance.hand == self.present:
            self._run = 0
        else:
            self._edge = (self._previous, seconds) if self._run == 0 else self._edge
            self._run += 1
            if self._run > 2 and seconds - self._edge[1] >= (STEADY_S if glance.hand else GONE_S) - 0.021:
                self.present, self._run = glance.hand, 0
                changed = ("entered" if self.present else "left", *self._edge)
        self._previous = seconds
        return changed

    def behind(self, seconds: float, angle: float, direction: int, step: float) -> float | None:
        """Radians back from an angle, against the ball's direction, to the far side of a hand that was just there.

        `step` is how far the ball runs from frame to frame: it may have come out of the hand that much earlier.
        """
        close = max(COLUMNS // 10, round(2.5 * step / (2 * np.pi) * COLUMNS))
        near = self._far_side(seconds - 0.4, seconds + 0.1, angle, direction, COLUMNS // 2, close)
        # A ball that was too faint at first is found well away from the hand: it came from there all the same.
        return near if near is not None else self._far_side(seconds - 0.75, seconds, angle, direction, COLUMNS, COLUMNS)

    def _far_side(self, since: float, until: float, angle: float, direction: int, reach: int,
                  close: int) -> float | None:
        shadow = np.zeros(COLUMNS, bool)
        for when, columns in self._lately:
            if since <= when <= until:
                shadow |= columns
        here = int(angle / (2 * np.pi) * COLUMNS)
        covered = np.nonzero(shadow[(here - direction * np.arange(reach)) % COLUMNS])[0]
        if not covered.size or covered[0] > close:
            return None
        gaps = np.nonzero(np.diff(covered) > COLUMNS // 90)[0]
        far = covered[gaps[0]] if gaps.size else covered[-1]
        return float(far) * 2 * np.pi / COLUMNS
