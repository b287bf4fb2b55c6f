"""One spin as the sightings of its ball tell it: launch, laps, drop, how many revolutions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import tau

import numpy as np

from vision.wheel.ball import Sighting, slope
from vision.wheel.fall import DEEP, LOOK_S, TrackLevel, left_track

OFF = 0.035
"""How far inside the track (ring radii, some 9 mm) the ball has surely left it."""
TELLING = 0.11
"""How far it must have come down before the moment of leaving is told from its curve."""
PAST_S = 0.8
"""How old a sighting must be to tell the track's level; lower it and the beginning of the fall is taken for the track.
"""
TOO_FAST = 8.0
"""Radians a second at which no ball leaves its track, being pressed against it; lower it and a push is no drop, raise
it and a fast ball's blurred streak is one."""
SETTLED_S = 0.4
"""A lap counts only if the ball was still on the track this long after it; lower it and a lap while falling counts."""


@dataclass(frozen=True)
class Lap:
    """A completed revolution; `doubt` when it may have been completed off the track."""

    number: int
    earliest: float
    latest: float
    seconds: float
    doubt: bool


@dataclass
class Spin:
    """A ball being followed; `launched` is [earliest, latest] in seconds, nothing if it ran when first seen."""

    track: float
    launched: tuple[float, float] | None
    backwards: float
    """Radians it may have run unseen, behind the hand, before its first sighting."""
    path: list[Sighting] = field(default_factory=list)
    told_launch: bool = False
    thrown: bool = False
    """Whether a hand was there to throw it; else how far it had run before is not known."""
    watched: bool = False
    """Whether the track was watched so well that it cannot have run far before it was first seen."""
    laps: int = 0
    dropped: tuple[float, float] | None = None
    _learnt: int = 0

    def __post_init__(self) -> None:
        self.level = TrackLevel(self.track)

    @property
    def direction(self) -> int:
        """+1 clockwise, -1 anticlockwise."""
        return 1 if self.path[-1].turned >= self.path[0].turned else -1

    @property
    def travelled(self) -> float:
        """Radians since the first sighting."""
        return abs(self.path[-1].turned - self.path[0].turned)

    @property
    def _unseen(self) -> float:
        """Radians it ran behind the hand that threw it; a ball that nobody threw is counted from its first sighting."""
        return self.backwards if self.thrown else 0.0

    def learn(self) -> None:
        """Take the sightings that are long enough past to have been on the track."""
        while self.dropped is None and self.path[self._learnt].seconds < self.path[-1].seconds - PAST_S:
            self.level.learn(self.path[self._learnt])
            self._learnt += 1

    def lap_due(self) -> Lap | None:
        """The next lap, if it is complete and the ball was on the track then."""
        if self.travelled + self._unseen < tau * (self.laps + 1):
            return None
        earliest, latest = self._lap_times(self.laps + 1)
        if self.dropped is not None:
            doubt = latest > self.dropped[0]
            if earliest > self.dropped[1]:
                return None
            latest = min(latest, self.dropped[1])
        else:
            doubt = False
            if self.leaving or self.path[-1].seconds < latest + SETTLED_S:
                return None
        began = self.launched or (self.path[0].seconds,) * 2
        since = sum(began) if self.laps == 0 else sum(self._lap_times(self.laps))
        self.laps += 1
        return Lap(self.laps, earliest, latest, (earliest + latest - since) / 2, doubt)

    @property
    def leaving(self) -> bool:
        """Whether the newest sightings are inside the track."""
        return len(self.path) > 3 and all(self.level.depth(each) > OFF for each in self.path[-3:])

    def drop_due(self, *, lost: bool) -> tuple[float, float] | None:
        """Between when and when the ball left the track, once it is well inside it or gone from the bowl."""
        if self.dropped is not None or not self.leaving:
            return None
        last = self.path[-1]
        if self.last_speed > TOO_FAST:
            return None
        if self.level.depth(last) < TELLING and not lost:
            return None
        self.dropped = self._left_track()
        return self.dropped

    def _left_track(self) -> tuple[float, float]:
        """Between when and when the curve of the fall began."""
        depths = [(each.seconds, self.level.depth(each)) for each in self.path]
        end = next((nth for nth, (when, deep) in enumerate(depths) if nth >= self._learnt and deep > DEEP), len(depths))
        seen = [each for each in depths[:end] if each[0] > depths[end - 1][0] - LOOK_S]
        if len(seen) < 4:
            return self.path[0].seconds, self.path[-1].seconds
        earliest, latest = left_track(*zip(*seen, strict=True))
        return max(self.path[0].seconds, earliest), latest

    def revolutions(self) -> tuple[float, float | None]:
        """How many there were from launch to drop, at least and, where its launch is known, at most."""
        assert self.dropped is not None
        first, last = (self.turned_at(when) for when in self.dropped)
        known = self.thrown or self.watched
        return round(max(0.0, first / tau), 2), round((last + self.backwards) / tau, 2) if known else None

    def turned_at(self, seconds: float) -> float:
        """Radians since the first sighting at a time."""
        times = [each.seconds for each in self.path]
        return float(np.interp(seconds, times, [abs(each.turned - self.path[0].turned) for each in self.path]))

    def when(self, radians: float) -> float | None:
        """When it had come this far since its first sighting; nothing if it has not yet."""
        turned = np.maximum.accumulate([abs(each.turned - self.path[0].turned) for each in self.path])
        if radians > turned[-1]:
            return None
        if radians <= 0:
            return self.path[0].seconds + radians / max(1e-6, abs(self.first_speed))
        return float(np.interp(radians, turned, [each.seconds for each in self.path]))

    @property
    def first_speed(self) -> float:
        """Radians a second at launch."""
        first = self.path[:6]
        return slope([each.seconds for each in first], [each.turned for each in first])

    @property
    def last_speed(self) -> float:
        """Radians a second over the newest sightings, either way round."""
        last = self.path[-8:]
        return abs(slope([each.seconds for each in last], [each.turned for each in last]))

    def _lap_times(self, lap: int) -> tuple[float, float]:
        """Between when and when it came round to where it was launched; the end of the path if it has not quite yet."""
        earliest, latest = self.when(tau * lap - self._unseen), self.when(tau * lap)
        end = self.path[-1].seconds
        return (end if earliest is None else earliest), (end if latest is None else latest)

    def join(self, later: list[Sighting]) -> None:
        """The same ball, seen again after a while out of sight: count on as fast as it went."""
        last = self.path[-1]
        recent = self.path[-8:]
        speed = slope([each.seconds for each in recent], [each.turned for each in recent])
        due = last.turned + speed * (later[0].seconds - last.seconds)
        shift = tau * round((due - later[0].turned) / tau)
        self.path = [*self.path, *(replace(each, turned=each.turned + shift) for each in later)]
