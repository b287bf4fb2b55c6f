"""The door: a table no book allows, a spot no felt has and a pocket no wheel has are refused before they are judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from schemas.codec import encode
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.errors import NoMoreBetsError, meant
from schemas.events import (
    KINDS,
    BallRested,
    BallReturned,
    ChipsMoved,
    DollyPlaced,
    Event,
    LineRefused,
    OnFelt,
    OralBetCalled,
    PayoutReported,
    Place,
    ResultAnnounced,
    ResultDisplayed,
    TableOpened,
)
from schemas.ids import derived_id
from schemas.lawful import check_table
from schemas.layout import Felt, spots
from schemas.rulebook import Rulebook
from schemas.table import TableSetup
from schemas.topics import OBSERVATIONS
from schemas.wheel import ORDERS

REFEREE = "referee"
NAMING = frozenset(kind for kind in KINDS.values() if issubclass(kind, (
    BallRested, BallReturned, ChipsMoved, DollyPlaced, OnFelt, OralBetCalled, PayoutReported, ResultAnnounced,
    ResultDisplayed, TableOpened,
)))
"""What names a pocket or a spot; nothing else can be refused for one that does not exist."""


def refuse_unknown(event: Event, setup: TableSetup, *, configured: bool) -> None:
    """Refuse what names a place that does not exist; a table nobody configured may have any known wheel."""
    wheels = (setup.wheel.pockets,) if configured else tuple(ORDERS.values())
    for number in _numbers(event):
        if not any(number in pockets for pockets in wheels):
            raise NoMoreBetsError(f"no pocket '{number}' on this wheel.{_near(number, wheels[-1])}")
    for spot in _spots(event):
        known = spots(setup.felt.felt) if configured else _any_felt()
        if spot not in known:
            raise NoMoreBetsError(f"no spot '{spot}' on this felt.{_near(spot, known)}")


def refuse_unlawful(setup: TableSetup, book: Rulebook) -> None:
    """Refuse a table its rulebook does not allow, or one that lacks a setting the book asks for, with the clause."""
    try:
        check_table(setup, book)
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"TableOpened.config: {wrong}") from None


@lru_cache(maxsize=1)
def _any_felt() -> frozenset[str]:
    """Every spot that some felt may have."""
    felts = (
        Felt(zeros=zeros, extras=("racetrack", "asian-racetrack", "sections")) for zeros in ("0", "00-0", "0-00")
    )
    return frozenset(spot for felt in felts for spot in spots(felt))


def set_aside(entry: Entry, wrong: Exception) -> Entry:
    """What could not be judged when its turn came, with the reason: it is never lost."""
    refused = LineRefused(
        why=f"{REFEREE}: {type(wrong).__name__}: {wrong}", topic=OBSERVATIONS, line=encode(entry).decode()
    )
    return put_into_envelope(
        refused, id=derived_id(f"{REFEREE}/refused", entry.id, 0), table=entry.table, origin=REFEREE, time=entry.time,
        session=entry.session, cause=entry.id,
    )


def _numbers(event: Event) -> Iterator[str]:
    match event:
        case TableOpened(previous_number=str(number)) | BallReturned(number=str(number)):
            yield number
        case DollyPlaced(number=str(number)) | ResultAnnounced(number=number) | ResultDisplayed(number=number):
            yield number
        case BallRested(number=number, candidates=candidates):
            yield from candidates if number is None else (number, *candidates)


def _spots(event: Event) -> Iterator[str]:
    """The spots a bet would be judged by; with millimetres the referee reads the place itself."""
    match event:
        case PayoutReported(spot=spot) | OralBetCalled(bet=spot):
            yield spot
        case OnFelt(x_mm=x, y_mm=y, spot=str(spot)) if x is None or y is None:
            yield spot
        case ChipsMoved(from_=before, to=now):
            yield from (place.spot for place in (before, now) if place.spot is not None and _unmeasured(place))


def _unmeasured(place: Place) -> bool:
    return place.x_mm is None or place.y_mm is None


def _near(word: str, known: Iterable[str]) -> str:
    """What was likely meant, without a list of every spot."""
    return meant(word, known).split(" Known:")[0]
