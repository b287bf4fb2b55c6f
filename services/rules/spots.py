"""Which bet a stack makes: the referee reads it from the place, under the book's placement rule."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from schemas.events import Chips, Place
from schemas.layout import Felt, boxes, read_spot, spots
from schemas.rulebook import Rulebook
from schemas.table import TableSetup
from services.rules.felt import DIAMETER_MM


def spots_of(place: Place, chips: tuple[Chips, ...], setup: TableSetup, book: Rulebook) -> tuple[str, ...]:
    """The spot a stack is on, with the others it may be on; none off the layout. Without millimetres, as told."""
    if place.x_mm is None or place.y_mm is None:
        return (place.spot,) if place.spot else ()
    felt, error = setup.felt.felt, place.error_mm or 0.0
    if book.placement == "printed":
        return _printed(felt, place.x_mm, place.y_mm, error)
    return _touched(felt, place.x_mm, place.y_mm, diameter_of(chips, setup) / 2, error)


def diameter_of(chips: tuple[Chips, ...], setup: TableSetup) -> float:
    """The width of the widest chip in the pile."""
    known = {part.colour: part.diameter_mm for part in setup.chips}
    widths = [known[pile.colour] for pile in chips if pile.colour in known]
    return max(widths, default=max(known.values(), default=DIAMETER_MM))


@lru_cache(maxsize=2048)
def _touched(felt: Felt, x: float, y: float, radius: float, error: float) -> tuple[str, ...]:
    """The spot by the touch rule, and every other within the error."""
    reading = read_spot(felt, x=x, y=y, radius=radius, error=error)
    return tuple(spot for spot in (reading.spot, *reading.others) if spot)


@lru_cache(maxsize=512)
def _printed(felt: Felt, x: float, y: float, error: float) -> tuple[str, ...]:
    """The nearest printed place, and every other that is as near within the error."""
    around = [(x, y), *((x + dx * error, y + dy * error) for dx in (-1, 0, 1) for dy in (-1, 0, 1))]
    found = dict.fromkeys(spot for point in around if (spot := _nearest(felt, *point)))
    return tuple(found)


def _nearest(felt: Felt, x: float, y: float) -> str | None:
    """A number's box, its lines and corners by the nearest middle; outside boxes by where the centre is."""
    held = next((name for name, box in boxes(felt).items() if box.holds(x, y)), None)
    if held and not held[0].isdigit():
        return held
    inside = {name: centre for name, centre in spots(felt).items() if name[0].isdigit()}
    if held is None and not (-1 <= x <= felt.length and -1 <= y <= felt.width + 1):
        return None
    if held == "0" and x < -felt.box_mm[0] / 4:
        return "0"
    return min(inside, key=lambda name: hypot(inside[name][0] - x, inside[name][1] - y))
