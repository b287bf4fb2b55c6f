"""The rotor's starts, stops and turns about, said once they are sure."""

from __future__ import annotations

from schemas.events import RotorTurns

STEADY_S = 0.5
"""How long the rotor must do the new thing before it is said; lower it and one bad reading is an event."""


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
