"""The rotor's starts, stops, turns about and disturbances, said once they are sure."""

from __future__ import annotations

from collections import deque

from schemas.events import RotorTurns
from vision.wheel.rotor_pace import SPEED_S

STEADY_S = 0.5
"""How long the rotor must do the new thing before it is said; lower it and one bad reading is an event."""
BEFORE_S = (0.9, 2.2)
"""How long ago the speed is taken from with which today's is compared; nearer, and a gentle push goes unseen, further,
and friction alone comes to matter."""
DISTURBED = (0.14, 0.15)
"""Part of its speed, and radians a second, by which the rotor may change in that time; friction takes some 2 %. Lower
it and a poor picture disturbs the wheel."""


class RotorWatch:
    """What the rotor is known to do, and since when it may be doing something else."""

    def __init__(self) -> None:
        self.turns: RotorTurns = "unknown"
        self._other: RotorTurns = "unknown"
        self._since = (0.0, 0.0)
        self._last = 0.0

    def see(self, seconds: float, turns: RotorTurns) -> tuple[RotorTurns, RotorTurns, float, float] | None:
        """Before, after, earliest and latest, when the rotor has changed for sure."""
        changed = None
        if turns in ("unknown", self.turns):
            self._last, self._other = seconds, "unknown"
        elif turns != self._other:
            self._other, self._since = turns, (self._last, seconds)
        elif seconds - self._since[1] >= STEADY_S:
            before, self.turns = self.turns, turns
            changed = None if before == "unknown" else (before, turns, *self._since)
            self._last = seconds
        return changed


class DisturbanceWatch:
    """Whether the rotor's speed changes as friction cannot while a ball runs."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, float]] = deque(maxlen=240)
        self._off_since: float | None = None
        self._told_s = float("-inf")
        self._known_since: float | None = None

    def see(self, seconds: float, speed: float | None, *, running: bool) -> tuple[float, float] | None:
        """Earliest and latest of a disturbance, when it is sure; only while a ball runs: before, the dealer may."""
        self._known_since = None if speed is None else seconds if self._known_since is None else self._known_since
        if not running:
            self._past.clear()
        # A rotor that comes out from behind something is measured over too short a time at first.
        if speed is None or not running or self._known_since is None or seconds - self._known_since < SPEED_S:
            self._off_since = None
            return None
        self._past.append((seconds, speed))
        before = [each for when, each in self._past if BEFORE_S[0] <= seconds - when <= BEFORE_S[1]]
        if len(before) < 4:
            return None
        usual = sorted(before)[len(before) // 2]
        if abs(speed - usual) < max(DISTURBED[0] * abs(usual), DISTURBED[1]):
            self._off_since = None
            return None
        self._off_since = seconds if self._off_since is None else self._off_since
        if seconds - self._off_since < 0.25 or seconds - self._told_s < 3.0:
            return None
        self._told_s = seconds
        return self._off_since - 0.8, self._off_since
