"""Spots by name: the numbers that win, the kind of wager, and the pieces of a multiple wager.

Names are numbers ascending joined by '-', `0` and `00` first; `red` … `column-3` outside the numbers; `tier`,
`orphelins`, `voisins`, `neighbours-17` on the racetrack, `asian-4-19-21` on the Asian one, `section-tier` in sections.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from schemas.errors import NoMoreBetsError
from schemas.wheel import REDS, neighbours

EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")
"""From the zero's end to the columns' end."""
INSIDE = {1: "straight", 2: "split", 3: "street", 4: "corner", 5: "five-line", 6: "six-line"}
"""The wagers among the numbers, by how many they cover."""
PIECES = {
    "tier": tuple((spot, 1) for spot in "5-8 10-11 13-16 23-24 27-30 33-36".split()),
    "orphelins": (("1", 1), *((spot, 1) for spot in "6-9 14-17 17-20 31-34".split())),
    "voisins": (("0-2-3", 2), ("25-26-28-29", 2), *((spot, 1) for spot in "4-7 12-15 18-21 19-22 32-35".split())),
}
"""3.2A(a)-(c): the ordinary bets of which a racetrack bet is made, and how many pieces go on each."""
SECTIONS = {
    "section-voisins": "22 18 29 7 28 12 35 3 26 0 32 15 19 4 21 2 25".split(),
    "section-tier": "27 13 36 11 30 8 23 10 5 24 16 33".split(),
    "section-orphans": "1 20 14 31 9 17 34 6".split(),
}
"""7.7(a)-(c), and 7.10: on 38 pockets the same numbers, so that 00 loses."""


def spot_name(numbers: Iterable[str]) -> str:
    """Numbers ascending, joined by '-', zero and double zero first."""
    return "-".join(sorted(set(numbers), key=lambda number: (int(number), len(number))))


@lru_cache(maxsize=1024)
def covers(spot: str, order: tuple[str, ...] | None = None) -> frozenset[str]:
    """The numbers that win for a spot; only `neighbours-…` asks for the wheel's order."""
    if spot in _OUTSIDE:
        return _OUTSIDE[spot]
    if spot in SECTIONS:
        return frozenset(SECTIONS[spot])
    if spot.startswith("asian-"):
        return frozenset(spot.split("-")[1:])
    if is_multiple(spot):
        return frozenset(number for piece, _ in pieces_of(spot, order) for number in piece.split("-"))
    return frozenset(spot.split("-"))


@lru_cache(maxsize=1024)
def wager_of(spot: str) -> str:
    """The kind of wager, as a rulebook's odds name it: straight … six-line, even-chance, asian, tier, neighbours …"""
    if spot in EVEN_CHANCES:
        return "even-chance"
    if spot in PIECES or spot in SECTIONS:
        return spot
    if not spot[:1].isdigit():
        return spot.split("-")[0]
    return INSIDE[len(covers(spot))]


@lru_cache(maxsize=1024)
def pieces_of(spot: str, order: tuple[str, ...] | None = None) -> tuple[tuple[str, int], ...]:
    """The ordinary bets a spot stands for, each with its pieces (3.2A); any other spot is its own single piece."""
    if spot in PIECES:
        return PIECES[spot]
    if spot.startswith("neighbours-"):
        if order is None:
            raise NoMoreBetsError(f"'{spot}' needs the wheel's order to say what it covers.")
        return tuple((number, 1) for number in neighbours(order, spot.removeprefix("neighbours-")))
    return ((spot, 1),)


def is_multiple(spot: str) -> bool:
    """Whether a bet there is made of several pieces (3.2A)."""
    return spot in PIECES or spot.startswith("neighbours-")


def is_racetrack(spot: str) -> bool:
    """Whether it lies on the racetrack or the Asian racetrack, where only a dealer places (3.2B, 5.7)."""
    return is_multiple(spot) or spot.startswith("asian-")


def is_section(spot: str) -> bool:
    """Whether it is a section bet (7.4)."""
    return spot in SECTIONS


def is_outside(spot: str) -> bool:
    """Whether it is a column, a dozen or an even chance: what a paid player may lift at once (3.6)."""
    return spot in _OUTSIDE


_EVERY = range(1, 37)
_OUTSIDE = {
    name: frozenset(map(str, numbers)) for name, numbers in {
        "red": [n for n in _EVERY if str(n) in REDS], "black": [n for n in _EVERY if str(n) not in REDS],
        "odd": [n for n in _EVERY if n % 2], "even": [n for n in _EVERY if n % 2 == 0],
        "low": list(range(1, 19)), "high": list(range(19, 37)),
        **{f"dozen-{nth}": list(range(12 * nth - 11, 12 * nth + 1)) for nth in (1, 2, 3)},
        **{f"column-{nth}": list(range(nth, 37, 3)) for nth in (1, 2, 3)},
    }.items()
}
