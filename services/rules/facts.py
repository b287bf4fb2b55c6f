"""Facts in the order of table time, found by their kind without looking through all of them."""

from __future__ import annotations

from functools import cached_property

from schemas.envelope import Entry
from schemas.events import Event


class Facts(tuple[Entry, ...]):
    """What was told of a round or a spin. Most rules ask for one rare kind among many laps and chips."""

    @cached_property
    def _places(self) -> dict[type[Event], list[int]]:
        places: dict[type[Event], list[int]] = {}
        for nth, fact in enumerate(self):
            places.setdefault(type(fact.data), []).append(nth)
        return places

    def first(self, *kinds: type[Event]) -> Entry | None:
        """The first fact of exactly these kinds."""
        known = self._places
        firsts = [known[kind][0] for kind in kinds if kind in known]
        return self[min(firsts)] if firsts else None

    def every(self, *kinds: type[Event]) -> list[Entry]:
        """All facts of exactly these kinds, in their order."""
        known = self._places
        found = [known[kind] for kind in kinds if kind in known]
        if len(found) < 2:
            return [self[nth] for nth in found[0]] if found else []
        return [self[nth] for nth in sorted(nth for places in found for nth in places)]

    def any(self, *kinds: type[Event]) -> bool:
        """Whether anything of these kinds was told."""
        return any(kind in self._places for kind in kinds)
