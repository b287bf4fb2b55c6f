"""When the ball has come to rest, and in which pocket: it stays in one place and turns only with the rotor."""

from __future__ import annotations

from dataclasses import dataclass
from math import remainder

import numpy as np

from vision.wheel.ball import slope
from vision.wheel.pockets import PocketSighting
from vision.wheel.ring_plane import Floats

STAYS_S = 0.45
"""How long it must stay in one place on the rotor; less takes a hop's pause for rest, more tells the number later."""
LINGERS_S = 0.9
"""The same for a ball that may still be on its way, or seems to lie on the pockets' edge, where hops look slow."""
STAYS_WITHIN = (0.2, 0.05)
"""Pockets and radii by which a resting ball may seem to move; lower it and noise keeps it from resting, raise it and a
ball that still hops in its pocket rests too early."""
CREEPS = 0.6
"""Pockets a second by which it may seem to go on; lower it and noise keeps it from resting, raise it and a ball that
rolls slowly over the frets rests before it does."""
FAR = (0.6, 0.08)
"""Pockets and radii between two looks from which it has gone elsewhere, and everything begins anew."""
KEPT = 240
"""Sightings that are remembered."""
TELLING, WANDERS_S = 3, 0.15
"""The first sightings that tell since when it lies there; more, and its slow wandering in a slanting picture makes the
rest seem later, fewer, and its last hop may pass for rest. When later ones tell of a rest so much later, it may still
be on its way."""
LOOKS = 4
"""In how many looks it must lie there; fewer take a glint for it."""
LOOKS_AT_END, STAYS_AT_END_S = 2, 0.2
"""The same when the film ends."""
LATELY_S = 0.45
"""How old the last sighting may be for the ball to lie there still."""
HEIGHT_DOUBT = 0.035
"""How far the resting ball's height over the number ring differs between wheels, in its radii; seen from the side a
wrong height moves it along the pockets, so a larger doubt names fewer pockets, a smaller one wrong ones."""
SIGHT_DOUBT = 0.08
"""Pockets by which a single sighting may err."""
LIES_OFF = 0.2
"""Pockets by which a ball may lie off its pocket's middle, the errors of the ring's plane included; raise it and fewer
numbers are named, lower it and a plane that is a little wrong names wrong ones."""
MOST = 16
"""Sightings that are weighed, evenly over the rest; more cost time and are no more independent."""
OTHERWISE = 1e-4
"""The chance that none of this is so."""


@dataclass(frozen=True)
class Rest:
    """A ball lying: in which pocket and how surely, since between when and when, how far off its pocket's middle."""

    pocket: int
    certainty: float
    earliest: float
    latest: float
    off_centre: float
    beside: int
    """The next likely pocket."""


@dataclass(frozen=True)
class Lying:
    """Where sightings saw the ball, what a height would have moved them by, and whether they agree that it lies."""

    places: Floats
    leans: Floats
    still: bool


class RestWatch:
    """Collects sightings among the pockets until they stay in one place."""

    def __init__(self, pockets: int) -> None:
        self._pockets = pockets
        self._seen: list[PocketSighting] = []
        self._lies: Lying | None = None
        self._weighed: tuple[float, Rest] | None = None
        """By the sightings up to when, and what they said: nothing is weighed anew until there is another."""

    def clear(self) -> None:
        """Begin anew."""
        self._seen.clear()
        self._weighed = None

    def see(self, seconds: float, sighting: PocketSighting | None) -> Rest | None:
        """Take a frame, with the newest sighting; the rest, as long as it lasts."""
        if sighting is not None and (not self._seen or sighting.seconds > self._seen[-1].seconds):
            self._take(sighting)
        if not self._seen or seconds - self._seen[-1].seconds > LATELY_S:
            self.clear()
        return self._told(seconds, LOOKS, STAYS_S)

    def finish(self, seconds: float) -> Rest | None:
        """The rest at the end of the film, where no more can be waited for."""
        return self._told(seconds, LOOKS_AT_END, STAYS_AT_END_S)

    def _told(self, seconds: float, looks: int, stays_s: float) -> Rest | None:
        if self._weighed is not None and self._seen and self._weighed[0] == self._seen[-1].seconds:
            return self._weighed[1]
        since = [each.since for each in self._seen if each.since is not None]
        if len(self._seen) < looks or not since:
            return None
        earliest, latest = max(since[:TELLING], key=lambda each: each[1])
        if not all(each.inside for each in self._seen[-LOOKS:]) or since[-1][1] > latest + WANDERS_S:
            stays_s = LINGERS_S
        if seconds - latest < stays_s:
            return None
        self._weighed = self._seen[-1].seconds, self._rest(self._lies or self._lying(), earliest, latest)
        return self._weighed[1]

    def _take(self, sighting: PocketSighting) -> None:
        """Keep those sightings, up to this one, that agree that it lies still."""
        if self._seen and not self._near(sighting, self._seen[-1]):
            self.clear()
        self._seen = [*self._seen[-KEPT:], sighting]
        self._lies = self._lying()
        while len(self._seen) > 1 and not self._lies.still:
            self._seen.pop(0)
            self._lies = self._lying()

    def _near(self, one: PocketSighting, other: PocketSighting) -> bool:
        along = abs(remainder(one.place - other.place, self._pockets))
        return along < FAR[0] and abs(one.radius - other.radius) < FAR[1]

    def _lying(self) -> Lying:
        """The place and height that explain the sightings best."""
        seen = self._seen[:: -(-len(self._seen) // MOST)]
        first = seen[0].place
        places = np.array([first + remainder(each.place - first, self._pockets) for each in seen])
        leans, reaches = (np.array([getattr(each, what) for each in seen]) for what in ("lean", "reach"))
        sharp, known = 1 / SIGHT_DOUBT**2, 1 / HEIGHT_DOUBT**2
        normal = np.array([[leans.size * sharp, leans.sum() * sharp],
                           [leans.sum() * sharp, (leans**2).sum() * sharp + known]])
        place, height = np.linalg.solve(normal, np.array([places.sum() * sharp, (leans * places).sum() * sharp]))
        off = places - place - height * leans
        out = np.array([each.radius for each in seen]) - height * reaches
        along = abs(slope([each.seconds for each in seen], list(off))) if len(seen) > 2 else 0.0
        together = np.abs(off).max() < STAYS_WITHIN[0] and np.ptp(out) < STAYS_WITHIN[1]
        still = bool(together and along < CREEPS and abs(height) < 2.5 * HEIGHT_DOUBT)
        return Lying(places, leans, still)

    def _rest(self, lying: Lying, earliest: float, latest: float) -> Rest:
        """Weigh the pockets: a ball lies about the middle of one, at about the usual height."""
        places, leans = lying.places, lying.leans
        spread = (LIES_OFF**2 + HEIGHT_DOUBT**2 * np.outer(leans, leans)
                  + SIGHT_DOUBT**2 * max(1.0, leans.size / 4) * np.eye(leans.size))
        nearest = round(float(np.median(places)))
        pockets = np.arange(nearest - 2, nearest + 3)
        off = places - pockets[:, None]
        unlikely = 0.5 * np.einsum("ij,ji->i", off, np.linalg.solve(spread, off.T))
        chance = np.exp(unlikely.min() - unlikely)
        chance /= chance.sum()
        best, beside = (int(each) for each in np.argsort(chance)[::-1][:2])
        return Rest(int(pockets[best]) % self._pockets, float(chance[best]) - OTHERWISE, earliest, latest,
                    abs(float(np.median(off[best]))), int(pockets[beside]) % self._pockets)
