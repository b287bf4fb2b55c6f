"""Which spot a point of the felt belongs to, when whatever comes within reach of a line is on that line."""

from __future__ import annotations

from functools import lru_cache

from schemas.felt_boxes import OUTSIDE_MM, ZERO_MM, Box, Felt, boxes, courtesy_boxes
from schemas.racetrack import extra_boxes
from schemas.spots import spot_name


def spot_at(felt: Felt, x: float, y: float, reach: float) -> str | None:
    """On every line within reach, on the crossing of several; else in the box that holds the point.

    Lines that carry no bet (round the columns, between two dozens or two even chances, on the racetracks) bind
    nothing: there the chip counts in the box its centre is in. None off the printed layout.
    """
    along, across = felt.box_mm
    if not -reach <= y <= felt.width + reach or x > felt.length + reach or (x > felt.length and y <= felt.width):
        return _beside(felt, x, y, reach)
    line_x = _nearest(x, along, 12, reach)
    if line_x == 12:
        line_x = None
    if line_x is None and x < 0:
        return _zeros(felt, x, y, reach)
    street = int(min(11, max(0, x // along)))
    streets = [street] if line_x is None else [s for s in (line_x - 1, line_x) if s >= 0]
    if line_x == 0 and _between_zeros(felt, y, reach):
        return "0-00-2"
    line_y = _nearest(y, across, 3, reach)
    columns = _columns(felt, y, line_y)
    numbers = {str(3 * s + column) for s in streets for column in columns}
    if line_x == 0:
        numbers |= {"0", *felt.zeros.split("-")} if len(columns) == 3 else {_zero_beside(felt, y, line_y)}
    return spot_name(numbers)


def areas(felt: Felt) -> tuple[tuple[str, Box], ...]:
    """The boxes where the centre alone decides: all but those of the numbers, courtesy boxes and racetracks too."""
    return _areas(felt)


def on_courtesy_line(felt: Felt, x: float, y: float, reach: float) -> bool:
    """Whether a chip beside the numbers, its centre in the dozens' row, is on the courtesy line."""
    line = felt.courtesy_x
    return line is not None and abs(x - line) <= reach and felt.width + reach < y < felt.width + OUTSIDE_MM


@lru_cache(maxsize=64)
def cuts(felt: Felt, reach: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Every x and every y where crossing may change the spot among the numbers, ascending."""
    along, across = felt.box_mm
    xs = [line * along for line in range(13)]
    ys = [line * across for line in range(4)] + ([felt.width / 2] if felt.two_zeros else [])
    apart = (across, across / 2) if felt.two_zeros else (across,)
    return _with_reach(xs, (along,), reach), _with_reach(ys, apart, reach)


def _with_reach(lines: list[float], apart: tuple[float, ...], reach: float) -> tuple[float, ...]:
    """Where a line begins and ends to bind, and, for a chip wider than a box, where the next of those is nearer."""
    offs = {0.0, reach, *(step / 2 for step in apart)}
    return tuple(sorted({line + off for line in lines for each in offs for off in (-each, each)}))


def _nearest(at: float, step: float, last: int, reach: float) -> int | None:
    """The nearest of the lines 0 to `last`, if it is within reach."""
    line = min(last, max(0, round(at / step)))
    return line if abs(at - line * step) <= reach else None


def _columns(felt: Felt, y: float, line_y: int | None) -> list[int]:
    across = felt.box_mm[1]
    if line_y in (0, 3):
        return [1, 2, 3]
    if line_y is None:
        return [felt.column_at(y)]
    return [felt.column_at((line_y - 0.5) * across), felt.column_at((line_y + 0.5) * across)]


def _between_zeros(felt: Felt, y: float, reach: float) -> bool:
    """Within reach of the line between two zeros, and no line between rows is nearer."""
    off = abs(y - felt.width / 2)
    return felt.two_zeros and off <= reach and off <= felt.box_mm[1] / 4


def _zero_beside(felt: Felt, y: float, line_y: int | None) -> str:
    """The zero that a line between two rows ends at, else the one at this y."""
    return felt.zero_at(y if line_y is None else line_y * felt.box_mm[1])


def _zeros(felt: Felt, x: float, y: float, reach: float) -> str | None:
    """In a zero's box, or on the line between the two."""
    if x < -ZERO_MM or not 0 <= y < felt.width:
        return None
    on_line = felt.two_zeros and abs(y - felt.width / 2) <= reach
    return "0-00" if on_line else felt.zero_at(y)


def _beside(felt: Felt, x: float, y: float, reach: float) -> str | None:
    if on_courtesy_line(felt, x, y, reach):
        return felt.courtesy_spot
    return next((name for name, box in _areas(felt) if box.holds(x, y)), None)


@lru_cache(maxsize=64)
def _areas(felt: Felt) -> tuple[tuple[str, Box], ...]:
    main = ((name, box) for name, box in boxes(felt).items() if box.x0 < 0 or not name.isdigit())
    return (*courtesy_boxes(felt), *main, *extra_boxes(felt).items())
