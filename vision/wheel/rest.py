"""When the ball has come to rest: it stays in one pocket and turns only with the rotor."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import remainder

import numpy as np

from vision.wheel.pockets import PocketSighting

STAYS_S = 0.3
"""How long it must stay in one place on the rotor; less takes a hop's pause for rest, more tells the number later."""
STAYS_WITHIN = (0.09, 0.012)
"""Pockets and radii by which a resting ball may seem to move; lower it and noise keeps it from resting, raise it and a
ball that still hops in its pocket rests too early."""
LINGERS_S, LINGERS_WITHIN = 1.2, (0.35, 0.06)
"""The same for a picture too poor for that: longer, but less exactly."""
SETTLES_WITHIN = (0.12, 0.015)


@dataclass(frozen=True)
class Rest:
    """A ball lying: where on the rotor, since between when and when, how far off its pocket's middle, how seen."""

    pocket: int
    off_centre: float
    earliest: float
    latest: float
    poorly: bool


class RestWatch:
    """Collects sightings among the pockets until they stay in one place."""

    def __init__(self, pockets: int) -> None:
        self._pockets = pockets
        self._seen: deque[PocketSighting] = deque(maxlen=120)
        self._frames: deque[float] = deque(maxlen=120)

    def clear(self) -> None:
        """Begin anew."""
        self._seen.clear()
        self._frames.clear()

    def see(self, seconds: float, sighting: PocketSighting | None) -> Rest | None:
        """Take a frame; the rest, as long as it lasts."""
        self._frames.append(seconds)
        if sighting is not None:
            self._seen.append(sighting)
        for lasts, within in ((STAYS_S, STAYS_WITHIN), (LINGERS_S, LINGERS_WITHIN)):
            late = [each for each in self._seen if each.seconds >= seconds - lasts - 1e-6]
            looked = [when for when in self._frames if when >= seconds - lasts - 1e-6]
            if len(late) < max(4, 0.7 * len(looked)) or late[-1].seconds - late[0].seconds < 0.8 * lasts:
                continue
            place, radius = self._middle(late), float(np.median([each.radius for each in late]))
            if all(self._near(each, place, radius, within) for each in late):
                return self._since(place, radius, lasts > STAYS_S)
        return None

    def _near(self, sighting: PocketSighting, place: float, radius: float, within: tuple[float, float]) -> bool:
        return abs(self._apart(sighting.place, place)) <= within[0] and abs(sighting.radius - radius) <= within[1]

    def _apart(self, here: float, there: float) -> float:
        return remainder(here - there, self._pockets)

    def _middle(self, seen: list[PocketSighting]) -> float:
        first = seen[0].place
        return first + float(np.median([self._apart(each.place, first) for each in seen]))

    def _since(self, place: float, radius: float, poorly: bool) -> Rest:
        within = LINGERS_WITHIN if poorly else SETTLES_WITHIN
        settled = self._seen[-1].seconds
        for each in reversed(self._seen):
            if not self._near(each, place, radius, within) or settled - each.seconds > STAYS_S:
                break
            settled = each.seconds
        before = [when for when in self._frames if when < settled]
        pocket = round(place) % self._pockets
        return Rest(pocket, abs(self._apart(place, pocket)), before[-1] if before else settled, settled, poorly)
