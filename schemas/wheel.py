"""Wheels: the order of the pockets and their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from schemas.errors import NoMoreBetsError, meant

Colour = Literal["red", "black", "green"]

SINGLE_ZERO = (
    "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
).split()
AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
).split()
ORDERS = {"single-zero": tuple(SINGLE_ZERO), "american": tuple(AMERICAN)}
"""Known wheels, pockets clockwise seen from above."""

REDS = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())


def order_of(named: str | Sequence[str]) -> tuple[str, ...]:
    """The pockets clockwise: of a known wheel, or as given."""
    if not isinstance(named, str):
        return tuple(str(pocket) for pocket in named)
    if named not in ORDERS:
        raise NoMoreBetsError(f"no wheel order '{named}'.{meant(named, ORDERS)}")
    return ORDERS[named]


def colour_of(number: str) -> Colour:
    """Red, black, or green for the zeros."""
    if number in ("0", "00"):
        return "green"
    return "red" if number in REDS else "black"
