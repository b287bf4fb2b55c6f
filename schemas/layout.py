"""The felt in millimetres: where every ordinary spot is, what it covers, and the touch rule.

x grows from street to street and is 0 on the line between zero and 1-2-3; y is 0 at the dealer's edge
of the numbers and grows towards the players.
"""

from __future__ import annotations

from functools import lru_cache

from schemas.events import Value
from schemas.wheel import REDS

OUTSIDE_MM = 60.0
"""Depth of a dozen's and of an even chance's box."""
ZERO_MM = 75.0
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
"""From the zero's end to the columns' end."""


class Felt(Value, frozen=True, kw_only=True):
    """A printed layout: box of a number (from street to street, across), and which row is next to the dealer."""

    box_mm: tuple[float, float] = (75.0, 90.0)
    near_dealer: int = 3

    @property
    def length(self) -> float:
        """From the zero's line to the columns' boxes."""
        return 12 * self.box_mm[0]

    @property
    def width(self) -> float:
        """From the dealer's edge of the numbers to the dozens."""
        return 3 * self.box_mm[1]

    def row_y(self, column: int) -> float:
        """The dealer's edge of the row of column 1, 2 or 3."""
        return (3 - column if self.near_dealer == 3 else column - 1) * self.box_mm[1]

    def column_at(self, y: float) -> int:
        """Which column's row lies at this y; outside, the nearest."""
        nth = min(2, max(0, int(y // self.box_mm[1])))
        return 3 - nth if self.near_dealer == 3 else nth + 1


class Box(Value, frozen=True, kw_only=True):
    """A printed box on the felt."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return ((self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x0 <= x < self.x1 and self.y0 <= y < self.y1


class Reading(Value, frozen=True, kw_only=True):
    """The spot a stack stands on; `others` are the spots it would be on if the error were used against it."""

    spot: str | None
    others: tuple[str, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether the error cannot change the spot."""
        return self.spot is not None and not self.others


@lru_cache(maxsize=16)
def boxes(felt: Felt) -> dict[str, Box]:
    """Every printed box by the name of its spot: numbers, zero, columns, dozens, even chances."""
    along, across = felt.box_mm
    printed = {"0": Box(x0=-ZERO_MM, y0=0, x1=0, y1=felt.width)}
    for number in range(1, 37):
        street, column = (number - 1) // 3, (number - 1) % 3 + 1
        y = felt.row_y(column)
        printed[str(number)] = Box(x0=street * along, y0=y, x1=(street + 1) * along, y1=y + across)
    for column in (1, 2, 3):
        y = felt.row_y(column)
        printed[f"column-{column}"] = Box(x0=felt.length, y0=y, x1=felt.length + along, y1=y + across)
    for nth in range(3):
        printed[f"dozen-{nth + 1}"] = Box(
            x0=nth * 4 * along, y0=felt.width, x1=(nth + 1) * 4 * along, y1=felt.width + OUTSIDE_MM
        )
    for nth, name in enumerate(EVEN_CHANCES):
        y = felt.width + OUTSIDE_MM
        printed[name] = Box(x0=nth * 2 * along, y0=y, x1=(nth + 1) * 2 * along, y1=y + OUTSIDE_MM)
    return printed


def spot_name(numbers: set[int]) -> str:
    """Numbers ascending, joined by '-', zero first."""
    return "-".join(str(number) for number in sorted(numbers))


def touching(felt: Felt, x: float, y: float, radius: float) -> str | None:
    """The spot of a chip by the touch rule (3.8): on every line it touches, on the crossing of several.

    Lines that carry no bet (round the columns, between two dozens or two even chances) bind nothing:
    there the chip counts in the box its centre is in. None off the printed layout.
    """
    along, across = felt.box_mm
    if y > felt.width + radius or x > felt.length + radius or (x > felt.length and y <= felt.width):
        return _box_at(felt, x, y)
    if y < -radius or x < -ZERO_MM - radius:
        return None
    line_x = round(x / along) if abs(x - round(x / along) * along) <= radius else None
    if line_x is not None and not 0 <= line_x <= 11:
        line_x = None
    line_y = round(y / across) if abs(y - round(y / across) * across) <= radius else None
    if line_x is None and x < 0:
        return _box_at(felt, x, y)
    if line_y not in (None, 0, 1, 2, 3):
        line_y = None
    if line_y is None and y > felt.width:
        return _box_at(felt, x, y)
    street = int(min(11, max(0, x // along)))
    streets = [street] if line_x is None else [s for s in (line_x - 1, line_x) if s >= 0]
    if line_y in (0, 3):
        columns = [1, 2, 3]
    elif line_y is None:
        columns = [felt.column_at(y)]
    else:
        columns = [felt.column_at((line_y - 0.5) * across), felt.column_at((line_y + 0.5) * across)]
    numbers = {3 * s + column for s in streets for column in columns}
    if line_x == 0:
        numbers |= {0}
    return spot_name(numbers)


def _box_at(felt: Felt, x: float, y: float) -> str | None:
    return next((name for name, box in boxes(felt).items() if box.holds(x, y)), None)


def read_spot(felt: Felt, *, x: float, y: float, radius: float, error: float) -> Reading:
    """The spot by the touch rule, and what else it could be within the error."""
    spot = touching(felt, x, y, radius)
    around = {
        touching(felt, x + dx * error, y + dy * error, radius)
        for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    }
    return Reading(spot=spot, others=tuple(sorted(other for other in around - {spot} if other)))


@lru_cache(maxsize=512)
def covers(spot: str) -> frozenset[str]:
    """The numbers that win for a spot."""
    every = range(1, 37)
    outside = {
        "red": [n for n in every if str(n) in REDS], "black": [n for n in every if str(n) not in REDS],
        "odd": [n for n in every if n % 2], "even": [n for n in every if n % 2 == 0],
        "low": list(range(1, 19)), "high": list(range(19, 37)),
        **{f"dozen-{d}": list(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)},
        **{f"column-{c}": list(range(c, 37, 3)) for c in (1, 2, 3)},
    }
    if spot in outside:
        return frozenset(str(n) for n in outside[spot])
    return frozenset(spot.split("-"))


@lru_cache(maxsize=512)
def wager_of(spot: str) -> str:
    """The kind of wager: straight, split, street, corner, six-line, column, dozen, even-chance."""
    if spot in EVEN_CHANCES:
        return "even-chance"
    if spot.startswith(("column", "dozen")):
        return spot.split("-")[0]
    return {1: "straight", 2: "split", 3: "street", 4: "corner", 6: "six-line"}[len(covers(spot))]


@lru_cache(maxsize=16)
def spots(felt: Felt) -> dict[str, tuple[float, float]]:
    """Every ordinary spot with the middle of the place where a chip on it is put."""
    along, across = felt.box_mm
    found = {name: box.centre for name, box in boxes(felt).items()}
    found["0"] = (-ZERO_MM / 2, felt.width / 2)
    for line_x in range(12):
        for line_y in range(7):
            y = line_y * across / 2
            name = touching(felt, line_x * along, y, 1.0)
            if name is not None and (line_y > 0 or name not in found):
                found[name] = (line_x * along, y)
    for street in range(12):
        for line_y in (1, 2, 3):
            name = touching(felt, (street + 0.5) * along, line_y * across, 1.0)
            if name is not None:
                found[name] = ((street + 0.5) * along, line_y * across)
    return found
