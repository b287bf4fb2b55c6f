"""The felt, all of it: its boxes, its spots, what they cover, and how a place becomes a spot."""

from __future__ import annotations

from functools import lru_cache

from schemas.felt_boxes import OUTSIDE_MM, ZERO_MM, Box, Felt, boxes, courtesy_boxes
from schemas.racetrack import asian_groups, extra_boxes
from schemas.reading import Placement, Reading, read_spot, touching
from schemas.spots import (
    EVEN_CHANCES,
    covers,
    is_multiple,
    is_outside,
    is_racetrack,
    is_section,
    pieces_of,
    spot_name,
    wager_of,
)

__all__ = [
    "EVEN_CHANCES", "OUTSIDE_MM", "ZERO_MM", "Box", "Felt", "Placement", "Reading", "asian_groups", "boxes",
    "courtesy_boxes", "courtesy_places", "covers", "extra_boxes", "is_multiple", "is_outside", "is_racetrack",
    "is_section", "pieces_of", "read_spot", "spot_name", "spots", "touching", "wager_of",
]


@lru_cache(maxsize=64)
def spots(felt: Felt) -> dict[str, tuple[float, float]]:
    """Every spot with the middle of the place where a chip on it is put."""
    along, across = felt.box_mm
    found = {name: box.centre for name, box in boxes(felt).items()}
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
    return found | _between_the_zeros(felt) | {name: box.centre for name, box in extra_boxes(felt).items()}


def courtesy_places(felt: Felt) -> tuple[tuple[str | None, tuple[float, float]], ...]:
    """The second places of spots: the courtesy line and its boxes; no spot where the operator has not said which."""
    if felt.courtesy_x is None:
        return ()
    line = (felt.courtesy_spot, (felt.courtesy_x, felt.width + OUTSIDE_MM / 2))
    return (line, *((name, box.centre) for name, box in courtesy_boxes(felt)))


def _between_the_zeros(felt: Felt) -> dict[str, tuple[float, float]]:
    """The splits that only two zeros have: with each other, and each with its half of 2."""
    if not felt.two_zeros:
        return {}
    middle, quarter = felt.width / 2, felt.box_mm[1] / 4
    halves = {f"{felt.zero_at(y)}-2": (0.0, y) for y in (middle - quarter, middle + quarter)}
    return {"0-00": (-ZERO_MM / 2, middle), **halves}
