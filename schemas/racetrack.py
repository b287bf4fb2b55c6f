"""What may be printed beside the main layout: racetrack, Asian racetrack, section areas (2.2(b), (c); 7.4).

The documents only draw these (Appendix 5, 6, 8 to 11), so where they lie is ours to say. All run along the numbers.
Beyond the dealer's edge (y below 0), a hand's breadth away, lies the racetrack: two rows of the wheel's numbers, the
farther from zero on clockwise, the nearer on from there and back, so that wheel neighbours lie side by side; between
the rows voisins (round zero), orphelins, tier. Beyond it, or in its place, the Asian racetrack, one row of groups.
The sections, voisins, orphans, tier, lie beyond the even chances, or with `sections_at = "dealer"` where a racetrack
would (never beside one: 7.15).
"""

from __future__ import annotations

from functools import lru_cache

from schemas.felt_boxes import OUTSIDE_MM, Box, Felt
from schemas.spots import spot_name
from schemas.wheel import ZEROS, from_zero

GAP_MM = 40.0
"""Between the main layout and what lies beside it: wide enough that a chip on an outer line touches nothing else."""
ROW_MM = 60.0
"""Depth of a row of a racetrack and of a section."""


@lru_cache(maxsize=64)
def extra_boxes(felt: Felt) -> dict[str, Box]:
    """Every box beside the main layout by the name of its spot."""
    printed: dict[str, Box] = {}
    edge = -GAP_MM
    if "racetrack" in felt.extras:
        printed |= _racetrack(felt, edge)
        edge -= 3 * ROW_MM + GAP_MM
    if "asian-racetrack" in felt.extras:
        printed |= _row(felt, [asian_name(group) for group in asian_groups(felt)], edge - ROW_MM)
        edge -= ROW_MM + GAP_MM
    if "sections" in felt.extras:
        y = edge - ROW_MM if felt.sections_at == "dealer" else felt.width + 2 * OUTSIDE_MM + GAP_MM
        named = [f"section-{name}" for name in ("voisins", "orphans", "tier") if name in felt.sections]
        printed |= _row(felt, named, y)
    return printed


def asian_groups(felt: Felt) -> tuple[tuple[str, ...], ...]:
    """The groups of three (3.2): as the operator says, else the wheel's consecutive threes, the zeros left out.

    The document only draws them (Appendix 5), so a table whose cloth groups otherwise says so in `asian_groups`.
    """
    if felt.asian_groups:
        return felt.asian_groups
    numbers = [pocket for pocket in from_zero(felt.wheel) if pocket not in ZEROS]
    return tuple(tuple(numbers[nth:nth + 3]) for nth in range(0, len(numbers), 3))


def asian_name(group: tuple[str, ...]) -> str:
    """`asian-0-26-32`: the prefix and the numbers, zeros first, ascending."""
    return f"asian-{spot_name(group)}"


def _racetrack(felt: Felt, edge: float) -> dict[str, Box]:
    order = [f"neighbours-{pocket}" for pocket in from_zero(felt.wheel)]
    return {
        **_row(felt, order[:19], edge - 3 * ROW_MM), **_row(felt, order[:18:-1], edge - ROW_MM),
        **_row(felt, ["voisins", "orphelins", "tier"], edge - 2 * ROW_MM),
    }


def _row(felt: Felt, names: list[str], y: float) -> dict[str, Box]:
    """Boxes of one row, equally long, along the whole length of the numbers."""
    each = felt.length / max(1, len(names))
    return {
        name: Box(x0=nth * each, y0=y, x1=(nth + 1) * each, y1=y + ROW_MM) for nth, name in enumerate(names)
    }
