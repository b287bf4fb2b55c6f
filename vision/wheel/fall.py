"""When the ball left its track: where the curve of its fall meets the track it ran on."""

from __future__ import annotations

from collections.abc import Sequence
from math import tau

import numpy as np

from vision.wheel.ball import Sighting

BINS = 24
"""Places round the track whose level is learnt apart; more follow a bent track, fewer know it sooner."""
DEEP = 0.13
"""How deep under the track (ring radii) the fall is followed: below it deflectors throw the ball about."""
LOOK_S = 1.8
"""How long before that the ball may have left the track; longer mixes in how it ran before."""
SHARP = 0.005
"""Ring radii by which a single sighting errs at least; lower it and the moment is told too exactly."""
EARLIER_S, LATER_S = 0.1, 0.16
"""What is left open to either side at least: falls differ, and a ball may lean off its track's wall before it falls;
lower them and the true moment may lie outside."""


class TrackLevel:
    """The radius at which this ball runs, all round: no calibration knows it as well as the ball's own laps."""

    def __init__(self, radius: float) -> None:
        self._usual = radius
        self._known: dict[int, float] = {}

    def learn(self, seen: Sighting) -> None:
        """Take a sighting of the ball on its track."""
        place = self._place(seen)
        before = self._known.get(place)
        self._known[place] = seen.radius if before is None else 0.5 * (before + seen.radius)
        self._usual += (seen.radius - self._usual) * max(0.05, 1 / (len(self._known) + 1))

    def depth(self, seen: Sighting) -> float:
        """How far under its track a ball is seen."""
        here = self._place(seen)
        near = (self._known.get((here + step) % BINS) for step in (0, -1, 1, -2, 2))
        return next((level for level in near if level is not None), self._usual) - seen.radius

    @staticmethod
    def _place(seen: Sighting) -> int:
        return int(seen.turned % tau / tau * BINS) % BINS


def left_track(times: Sequence[float], depths: Sequence[float]) -> tuple[float, float]:
    """Between when and when a ball with these depths left its track: it comes down with the square of time."""
    when, deep = np.asarray(times), np.asarray(depths)
    begun = np.arange(when[0] - 0.2, when[-1], 0.01)
    fallen = np.maximum(0.0, when - begun[:, None]) ** 2
    steep = np.maximum(0.0, fallen @ deep) / np.maximum(1e-9, (fallen**2).sum(axis=1))
    off = ((deep - steep[:, None] * fallen) ** 2).sum(axis=1)
    error = max(SHARP**2, float(off.min()) / max(1, len(when) - 2))
    likely = begun[off <= off.min() + 3 * error]
    best = float(begun[int(off.argmin())])
    return min(float(likely[0]), best - EARLIER_S), max(float(likely[-1]), best + LATER_S)
