"""Every spot of every layout: how many there are, what they cover, and that their own middle reads as themselves.

What a spot covers is worked out here a second time, from a drawing of the cloth in letters, knowing nothing of ours.
"""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from schemas.errors import NoMoreBetsError
from schemas.layout import (
    Felt,
    courtesy_places,
    covers,
    is_multiple,
    is_outside,
    is_racetrack,
    is_section,
    pieces_of,
    read_spot,
    spots,
    wager_of,
)
from schemas.wheel import AMERICAN, SINGLE_ZERO

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
NAMED = {
    "red": lambda n: n in REDS, "black": lambda n: n not in REDS, "odd": lambda n: n % 2, "even": lambda n: not n % 2,
    "low": lambda n: n < 19, "high": lambda n: n > 18,
    "dozen-1": lambda n: n < 13, "dozen-2": lambda n: 12 < n < 25, "dozen-3": lambda n: n > 24,
    "column-1": lambda n: n % 3 == 1, "column-2": lambda n: n % 3 == 2, "column-3": lambda n: n % 3 == 0,
}
SIZES = {1: "straight", 2: "split", 3: "street", 4: "corner", 5: "five-line", 6: "six-line"}


def cloth(zeros: str) -> dict[tuple[int, int], str]:
    """The cloth in cells: two rows of cells for each column of numbers, column 1 first, zeros in street 0."""
    left, right = zeros.split("-") if "-" in zeros else ("0", "0")
    cells = {(0, half): left if half < 3 else right for half in range(6)}
    return cells | {(street, half): str(3 * street - 2 + half // 2) for street in range(1, 13) for half in range(6)}


def inside(zeros: str) -> set[frozenset[str]]:
    """Every set of numbers that meet: in a cell, along an edge, at a point; and across the ends of rows."""
    cells = cloth(zeros)
    met = {frozenset([number]) for number in cells.values()}
    for (street, half), here in cells.items():
        for beside in ((street + 1, half), (street, half + 1)):
            met.add(frozenset([here, cells.get(beside, here)]))
        around = [(street + 1, half), (street, half + 1), (street + 1, half + 1)]
        if all(cell in cells for cell in around):
            met.add(frozenset([here, *(cells[cell] for cell in around)]))
    rows = [frozenset(number for (at, _), number in cells.items() if at == street) for street in range(13)]
    met |= set(rows[1:]) | {one | other for one, other in pairwise(rows)}
    return met


@pytest.mark.parametrize(("zeros", "count"), [("0", 157), ("00-0", 161), ("0-00", 161)])
def test_how_many_spots_a_layout_has(zeros, count):
    assert len(spots(Felt(zeros=zeros))) == count
    assert len(spots(Felt(zeros=zeros, option=2))) == count
    pockets = 37 if zeros == "0" else 38
    for extras, more in [(("racetrack",), pockets + 3), (("asian-racetrack",), 12), (("sections",), 3)]:
        assert len(spots(Felt(zeros=zeros, extras=extras))) == count + more


@pytest.mark.parametrize("zeros", ["0", "00-0", "0-00"])
def test_the_inside_spots_are_the_numbers_that_meet_on_the_cloth(zeros):
    found = [spot for spot in spots(Felt(zeros=zeros)) if spot[0].isdigit()]

    assert {frozenset(spot.split("-")) for spot in found} == inside(zeros)
    assert len(found) == len(inside(zeros))
    for spot in found:
        assert covers(spot) == frozenset(spot.split("-"))
        assert wager_of(spot) == SIZES[len(spot.split("-"))]


@pytest.mark.parametrize("spot", NAMED)
def test_the_outside_spots_cover_what_their_names_say(spot):
    assert covers(spot) == {str(number) for number in range(1, 37) if NAMED[spot](number)}
    assert wager_of(spot) == (spot.split("-")[0] if "-" in spot else "even-chance")
    assert is_outside(spot)


@pytest.mark.parametrize(
    ("zeros", "streets", "splits"),
    [
        ("0", "0-1-2 0-2-3", "0-1 0-2 0-3"),
        ("00-0", "00-1-2 0-00-2 0-2-3", "00-1 00-2 0-2 0-3 0-00"),  # 3.1A(c)
        ("0-00", "0-1-2 0-00-2 00-2-3", "0-1 0-2 00-2 00-3 0-00"),  # 3.1A(d); four-dollar Types 3.i
    ],
)
@pytest.mark.parametrize("near", [3, 1])
def test_the_zeros_own_combinations(zeros, streets, splits, near):
    zeroed = [spot for spot in spots(Felt(zeros=zeros, near_dealer=near)) if spot.startswith("0")]
    first = "0-1-2-3" if zeros == "0" else "0-00-1-2-3"
    straight = {"0"} if zeros == "0" else {"0", "00"}
    assert set(zeroed) == {*straight, *streets.split(), *splits.split(), first}


def test_every_spots_own_middle_reads_as_itself(felt):
    for placement, (spot, (x, y)) in product(("touch", "printed"), spots(felt).items()):
        read = read_spot(felt, x=x, y=y, radius=19.5, error=2.0, placement=placement)
        assert (read.spot, read.others, read.why) == (spot, (), ""), placement


def test_every_courtesy_place_reads_as_what_it_covers(felt):
    places = courtesy_places(felt)
    assert len(places) == (0 if felt.option == 1 else 3 if felt.two_zeros else 1)
    for placement, (spot, (x, y)) in product(("touch", "printed"), places):
        read = read_spot(felt, x=x, y=y, radius=19.5, error=2.0, placement=placement)
        assert (read.spot, read.others) == (spot, ()), placement


def test_racetrack_bets_are_made_of_their_pieces():
    assert sum(units for _, units in pieces_of("tier")) == 6
    assert sum(units for _, units in pieces_of("orphelins")) == 5
    assert sum(units for _, units in pieces_of("voisins")) == 9
    assert dict(pieces_of("voisins"))["0-2-3"] == dict(pieces_of("voisins"))["25-26-28-29"] == 2
    assert pieces_of("neighbours-17", tuple(SINGLE_ZERO)) == (("2", 1), ("25", 1), ("17", 1), ("34", 1), ("6", 1))
    assert pieces_of("17-20") == (("17-20", 1),)
    every = set(spots(Felt()))
    for spot in ("tier", "orphelins", "voisins"):
        assert {piece for piece, _ in pieces_of(spot)} <= every


def test_the_three_sections_are_the_wheel_and_what_the_racetrack_covers():
    wheel = [covers(f"section-{name}") for name in ("voisins", "tier", "orphans")]
    assert [len(section) for section in wheel] == [17, 12, 8]
    assert frozenset.union(*wheel) == frozenset(SINGLE_ZERO)
    assert wheel == [covers(spot) for spot in ("voisins", "tier", "orphelins")]
    assert not any("00" in section for section in wheel)


def test_neighbours_need_a_wheel():
    assert covers("neighbours-0", tuple(AMERICAN)) == set("14 2 0 28 9".split())
    with pytest.raises(NoMoreBetsError, match="needs the wheel's order"):
        covers("neighbours-0")


@pytest.mark.parametrize("zeros", ["0", "0-00"])
def test_asian_groups_share_out_the_wheel_unless_the_operator_says_otherwise(zeros):
    groups = [spot for spot in spots(Felt(zeros=zeros, extras=("asian-racetrack",))) if spot.startswith("asian-")]
    assert sorted(int(number) for spot in groups for number in covers(spot)) == list(range(1, 37))
    own = Felt(zeros=zeros, extras=("asian-racetrack",), asian_groups=(("32", "0", "26"),))
    assert [spot for spot in spots(own) if spot.startswith("asian-")] == ["asian-0-26-32"]
    assert covers("asian-0-26-32") == {"0", "26", "32"}


def test_what_lies_where():
    felt = Felt(zeros="00-0", extras=("racetrack", "asian-racetrack", "sections"))
    for spot in spots(felt):
        assert is_racetrack(spot) == spot.startswith(("tier", "orph", "voisins", "neighbours", "asian"))
        assert is_multiple(spot) == (is_racetrack(spot) and not spot.startswith("asian"))
        assert is_section(spot) == spot.startswith("section-")
    assert [wager_of(spot) for spot in ("tier", "neighbours-00", "asian-1-2-3", "section-orphans", "0-00-1-2-3")] == [
        "tier", "neighbours", "asian", "section-orphans", "five-line",
    ]


def test_only_the_sections_on_offer_are_inscribed():
    felt = Felt(extras=("sections",), sections=("tier",))
    assert [spot for spot in spots(felt) if is_section(spot)] == ["section-tier"]
