"""When the ball has come to rest: it stays in one pocket and turns only with the rotor."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from math import remainder, sqrt

import numpy as np

from vision.wheel.pockets import PocketSighting

STAYS_S = 0.3
"""How long it must stay in one place on the rotor; less takes a hop's pause for rest, more tells the number later."""
STAYS_WITHIN = (0.09, 0.014)
"""Pockets and radii by which a resting ball may seem to move; lower it and noise keeps it from resting, raise it and a
ball that still hops in its pocket rests too early."""
LINGERS_S, LINGERS_WITHIN = 0.9, (0.3, 0.05)
"""The same for a picture too poor for that: longer, but less exactly."""
SETTLES_WITHIN = (0.12, 0.018)
HEIGHT, HEIGHT_DOUBT = -0.025, 0.03
"""The resting ball's height over the number ring in its radii, and how far wheels differ; seen from the side a wrong
height moves it along the pockets, so a larger doubt names fewer pockets, a smaller one wrong ones."""
SIGHT_DOUBT = 0.06
"""Pockets by which a single sighting may err."""
FADES_S = 0.5
"""By how much a ball that only the gathered picture shows may be older than its first sighting there."""


@dataclass(frozen=True)
class Rest:
    """A ball lying: where on the rotor, since between when and when, how far off its pocket's middle, how seen."""

    pocket: int
    off_centre: float
    earliest: float
    latest: float
    poorly: bool
    doubt: float = 0.0
    """Pockets by which the place may err."""


@dataclass(frozen=True)
class Lying:
    """Where sightings agree that the ball lies: place and radius on the rotor, its height, the place's doubt."""

    place: float
    radius: float
    height: float
    doubt: float

    def near(self, seen: PocketSighting, within: tuple[float, float], pockets: int) -> bool:
        """Whether a sighting is of a ball lying there."""
        off = remainder(seen.place - self.height * seen.lean - self.place, pockets)
        return abs(off) <= within[0] and abs(seen.radius - self.height * seen.reach - self.radius) <= within[1]


class RestWatch:
    """Collects sightings among the pockets until they stay in one place."""

    def __init__(self, pockets: int) -> None:
        self._pockets = pockets
        self._seen: deque[PocketSighting] = deque(maxlen=240)
        self._frames: deque[float] = deque(maxlen=240)
        self._height, self._height_doubt = HEIGHT, HEIGHT_DOUBT

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
            if len(late) < max(4, 0.6 * len(looked)) or late[-1].seconds - late[0].seconds < 0.75 * lasts:
                continue
            lying = self._lying(late)
            if sum(lying.near(each, within, self._pockets) for each in late) >= 0.9 * len(late):
                return self._since(self._lying_long(lying), lasts > STAYS_S)
        return None

    def _lying(self, seen: list[PocketSighting]) -> Lying:
        """The place and height that explain the sightings best, told what is known of the height already."""
        first = seen[0].place
        places = np.array([first + remainder(each.place - first, self._pockets) for each in seen])
        leans = np.array([each.lean for each in seen])
        sharp, known = 1 / SIGHT_DOUBT**2, 1 / self._height_doubt**2
        normal = np.array([[len(seen) * sharp, leans.sum() * sharp],
                           [leans.sum() * sharp, (leans**2).sum() * sharp + known]])
        middle = float(np.median(places - self._height * leans))
        firm = np.clip(places, middle + self._height * leans - 0.5, middle + self._height * leans + 0.5)
        place, height = np.linalg.solve(
            normal, np.array([firm.sum() * sharp, (leans * firm).sum() * sharp + self._height * known]))
        doubt = sqrt(float(np.linalg.inv(normal)[0, 0]))
        radius = float(np.median([each.radius - height * each.reach for each in seen]))
        return Lying(float(place), radius, float(height), doubt)

    def _lying_long(self, lying: Lying) -> Lying:
        """The same from every sighting since it lies there: the longer it turns, the surer its pocket."""
        same = []
        for each in reversed(self._seen):
            if not lying.near(each, LINGERS_WITHIN, self._pockets):
                break
            same.append(each)
        return self._lying(same) if len(same) > 4 else lying

    def _since(self, lying: Lying, poorly: bool) -> Rest:
        within = LINGERS_WITHIN if poorly else SETTLES_WITHIN
        settled, gathered = self._seen[-1].seconds, False
        for each in reversed(self._seen):
            if not lying.near(each, within, self._pockets) or settled - each.seconds > STAYS_S:
                break
            settled, gathered = each.seconds, each.gathered
        before = [when for when in self._frames if when < settled]
        earliest = (before[-1] if before else settled) - (FADES_S if gathered else 0.0)
        pocket = round(lying.place)
        return Rest(pocket % self._pockets, abs(lying.place - pocket), earliest, settled, poorly, lying.doubt)
