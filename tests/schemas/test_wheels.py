"""Wheels: orders that are none are refused with their clause; neighbours are the ones beside."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from schemas.table import setup_from
from schemas.wheel import AMERICAN, ORDERS, SINGLE_ZERO, from_zero, neighbours, order_of


def swapped(one: str, other: str) -> list[str]:
    turned = {one: other, other: one}
    return [turned.get(pocket, pocket) for pocket in SINGLE_ZERO]


@pytest.mark.parametrize("order", [*ORDERS.values(), SINGLE_ZERO[9:] + SINGLE_ZERO[:9], SINGLE_ZERO[::-1]])
def test_a_wheel_told_from_any_pocket_either_way_round_is_a_wheel(order):
    assert order_of(order) == tuple(order)


def test_a_wheel_of_ones_own(european_38):
    assert order_of(european_38) == european_38


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ([*SINGLE_ZERO, "37"], "no pocket '37'"),
        (SINGLE_ZERO[:-1], "pocket 26 is missing; each of 37 pockets once"),
        ([*SINGLE_ZERO, "26"], "pocket 26 comes 2 times"),
        ([], "pocket 0 is missing"),
        ([*SINGLE_ZERO[:5], "00", *SINGLE_ZERO[6:]], "pocket 21 is missing; each of 38 pockets once"),
        ([pocket for pocket in AMERICAN if pocket != "0"], "pocket 0 is missing"),
        (swapped("32", "15"), "32 and 19 are both red; red and black alternate"),
        (swapped("32", "2"), "2 and 15 are both black"),
    ],
)
def test_an_order_that_is_no_wheel_cites_its_clause(order, told):
    with pytest.raises(NoMoreBetsError, match=told) as refused:
        order_of(order)
    assert "2.3" in str(refused.value)


def test_an_unknown_name_says_what_was_meant():
    with pytest.raises(NoMoreBetsError, match=r"no wheel order 'amercan'. Did you mean 'american'"):
        order_of("amercan")


def test_the_european_double_zero_ships_with_no_order():
    with pytest.raises(NoMoreBetsError, match=r"only drawn .* give order = the list of its 38 pockets"):
        order_of("european-double-zero")


def test_a_table_file_names_itself_and_its_wheel():
    told = {"table": "t1", "rulebook": "division-current", "wheel": {"order": SINGLE_ZERO[1:]}}
    with pytest.raises(NoMoreBetsError, match=r"^t1.toml: wheel order: pocket 0 is missing.*\(2.3\)"):
        setup_from(told, "t1.toml")


@pytest.mark.parametrize(
    ("order", "number", "beside"),
    [
        ("single-zero", "17", "2 25 17 34 6"), ("single-zero", "0", "3 26 0 32 15"),
        ("single-zero", "26", "35 3 26 0 32"), ("american", "00", "13 1 00 27 10"), ("american", "0", "14 2 0 28 9"),
    ],
)
def test_two_neighbours_on_either_side(order, number, beside):
    assert neighbours(order_of(order), number) == tuple(beside.split())


def test_as_many_neighbours_as_asked():
    assert neighbours(SINGLE_ZERO, "17", each_side=1) == ("25", "17", "34")
    assert neighbours(SINGLE_ZERO, "17", each_side=0) == ("17",)
    with pytest.raises(NoMoreBetsError, match="no pocket '00'"):
        neighbours(SINGLE_ZERO, "00")


def test_a_wheel_is_told_from_its_zero():
    assert from_zero(SINGLE_ZERO[20:] + SINGLE_ZERO[:20]) == tuple(SINGLE_ZERO)
