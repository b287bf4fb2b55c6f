"""A spin as its irregularities are looked for in it, and what finding one means."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from schemas.envelope import Entry
from schemas.events import (
    BallBroke,
    BallDropped,
    BallLapped,
    BallLaunched,
    BallLeftWheel,
    BallRested,
    BallReturned,
    Event,
    HandEnteredWheel,
    NoSpinCalled,
    Observation,
)
from schemas.moment import Interval, Moment
from schemas.rulebook import Rule, Rulebook
from schemas.table import HousePart
from services.rules.facts import Facts
from services.rules.lateness import Weight, chance_after, weigh

Dark = Callable[[str, Interval], bool]
"""Whether a camera was blind in an interval."""


ENDING = (BallRested, NoSpinCalled, BallReturned, BallLeftWheel, BallBroke)


def nobody_blind(camera: str, seen: Interval) -> bool:
    """Every camera sees."""
    return False


def never(moment: Moment) -> bool:
    """Table time stands still."""
    return False


def seen_of(fact: Entry) -> Interval:
    """When a fact happened; for what is no observation, when it was said."""
    return fact.data.seen if isinstance(fact.data, Observation) else (fact.time, fact.time)


def trust_in(fact: Entry) -> float:
    """The confidence of the source."""
    return fact.data.confidence if isinstance(fact.data, Observation) else 1.0


LAUNCHING_MS = 1000
"""A hand seen within this after the launch is the one that launched. More, and a quick hand that meddles is taken for
it; less, and a launch told a little early makes the launching hand a suspect."""


def launching(fact: Entry, began: Entry | None) -> bool:
    """Whether what is told here belongs to the launch: the hand that spun the ball, the push given to the rotor."""
    return began is not None and seen_of(fact)[0] <= seen_of(began)[1] + LAUNCHING_MS


@dataclass(frozen=True)
class Void:
    """A spin that does not count; `rule` is null when 'no spin' was called and nothing else was seen.

    `unseen` when the camera that tells it was blind: it may be so. `since` is where the looking had to begin,
    `when` when it became void if that is not when the first fact happened.
    """

    rule: Rule | None
    weight: Weight
    facts: tuple[Entry, ...]
    unseen: bool = False
    since: Entry | None = None
    when: Interval | None = None

    @property
    def seen(self) -> Interval:
        """When it became void."""
        if self.when is not None:
            return self.when
        times = [seen_of(fact) for fact in self.facts]
        return (min(seen[0] for seen in times), min(seen[1] for seen in times))


@dataclass(frozen=True)
class Ran:
    """What was told of one spin: its facts, the book and house it is judged by, who was blind, what has passed."""

    facts: Facts
    book: Rulebook
    house: HousePart
    dark: Dark = nobody_blind
    passed: Callable[[Moment], bool] = never
    previous_number: str | None = None
    bonus_closes: bool = False

    def first(self, *kinds: type[Event]) -> Entry | None:
        """The first fact of these kinds."""
        return self.facts.first(*kinds)

    @cached_property
    def began(self) -> Entry | None:
        """The first sign that the ball ran on the track."""
        return self.first(BallLaunched, BallLapped, BallDropped)

    @cached_property
    def rest(self) -> Entry | None:
        """The ball at rest."""
        return self.first(BallRested)

    @cached_property
    def ended(self) -> Entry | None:
        """What ended the ball's run: rest, 'no spin', out of the wheel, broken, or the dealer's hand taking it."""
        for fact in self.facts.every(*ENDING, HandEnteredWheel):
            reaching = isinstance(fact.data, HandEnteredWheel) and fact.data.side == "dealer"
            if isinstance(fact.data, ENDING) or (reaching and self.began and not launching(fact, self.began)):
                return fact
        return None

    def meanwhile(self, fact: Entry) -> Fraction:
        """The chance that something happened while the ball was running: after the launch, before its end."""
        if self.began is None:
            return Fraction(0)
        chance = chance_after(seen_of(fact), seen_of(self.began))
        if self.ended is None or self.ended is fact:
            return chance
        return chance * (1 - chance_after(seen_of(fact), seen_of(self.ended)))

    def weigh(self, chance: Fraction, *facts: Entry, certain: bool = True) -> Weight | None:
        """What evidence of this chance carries; `certain` false when it can be no more than a suspicion."""
        return weigh(chance, map(trust_in, facts), suspect_from=self.house.suspect_from, side_known=certain)


def blinded(void: Void, ran: Ran) -> Void:
    """What a camera tells that was blind meanwhile could not be seen."""
    told = void.facts[0]
    since = seen_of(void.since)[0] if void.since else seen_of(told)[0]
    if not ran.dark(told.origin, (min(since, seen_of(told)[0]), seen_of(told)[1])):
        return void
    unseen = Weight(verdict="could-not-see", probability=void.weight.probability)
    return Void(void.rule, unseen, void.facts, unseen=True, since=void.since, when=void.when)
