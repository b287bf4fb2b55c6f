"""When betting closed for a spin: the first of what the book lets close it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from schemas.envelope import Entry
from schemas.events import BallDropped, BallSlowed, BetsClosed, BetsOpened, BonusNumbersShown, DealerWaved, Observation
from schemas.moment import Interval
from services.rules.lateness import widened
from services.rules.spin import Spin, seen_of

CLOSING = (BetsClosed, DealerWaved, BallSlowed, BallDropped, BonusNumbersShown)
"""What can close betting, where book and house let it."""


@dataclass(frozen=True)
class Closing:
    """Betting closed: by what, and when."""

    facts: tuple[Entry, ...]
    by: tuple[str, ...]

    @cached_property
    def seen(self) -> Interval:
        """Smallest earliest, smallest latest."""
        return _earliest([seen_of(fact) for fact in self.facts])

    @cached_property
    def _from(self) -> int:
        """Before this, whatever the clocks of its sources, it cannot have been."""
        return min(seen_of(fact)[0] - clock_error(fact) for fact in self.facts)

    def surely_follows(self, act: Entry) -> bool:
        """Whether the act came before it for certain, by any clock."""
        return seen_of(act)[1] + clock_error(act) <= self._from

    def as_told_by_another(self, source: str) -> Interval:
        """The same, widened by the clock's error of every source other than this one."""
        errors = [0 if fact.source == source else clock_error(fact) for fact in self.facts]
        return _earliest([widened(seen_of(fact), error) for fact, error in zip(self.facts, errors, strict=True)])


def clock_error(fact: Entry) -> int:
    """By how much the clock of a fact's source may be off."""
    return fact.data.clock_error_ms if isinstance(fact.data, Observation) else 0


def closing_of(spin: Spin) -> Closing | None:
    """What closed betting; where only a call closes and none came, the ball at rest does."""
    told = [(by, fact) for fact in spin.every(*CLOSING) if (by := closes_by(spin, fact)) and by in spin.book.closing]
    if not told:
        uncalled = "drop" not in spin.book.closing and spin.rest is not None
        return Closing(facts=(spin.rest,), by=("rest",)) if uncalled and spin.rest else None
    latest = min(seen_of(fact)[1] for _, fact in told)
    first = [(by, fact) for by, fact in told if seen_of(fact)[0] <= latest]
    return Closing(facts=tuple(fact for _, fact in first), by=tuple(dict.fromkeys(by for by, _ in first)))


def calls_of(spin: Spin) -> list[Entry]:
    """Everything that counts as 'no more bets': called, shown, pressed or given by the device."""
    closes = [by for by in spin.book.closing if by not in ("drop", "bonus")]
    return [fact for fact in spin.every(*CLOSING) if closes_by(spin, fact) in closes]


def closes_by(spin: Spin, fact: Entry) -> str | None:
    """How a fact closes betting, if it does at all at this table."""
    match fact.data:
        case BetsClosed(by=by):
            return None if _invited_again(spin, fact) else by
        case DealerWaved():
            return "wave" if spin.house.wave_closes and _while_running(spin, fact) else None
        case BallSlowed(rpm=rpm):
            limit = spin.house.device_rpm
            return "device" if limit is not None and rpm <= limit and _while_running(spin, fact) else None
        case BallDropped():
            return "drop"
        case BonusNumbersShown():
            return "bonus" if spin.ran.bonus_closes else None
    return None


def _invited_again(spin: Spin, fact: Entry) -> bool:
    """Whether bets were opened again after this call and before the launch."""
    before = spin.began.time if spin.began else None
    invited = [each.time for each in spin.every(BetsOpened) if before is None or each.time <= before]
    return any(fact.time < time for time in invited)


def _while_running(spin: Spin, fact: Entry) -> bool:
    """Between launch and drop, as well as both are known."""
    if spin.began is None:
        return False
    seen, dropped = seen_of(fact), spin.drop
    return seen[1] >= seen_of(spin.began)[0] and (dropped is None or seen[0] <= seen_of(dropped)[1])


def _earliest(times: list[Interval]) -> Interval:
    return (min(seen[0] for seen in times), min(seen[1] for seen in times))
