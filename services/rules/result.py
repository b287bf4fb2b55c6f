"""The winning number: the wheel decides, else the dolly, else the announcement."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import BallRested, DollyPlaced, ResultAnnounced
from schemas.wheel import colour_of
from services.rules.spin import Spin


@dataclass(frozen=True)
class Result:
    """The number that settles the spin, and who said so; `against` are facts that say another."""

    number: str
    fact: Entry
    against: tuple[Entry, ...] = ()


def result_of(spin: Spin) -> Result | None:
    """What the spin is settled by."""
    told = [fact for kind in (BallRested, DollyPlaced, ResultAnnounced) if (fact := _last(spin, kind))]
    if not told:
        return None
    first = told[0]
    number = number_in(first)
    if number is None:
        return None
    return Result(number, first, tuple(fact for fact in told[1:] if _differs(fact, number)))


def number_in(fact: Entry) -> str | None:
    """The number a fact names."""
    return fact.data.number if isinstance(fact.data, (BallRested, DollyPlaced, ResultAnnounced)) else None


def _last(spin: Spin, kind: type[BallRested] | type[DollyPlaced] | type[ResultAnnounced]) -> Entry | None:
    """The last of a kind that names a number: a dolly put right, or a call corrected, counts as corrected."""
    named = [fact for fact in spin.every(kind) if number_in(fact) is not None]
    return named[-1] if named else None


def _differs(fact: Entry, number: str) -> bool:
    if isinstance(fact.data, ResultAnnounced) and fact.data.number == number:
        return fact.data.colour is not None and fact.data.colour != colour_of(number)
    return number_in(fact) != number
