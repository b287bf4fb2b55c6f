"""Counts that add up over evenings: how many of how many, and the times that were measured on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from schemas.events import Value


class Tally(Value, frozen=True, kw_only=True):
    """So many of so many were as they should be; `times_s` where times were measured."""

    what: str
    good: int = 0
    of: int = 0
    times_s: tuple[float, ...] = ()


class Tallies:
    """Counts by what they count."""

    def __init__(self) -> None:
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._times: dict[str, list[float]] = defaultdict(list)

    def note(self, what: str, good: bool, times: int = 1) -> None:
        """One more was looked at."""
        self._counts[what][0] += good * times
        self._counts[what][1] += times

    def time(self, what: str, seconds: float) -> None:
        """One more was measured."""
        self._times[what].append(round(seconds, 3))
        self._counts[what][1] += 1

    def told(self) -> tuple[Tally, ...]:
        """All of them."""
        return tuple(Tally(what=what, good=good, of=of, times_s=tuple(self._times.get(what, ())))
                     for what, (good, of) in sorted(self._counts.items()))


def summed(tallies: Iterable[Tally]) -> dict[str, Tally]:
    """The same counts of many evenings as one, by what they count."""
    found: dict[str, Tally] = {}
    for one in tallies:
        had = found.get(one.what, Tally(what=one.what))
        found[one.what] = Tally(what=one.what, good=had.good + one.good, of=had.of + one.of,
                                times_s=had.times_s + one.times_s)
    return found
