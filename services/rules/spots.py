"""Which bet a stack makes: the referee reads it from the place, under the book's placement rule."""

from __future__ import annotations

from schemas.events import Chips, Place
from schemas.layout import Reading, read_spot
from schemas.rulebook import Rulebook
from schemas.table import TableSetup
from services.rules.felt import DIAMETER_MM


def spots_of(place: Place, chips: tuple[Chips, ...], setup: TableSetup, book: Rulebook) -> tuple[str, ...]:
    """The spot a stack is on, with the others it may be on; none off the layout. Without millimetres, as told."""
    reading = reading_of(place, chips, setup, book)
    return tuple(spot for spot in (reading.spot, *reading.others) if spot)


def reading_of(place: Place, chips: tuple[Chips, ...], setup: TableSetup, book: Rulebook) -> Reading:
    """The same with its doubt: the second-best spot, how near it is, and what makes the place unclear."""
    if place.x_mm is None or place.y_mm is None:
        return Reading(spot=place.spot)
    return read_spot(
        setup.felt.felt, x=place.x_mm, y=place.y_mm, radius=diameter_of(chips, setup) / 2,
        error=place.error_mm or 0.0, placement=book.placement,
    )


def diameter_of(chips: tuple[Chips, ...], setup: TableSetup) -> float:
    """The width of the widest chip in the pile."""
    known = {part.colour: part.diameter_mm for part in setup.chips}
    widths = [known[pile.colour] for pile in chips if pile.colour in known]
    return max(widths, default=max(known.values(), default=DIAMETER_MM))
