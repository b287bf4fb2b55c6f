"""Why a spin does not count, whether or not anybody said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import BallDropped, BallLapped, BallLaunched, NoSpinCalled, Observation
from schemas.moment import Interval
from schemas.rulebook import Rule, Rulebook
from schemas.table import HousePart
from services.rules.direction import Dark, same_direction
from services.rules.lateness import Weight
from services.rules.revolutions import short_spin


@dataclass(frozen=True)
class Void:
    """A spin that does not count; `rule` is null when 'no spin' was called and nothing else was seen.

    `unseen` when the camera that tells it was blind: it may be so.
    """

    rule: Rule | None
    weight: Weight
    facts: tuple[Entry, ...]
    unseen: bool = False

    @property
    def seen(self) -> Interval:
        """When it became void."""
        times = [fact.data.seen for fact in self.facts if isinstance(fact.data, Observation)]
        return (min(seen[0] for seen in times), min(seen[1] for seen in times))


def voids_of(facts: Sequence[Entry], book: Rulebook, house: HousePart, dark: Dark) -> list[Void]:
    """Every irregularity that makes the spin void, or whose signs are too weak to say so."""
    found: list[Void] = []
    if book.judges("same-direction") and (turned := same_direction(facts, house, dark)):
        found.append(_void("same-direction", *turned, dark))
    if book.judges("short-spin") and (short := short_spin(facts, book.minimum_revolutions, house)):
        began = next(fact for fact in facts if isinstance(fact.data, (BallLaunched, BallLapped, BallDropped)))
        found.append(_void("short-spin", *short, dark, began))
    return found


def _void(rule: Rule, weight: Weight, facts: tuple[Entry, ...], dark: Dark, began: Entry | None = None) -> Void:
    """What a camera tells that was blind meanwhile could not be seen."""
    told = facts[0]
    assert isinstance(told.data, Observation)
    since = began.data.seen[0] if began and isinstance(began.data, Observation) else told.data.seen[0]
    if not dark(told.origin, (min(since, told.data.seen[0]), told.data.seen[1])):
        return Void(rule, weight, facts)
    return Void(rule, Weight(verdict="could-not-see", probability=weight.probability), facts, unseen=True)


def void_of(facts: Sequence[Entry], voids: Sequence[Void]) -> Void | None:
    """What makes the spin void: the surest irregularity, else the call."""
    voids = [void for void in voids if void.weight.verdict != "could-not-see"]
    if voids:
        return max(voids, key=lambda void: void.weight.probability)
    called = next((fact for fact in facts if isinstance(fact.data, NoSpinCalled)), None)
    if called is None:
        return None
    return Void(None, Weight(verdict="breach", probability=1.0), (called,))
