"""From a chip's place to its spot, with what else it may be: by the touch rule, or by the printed place.

`touch` (division 3.8): a wager touching a line is on that line, touching several on their crossing.
`printed` (the other books): a wager is where its centre is, in a box or on a line, and one that straddles is unclear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from math import hypot
from typing import Literal

from schemas.events import Value
from schemas.felt_boxes import OUTSIDE_MM, ZERO_MM, Felt
from schemas.felt_lines import areas, cuts, on_courtesy_line, spot_at

Placement = Literal["touch", "printed"]

ON_LINE = 0.5
"""Printed: up to this share of its radius from a line, the centre is on it. Higher: more sloppy chips are splits."""
IN_BOX = 0.75
"""Printed: from this share on, it is clearly within the box. Higher: more chips between the two are told as unclear."""
BEYOND_MM = 1e-6


class Reading(Value, frozen=True, kw_only=True):
    """The spot a stack stands on; `others` are the spots it would be on if the error were used against it.

    `second` is the nearest of the others and `edge_mm` how far off the centre would have to be for it; `why` says
    what makes it unclear, or why there is no spot.
    """

    spot: str | None
    others: tuple[str, ...] = ()
    second: str | None = None
    edge_mm: float | None = None
    why: str = ""

    @property
    def certain(self) -> bool:
        """Whether the error cannot change the spot."""
        return self.spot is not None and not self.others


def touching(felt: Felt, x: float, y: float, radius: float) -> str | None:
    """The spot of a chip by the touch rule (3.8): on every line it touches, on the crossing of several."""
    return spot_at(felt, x, y, radius)


def read_spot(
    felt: Felt, *, x: float, y: float, radius: float, error: float, placement: Placement = "touch"
) -> Reading:
    """The spot under a placement rule, and what else it could be within the error, along x and along y."""
    return _read(felt, x, y, radius, error, placement)


@lru_cache(maxsize=4096)
def _read(felt: Felt, x: float, y: float, radius: float, error: float, placement: Placement) -> Reading:
    printed = placement == "printed"
    reach = radius * (ON_LINE + IN_BOX) / 2 if printed else radius
    straddle = radius * (IN_BOX - ON_LINE) / 2 if printed else 0.0
    box_straddle = radius * IN_BOX if printed else 0.0
    spot = spot_at(felt, x, y, reach)
    found = _others(felt, x, y, reach, spot, straddle + error, box_straddle + error)
    second = min(found, key=lambda other: (found[other], other), default=None)
    why = ""
    if spot is None:
        why = _no_spot(felt, x, y, reach)
    elif printed and (without := _others(felt, x, y, reach, spot, straddle, box_straddle)):
        why = f"it straddles {' and '.join(sorted({spot, *without}))}, and the book gives no rule for that"
    edge = None if second is None else round(found[second], 1)
    return Reading(spot=spot, others=tuple(sorted(found)), second=second, edge_mm=edge, why=why)


def _no_spot(felt: Felt, x: float, y: float, reach: float) -> str:
    if on_courtesy_line(felt, x, y, reach):
        return "it is on the courtesy line; what that covers is only drawn in the rules: say so in [felt] courtesy"
    return "it is off the printed layout"


def _others(
    felt: Felt, x: float, y: float, reach: float, spot: str | None, line_error: float, box_error: float
) -> dict[str, float]:
    """Every other spot that begins nearer than the error, with the distance to where it begins."""
    found: dict[str, float] = {}
    for other, near_x, near_y in _around(felt, x, y, reach, line_error, box_error):
        if other is not None and other != spot:
            found[other] = min(found.get(other, 1e9), hypot(near_x - x, near_y - y))
    return found


def _around(
    felt: Felt, x: float, y: float, reach: float, line_error: float, box_error: float
) -> Iterator[tuple[str | None, float, float]]:
    """What every region of the felt within the error reads as, just beyond where it begins."""
    cuts_x, cuts_y = cuts(felt, reach)
    xs = [x, *_beyond(cuts_x, x, line_error), *_beyond((-ZERO_MM, felt.length), x, box_error)]
    ys = [y, *_beyond(cuts_y, y, line_error), *_beyond((felt.width + OUTSIDE_MM,), y, box_error)]
    if len(xs) > 1 or len(ys) > 1:
        yield from ((spot_at(felt, near_x, near_y, reach), near_x, near_y) for near_x in xs for near_y in ys)
    if 0 < x < felt.length - box_error and box_error < y < felt.width - box_error:
        return
    for name, box in areas(felt):
        dozens = box.y0 == felt.width  # the line above them, which carries bets, binds before their boxes do
        begins = box.y0 + reach if dozens else box.y0
        near_x = min(max(x, box.x0 + BEYOND_MM), box.x1 - BEYOND_MM)
        near_y = min(max(y, begins + BEYOND_MM), box.y1 - BEYOND_MM)
        error_y = line_error if dozens and y < begins else box_error
        if abs(near_x - x) <= box_error and abs(near_y - y) <= error_y and spot_at(felt, near_x, near_y, reach) == name:
            yield name, near_x, near_y


def _beyond(edges: tuple[float, ...], at: float, error: float) -> list[float]:
    """Just beyond every edge within the error, seen from here."""
    reached = edges[bisect_left(edges, at - error):bisect_right(edges, at + error)]
    return [edge + (BEYOND_MM if edge >= at else -BEYOND_MM) for edge in reached]
