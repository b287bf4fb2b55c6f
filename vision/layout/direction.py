"""Which way the numbers run and in which street they begin: a grid of boxes looks alike from both its ends."""

from __future__ import annotations

import numpy as np

from schemas.layout import OUTSIDE_MM, Felt, boxes
from vision.geometry import Points
from vision.layout.ink import Response
from vision.layout.numerals import agreement
from vision.layout.print import ends_of, sample

SHIFTS = (-2, -1, 0, 1, 2)
"""By how many streets a view may be off: the columns' boxes look like one more street, a zero's box like another."""
COLOURS = 0.5
"""What red and black numbers in their places weigh against lines in theirs."""
ENDS = 0.3
"""What the columns' boxes at one end and the undivided zero at the other weigh."""
DOZENS = 0.15
"""What the lines between the dozens weigh; layouts differ most in what is printed round the numbers."""
FIELDS = 0.3
"""What red's field and black's weigh; they lie the other way round when the numbers do."""
RED_APART = 0.12
"""The redness by which red's field and black's differ on any felt that has both."""


def ways(plane: Points, felt: Felt) -> list[Points]:
    """The views in which the same lines would be those of other streets, or of the numbers the other way round."""
    along, found = felt.box_mm[0], []
    for shift in SHIFTS:
        for turn, start in ((1.0, 0.0), (-1.0, felt.length)):
            found.append(plane @ np.array([[turn, 0, start + shift * along], [0, 1.0, 0], [0, 0, 1.0]]))
    return found


def speaks(soft: Response, red: Points, plane: Points, felt: Felt) -> float:
    """How much of what tells one end of the layout from the other lies where this view puts it."""
    printed, blank = ends_of(felt)
    return (COLOURS * agreement(red, plane, felt) + ENDS * _lines(soft, plane, printed, blank)
            + DOZENS * _lines(soft, plane, *_dozens(felt)) + FIELDS * _fields(red, plane, felt))


def _lines(soft: Response, plane: Points, printed: Lines, blank: Lines) -> float:
    there, nowhere = (read(soft, plane, sample(lines, 12.0)[0]) for lines in (printed, blank))
    return float(np.nan_to_num(there - nowhere))


Lines = tuple[tuple[float, float, float, float], ...]


def _dozens(felt: Felt) -> tuple[Lines, Lines]:
    """Where dozens end, and where only streets do."""
    def cut(nth: int) -> tuple[float, float, float, float]:
        return nth * felt.box_mm[0], felt.width + 10, nth * felt.box_mm[0], felt.width + OUTSIDE_MM - 10

    return (cut(0), cut(4), cut(8), cut(12)), tuple(cut(nth) for nth in (1, 2, 3, 5, 6, 7, 9, 10, 11))


def _fields(red: Points, plane: Points, felt: Felt) -> float:
    """How much redder red's field is than black's, -1 to 1."""
    grid = np.array([(dx, dy) for dx in (-24, -12, 0, 12, 24) for dy in (-8, 0, 8)], np.float64)
    reds, blacks = (read(red, plane, np.asarray(boxes(felt)[name].centre) + grid) for name in ("red", "black"))
    return float(np.clip(np.nan_to_num(reds - blacks) / RED_APART, -1, 1))


def read(values: Points | Response, plane: Points, points: Points) -> float:
    """The median of what a picture shows at points of the cloth; unknown when they lie outside it."""
    u, v, w = plane @ np.column_stack([points, np.ones(len(points))]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        u, v = np.nan_to_num(u / w, nan=-1), np.nan_to_num(v / w, nan=-1)
    high, wide = values.shape
    inside = (u >= 0) & (v >= 0) & (u < wide) & (v < high) & (w > 0)
    if inside.sum() < len(points) / 3:
        return float("nan")
    return float(np.mean(values[v[inside].astype(int), u[inside].astype(int)]))
