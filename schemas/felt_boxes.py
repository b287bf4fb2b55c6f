"""The felt in millimetres: which layout it is, and where its boxes are printed.

x grows from street to street and is 0 on the line between zero and 1-2-3; y is 0 at the dealer's edge
of the numbers and grows towards the players.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from schemas.events import Value
from schemas.spots import EVEN_CHANCES
from schemas.wheel import ORDERS

OUTSIDE_MM = 60.0
"""Depth of a dozen's and of an even chance's box, and length of a courtesy box."""
ZERO_MM = 75.0

Extra = Literal["racetrack", "asian-racetrack", "sections"]
Section = Literal["voisins", "tier", "orphans"]


class Felt(Value, frozen=True, kw_only=True, cache_hash=True):
    """A printed layout: box of a number (from street to street, across), its zeros, and what is printed besides.

    `zeros` reads from the zeros' end with 1-2-3 from left to right: `00-0` has the double zero on column 1's side.
    `option` 2 has the courtesy line between the second and the third dozen (Appendix 2, 4); `courtesy` is the spot it
    covers on a single-zero felt, or `0-00` for a double-zero felt that has the line but no courtesy boxes.
    `order` is the wheel as printed on the racetracks.
    """

    box_mm: tuple[float, float] = (75.0, 90.0)
    near_dealer: int = 3
    zeros: Literal["0", "00-0", "0-00"] = "0"
    option: Literal[1, 2] = 1
    courtesy: str | None = None
    extras: tuple[Extra, ...] = ()
    order: tuple[str, ...] = ()
    asian_groups: tuple[tuple[str, str, str], ...] = ()
    sections: tuple[Section, ...] = ("voisins", "tier", "orphans")
    sections_at: Literal["players", "dealer"] = "players"

    @property
    def length(self) -> float:
        """From the zero's line to the columns' boxes."""
        return 12 * self.box_mm[0]

    @property
    def width(self) -> float:
        """From the dealer's edge of the numbers to the dozens."""
        return 3 * self.box_mm[1]

    @property
    def two_zeros(self) -> bool:
        """Whether it is a felt for 38 pockets."""
        return self.zeros != "0"

    @property
    def wheel(self) -> tuple[str, ...]:
        """The order printed on its racetracks: as given, else that of the known wheel with as many pockets."""
        return self.order or ORDERS["american" if self.two_zeros else "single-zero"]

    @property
    def courtesy_x(self) -> float | None:
        """Where the courtesy line runs, if there is one: between the second and the third dozen."""
        return 8 * self.box_mm[0] if self.option == 2 or self.courtesy else None

    @property
    def courtesy_spot(self) -> str | None:
        """What the courtesy line covers: zero and double zero (3.1A(b)iii), or what the operator says it does."""
        return "0-00" if self.two_zeros else self.courtesy

    def row_y(self, column: int) -> float:
        """The dealer's edge of the row of column 1, 2 or 3."""
        return (3 - column if self.near_dealer == 3 else column - 1) * self.box_mm[1]

    def column_at(self, y: float) -> int:
        """Which column's row lies at this y; outside, the nearest."""
        nth = min(2, max(0, int(y // self.box_mm[1])))
        return 3 - nth if self.near_dealer == 3 else nth + 1

    def zero_at(self, y: float) -> str:
        """Which zero lies at this y: two zeros meet in the middle of column 2."""
        left, _, right = self.zeros.partition("-")
        first = (y >= self.width / 2) == (self.near_dealer == 3)
        return left if first or not right else right


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


@lru_cache(maxsize=64)
def boxes(felt: Felt) -> dict[str, Box]:
    """Every printed box of the main layout by the name of its spot: zeros, numbers, columns, dozens, even chances."""
    along, across = felt.box_mm
    printed = _zeros(felt)
    for number in range(1, 37):
        street, column = (number - 1) // 3, (number - 1) % 3 + 1
        y = felt.row_y(column)
        printed[str(number)] = Box(x0=street * along, y0=y, x1=(street + 1) * along, y1=y + across)
    for column in (1, 2, 3):
        y = felt.row_y(column)
        printed[f"column-{column}"] = Box(x0=felt.length, y0=y, x1=felt.length + along, y1=y + across)
    room = OUTSIDE_MM if courtesy_boxes(felt) else 0.0
    for nth, (x0, x1) in enumerate(((0.0, 4 * along), (4 * along, 8 * along - room), (8 * along + room, felt.length))):
        printed[f"dozen-{nth + 1}"] = Box(x0=x0, y0=felt.width, x1=x1, y1=felt.width + OUTSIDE_MM)
    for nth, name in enumerate(EVEN_CHANCES):
        y = felt.width + OUTSIDE_MM
        printed[name] = Box(x0=nth * 2 * along, y0=y, x1=(nth + 1) * 2 * along, y1=y + OUTSIDE_MM)
    return printed


def courtesy_boxes(felt: Felt) -> tuple[tuple[str, Box], ...]:
    """The courtesy boxes of zero and double zero (Appendix 4, items 10 and 11) on either side of their line.

    The appendix only draws them: here the zero that stands left lies beside the second dozen, the other beside the
    third, each as long as a dozen is deep.
    """
    if not felt.two_zeros or felt.option != 2:
        return ()
    x, (left, right) = 8 * felt.box_mm[0], felt.zeros.split("-")
    y0, y1 = felt.width, felt.width + OUTSIDE_MM
    return (left, Box(x0=x - OUTSIDE_MM, y0=y0, x1=x, y1=y1)), (right, Box(x0=x, y0=y0, x1=x + OUTSIDE_MM, y1=y1))


def _zeros(felt: Felt) -> dict[str, Box]:
    if not felt.two_zeros:
        return {"0": Box(x0=-ZERO_MM, y0=0, x1=0, y1=felt.width)}
    middle = felt.width / 2
    near, far = felt.zero_at(0), felt.zero_at(felt.width)
    halves = {near: (0.0, middle), far: (middle, felt.width)}
    return {zero: Box(x0=-ZERO_MM, y0=halves[zero][0], x1=0, y1=halves[zero][1]) for zero in ("0", "00")}
