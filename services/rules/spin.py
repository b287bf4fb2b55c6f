"""A spin: from the invitation to bet to the ball at rest; a void one is followed by another in the same round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from schemas.envelope import Entry
from schemas.events import (
    BallBroke,
    BallDropped,
    BallExamined,
    BallLapped,
    BallLaunched,
    BallLeftWheel,
    BallRested,
    BallReturned,
    BallSlowed,
    BetsClosed,
    BetsOpened,
    DollyPlaced,
    Event,
    HandEnteredWheel,
    HandLeftWheel,
    NoSpinCalled,
    ObjectEnteredWheel,
    ResultAnnounced,
    RotorReversed,
    RotorStopped,
    WheelDisturbed,
)
from schemas.moment import Interval
from schemas.rulebook import Rulebook
from schemas.table import HousePart
from services.rules.facts import Facts
from services.rules.irregularity import ENDING, Ran, Void, seen_of, trust_in
from services.rules.void_spin import void_of, voids_of

__all__ = ["Spin", "betting_on", "running", "seen_of", "spins_of", "trust_in"]

BEGINNING: frozenset[type[Event]] = frozenset({BallLaunched, BallLapped, BallDropped, BallRested})
"""Signs that the ball ran."""
TURNING: frozenset[type[Event]] = frozenset({BallLaunched, BallLapped, BetsOpened, BetsClosed})
"""What may begin another spin."""
OF_THE_BALL: frozenset[type[Event]] = frozenset({
    BallBroke, BallDropped, BallExamined, BallLapped, BallLeftWheel, BallRested, BallReturned, BallSlowed,
    HandEnteredWheel,
    HandLeftWheel, NoSpinCalled, ObjectEnteredWheel, RotorReversed, RotorStopped, WheelDisturbed,
})
"""What is told of the ball that ran last, until another is launched."""


@dataclass(frozen=True)
class Spin:
    """The facts of one spin: what the wheel, the desk and the dolly said of it."""

    number: int
    ran: Ran

    @property
    def facts(self) -> Facts:
        """What was told of it."""
        return self.ran.facts

    @property
    def book(self) -> Rulebook:
        """The rulebook it is judged by."""
        return self.ran.book

    @property
    def house(self) -> HousePart:
        """What the operator has decided."""
        return self.ran.house

    def first(self, *kinds: type[Event]) -> Entry | None:
        """The first fact of these kinds."""
        return self.ran.facts.first(*kinds)

    def every(self, *kinds: type[Event]) -> list[Entry]:
        """All facts of these kinds."""
        return self.ran.facts.every(*kinds)

    @cached_property
    def launch(self) -> Entry | None:
        """The ball set running."""
        return self.first(BallLaunched)

    @cached_property
    def drop(self) -> Entry | None:
        """The ball left the track."""
        return self.first(BallDropped)

    @cached_property
    def rest(self) -> Entry | None:
        """The ball at rest in a pocket."""
        return self.first(BallRested)

    @cached_property
    def began(self) -> Entry | None:
        """The first sign that the ball ran."""
        return self.first(*BEGINNING)

    @cached_property
    def settled_from(self) -> Interval | None:
        """When the result was there to be settled: the ball at rest, else the dolly on the number."""
        fact = self.rest or self.first(DollyPlaced)
        return None if fact is None else seen_of(fact)

    @property
    def finished(self) -> bool:
        """Whether the ball has left the track or a result was shown."""
        return self.first(BallDropped, BallRested, DollyPlaced, ResultAnnounced) is not None

    @cached_property
    def void(self) -> Void | None:
        """Why this spin does not count, if so."""
        return void_of(self.facts, self.voids)

    @cached_property
    def perhaps_void(self) -> bool:
        """Whether a camera that was blind leaves open if this spin counts."""
        return self.void is None and any(void.unseen for void in self.voids)

    @cached_property
    def voids(self) -> list[Void]:
        """Every irregularity that makes the spin void, or that could not be told."""
        return voids_of(self.ran)

    @cached_property
    def over(self) -> Entry | None:
        """What ended a void spin: betting is open again from there."""
        return self.first(*ENDING) if self.void else None

    @cached_property
    def ball_taken(self) -> Entry | None:
        """The last hand but a player's to leave a void spin's wheel, the ball not seen to run after it."""
        if self.void is None or self.began is None:
            return None
        taken, reaching = None, False
        for fact in self.every(HandEnteredWheel, HandLeftWheel, BallLapped, BallDropped):
            match fact.data:
                case HandEnteredWheel(side=side) if side != "player" and fact.time > self.began.time:
                    reaching = True  # the hand that spun the ball was there before
                case HandLeftWheel(side=side) if side != "player" and reaching:
                    taken = fact
                case BallLapped() | BallDropped():
                    taken = None
        return taken

    @property
    def means(self) -> str | None:
        """What the book makes of a void spin: `re-spin`, `round`, `spin`, or `house` where it says nothing."""
        return self.book.void_by(self.void.rule) if self.void else None

    @property
    def goes_on(self) -> bool:
        """Whether the round goes on with another spin after this one."""
        if self.void is None or self.means == "round":
            return False
        called = self.first(NoSpinCalled, BallReturned) is not None
        return called or (self.void.weight.verdict == "breach" and self.means != "house")


def spins_of(facts: Iterable[Entry], ran: Ran) -> tuple[Spin, ...]:
    """The facts of a round, spin by spin; `ran` is what all of them share."""
    groups: list[list[Entry]] = [[]]
    kinds: list[set[type[Event]]] = [set()]
    for fact in facts:
        kind = type(fact.data)
        if kind in TURNING and _begins_another(kind, kinds[-1], groups[-1], ran):
            groups.append([])
            kinds.append(set())
        older = len(groups) > 1 and kind in OF_THE_BALL and _still_the_last_ball(kind, kinds[-2], kinds[-1])
        groups[-2 if older else -1].append(fact)
        kinds[-2 if older else -1].add(kind)
    return tuple(Spin(nth, replace(ran, facts=Facts(group))) for nth, group in enumerate(groups, 1))


def _still_the_last_ball(kind: type[Event], before: set[type[Event]], now: set[type[Event]]) -> bool:
    """Bets were invited again, but no other ball has been spun: the wheel still tells of the void one."""
    if now & BEGINNING:
        return False
    if kind is BallLapped:
        return not before & {BallRested, BallReturned}
    return kind is not BallDropped or not before & {BallDropped, BallRested, BallReturned}


def _begins_another(kind: type[Event], kinds: set[type[Event]], told: Sequence[Entry], ran: Ran) -> bool:
    """Whether a fact of this kind begins another spin, after one of which these kinds were told."""
    if kind is BallLapped:
        return BallRested in kinds
    if not kinds & BEGINNING:
        return False
    if kind is BallLaunched:
        return True
    # Only a void spin is followed by bets in the same round; whether it is void is dear to know.
    return not kinds.isdisjoint(ENDING) and Spin(0, replace(ran, facts=Facts(told))).void is not None


def running(spins: Sequence[Spin], fact: Entry) -> Spin:
    """The spin whose ball was the last to run when this was said."""
    ran = [spin for spin in spins if spin.began is not None and spin.began.time <= fact.time]
    return ran[-1] if ran else spins[0]


def betting_on(spins: Sequence[Spin], fact: Entry) -> Spin | None:
    """The spin that chips put down now are meant for; None when it has not begun yet."""
    for spin in spins:
        again = next((later.began for later in spins[spin.number:] if later.began), None)
        ends = [end.time for end in (spin.over or spin.ball_taken, again) if end is not None]
        if not ends or fact.time <= min(ends):
            return spin
    return None
