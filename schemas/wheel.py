"""Wheels: the order of the pockets and their colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
DRAWN_ONLY = "european-double-zero"
"""The wheel of 7.9: its order is a picture in the document, so it ships with none."""

REDS = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
ZEROS = ("0", "00")


def order_of(named: str | Sequence[str]) -> tuple[str, ...]:
    """The pockets clockwise: of a known wheel, or as given, checked."""
    if not isinstance(named, str):
        return checked(tuple(str(pocket) for pocket in named))
    if named == DRAWN_ONLY:
        raise NoMoreBetsError(
            f"the order '{named}' is only drawn in the rules (7.9): give order = the list of its 38 pockets, clockwise."
        )
    if named not in ORDERS:
        raise NoMoreBetsError(f"no wheel order '{named}'.{meant(named, ORDERS)}")
    return ORDERS[named]


@lru_cache(maxsize=64)
def checked(order: tuple[str, ...]) -> tuple[str, ...]:
    """A given order, refused when it is no wheel of clause 2.3: each pocket once, red and black in turn."""
    zeros = ZEROS if "00" in order else ZEROS[:1]
    wanted = [*zeros, *map(str, range(1, 37))]
    unknown = [pocket for pocket in order if pocket not in wanted]
    if unknown:
        raise NoMoreBetsError(f"wheel order: no pocket '{unknown[0]}'; pockets are 0, 00 and 1 to 36 (2.3).")
    if wrong := next((pocket for pocket in wanted if order.count(pocket) != 1), None):
        told = "is missing" if wrong not in order else f"comes {order.count(wrong)} times"
        raise NoMoreBetsError(f"wheel order: pocket {wrong} {told}; each of {len(wanted)} pockets once (2.3).")
    for pocket, after in zip(order, (*order[1:], order[0]), strict=True):
        if colour_of(pocket) == colour_of(after) != "green":
            raise NoMoreBetsError(
                f"wheel order: {pocket} and {after} are both {colour_of(pocket)}; red and black alternate (2.3)."
            )
    return order


def neighbours(order: Sequence[str], number: str, each_side: int = 2) -> tuple[str, ...]:
    """A number between the ones beside it on the wheel, clockwise."""
    if number not in order:
        raise NoMoreBetsError(f"no pocket '{number}' on this wheel.{meant(number, order)}")
    at = order.index(number)
    return tuple(order[(at + step) % len(order)] for step in range(-each_side, each_side + 1))


def from_zero(order: Sequence[str]) -> tuple[str, ...]:
    """The same wheel told from its zero on."""
    at = order.index("0")
    return (*order[at:], *order[:at])


def colour_of(number: str) -> Colour:
    """Red, black, or green for the zeros."""
    if number in ZEROS:
        return "green"
    return "red" if number in REDS else "black"
