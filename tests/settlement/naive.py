"""What a croupier would work out on paper: every wager, what it covers and pays, by counting boxes.

Deliberately naive, and on purpose without a look into `schemas.spots` or `services.rules.odds`.
"""

from __future__ import annotations

from fractions import Fraction

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
EVERY = range(1, 37)
OUTSIDE = {
    "red": REDS, "black": set(EVERY) - REDS, "odd": set(range(1, 37, 2)), "even": set(range(2, 37, 2)),
    "low": set(range(1, 19)), "high": set(range(19, 37)),
    "dozen-1": set(range(1, 13)), "dozen-2": set(range(13, 25)), "dozen-3": set(range(25, 37)),
    "column-1": set(range(1, 37, 3)), "column-2": set(range(2, 37, 3)), "column-3": set(range(3, 37, 3)),
}
WITH_ZERO = {
    "0": "0-1 0-2 0-3 0-1-2 0-2-3 0-1-2-3",
    "00-0": "0-00 00-1 00-2 0-2 0-3 00-1-2 0-00-2 0-2-3 0-00-1-2-3",
    "0-00": "0-00 0-1 0-2 00-2 00-3 0-1-2 0-00-2 00-2-3 0-00-1-2-3",
}
"""By how the zeros lie, seen with 1-2-3 from left to right."""
TO_ONE = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5}
TRACK = {
    "tier": "5-8 10-11 13-16 23-24 27-30 33-36",
    "orphelins": "1 6-9 14-17 17-20 31-34",
    "voisins": "0-2-3 0-2-3 25-26-28-29 25-26-28-29 4-7 12-15 18-21 19-22 32-35",
}
SECTIONS = {
    "section-voisins": "0 2 3 4 7 12 15 18 19 21 22 25 26 28 29 32 35",
    "section-tier": "5 8 10 11 13 16 23 24 27 30 33 36",
    "section-orphans": "1 6 9 14 17 20 31 34",
}
SINGLE_ZERO = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
AMERICAN = (
    "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
)


def inside(zeros: str) -> dict[str, set[str]]:
    """Every wager among the numbers by its name, with what it covers."""
    groups = [[n] for n in EVERY]
    groups += [[n, n + 1] for n in EVERY if n % 3] + [[n, n + 3] for n in EVERY if n <= 33]
    groups += [[n, n + 1, n + 2] for n in EVERY if n % 3 == 1]
    groups += [[n, n + 1, n + 3, n + 4] for n in EVERY if n % 3 and n <= 32]
    groups += [list(range(n, n + 6)) for n in EVERY if n % 3 == 1 and n <= 31]
    named = {"-".join(map(str, group)): {str(n) for n in group} for group in groups}
    named |= {zero: {zero} for zero in zeros.split("-")}
    return named | {name: set(name.split("-")) for name in WITH_ZERO[zeros].split()}


def wheel(zeros: str) -> list[str]:
    return (SINGLE_ZERO if zeros == "0" else AMERICAN).split()


def neighbours(zeros: str, number: str) -> list[str]:
    order = wheel(zeros)
    at = order.index(number)
    return [order[(at + step) % len(order)] for step in (-2, -1, 0, 1, 2)]


def asian(zeros: str) -> list[list[str]]:
    """The wheel's numbers from zero on, three by three, the zeros left out."""
    numbers = [pocket for pocket in wheel(zeros) if pocket not in ("0", "00")]
    return [numbers[at:at + 3] for at in range(0, 36, 3)]


def every_spot(zeros: str, extras: tuple[str, ...]) -> set[str]:
    """Every place of a felt where a bet can stand."""
    found = {*inside(zeros), *OUTSIDE}
    if "racetrack" in extras:
        found |= {*TRACK, *(f"neighbours-{pocket}" for pocket in wheel(zeros))}
    if "asian-racetrack" in extras:
        found |= {"asian-" + "-".join(sorted(group, key=int)) for group in asian(zeros)}
    if "sections" in extras:
        found |= set(SECTIONS)
    return found


def pieces(spot: str, zeros: str) -> list[str]:
    if spot in TRACK:
        return TRACK[spot].split()
    return neighbours(zeros, spot.split("-")[1]) if spot.startswith("neighbours") else [spot]


def pays(
    spot: str, number: str, zeros: str, *, viva: bool = False, bonus: dict[str, int] | None = None,
    sections: dict[str, Fraction] | None = None,
) -> Fraction:
    """What a stake of one wins besides itself; `bonus` are the numbers shown, null in the ordinary game."""
    made_of = pieces(spot, zeros)
    won = [_piece(piece, number, viva=viva, bonus=bonus, sections=sections or {}) for piece in made_of]
    return sum(won, Fraction(0)) / len(made_of)


def _piece(
    spot: str, number: str, *, viva: bool, bonus: dict[str, int] | None, sections: dict[str, Fraction]
) -> Fraction:
    if spot in OUTSIDE:
        wins = number not in ("0", "00") and int(number) in OUTSIDE[spot]
        return Fraction(2 if "-" in spot else 1) if wins else Fraction(0)
    if spot in SECTIONS:
        return sections[spot.split("-")[1]] if number in SECTIONS[spot].split() else Fraction(0)
    if spot.startswith("asian-"):
        return Fraction(11) if number in spot.split("-")[1:] else Fraction(0)
    numbers = spot.split("-")
    if number not in numbers:
        return Fraction(0)
    to_one = TO_ONE[len(numbers)]
    if bonus is not None and len(numbers) == 1:
        to_one = bonus.get(number, 30)
    return Fraction(to_one - 1 if viva else to_one)


def wins(spot: str, number: str) -> bool:
    """Whether a single piece wins."""
    if spot in OUTSIDE:
        return number not in ("0", "00") and int(number) in OUTSIDE[spot]
    if spot in SECTIONS:
        return number in SECTIONS[spot].split()
    return number in spot.removeprefix("asian-").split("-")
