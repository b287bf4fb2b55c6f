"""Every ordinary spot against every number, enumerated naively."""

from __future__ import annotations

import pytest

from schemas.layout import Felt, spots
from schemas.rulebook import load_rulebook
from schemas.wheel import SINGLE_ZERO
from services.rules.play import Play
from services.rules.round import Round, adopt, begin_game

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
TO_ONE = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5}
OUTSIDE = {
    "red": (1, lambda n: n in REDS), "black": (1, lambda n: n not in REDS), "odd": (1, lambda n: n % 2 == 1),
    "even": (1, lambda n: n % 2 == 0), "low": (1, lambda n: n <= 18), "high": (1, lambda n: n >= 19),
    "dozen-1": (2, lambda n: n <= 12), "dozen-2": (2, lambda n: 13 <= n <= 24), "dozen-3": (2, lambda n: n >= 25),
    "column-1": (2, lambda n: n % 3 == 1), "column-2": (2, lambda n: n % 3 == 2), "column-3": (2, lambda n: n % 3 == 0),
}


def owed(spot, number, stake):
    """What a croupier would work out in his head."""
    if spot in OUTSIDE:
        to_one, wins = OUTSIDE[spot]
        return to_one * stake if number != 0 and wins(number) else 0
    numbers = [int(each) for each in spot.split("-")]
    return TO_ONE[len(numbers)] * stake if number in numbers else 0


@pytest.fixture(scope="module")
def play():
    book = load_rulebook("division-current")
    game = adopt(begin_game("t1", None), book)
    return Play(game, Round(number=1, id="r", book=book.sha256, opening=None))


def test_there_are_157_spots():
    assert len(spots(Felt())) == 157


def test_every_spot_against_every_number(play):
    for spot in spots(Felt()):
        for number in SINGLE_ZERO:
            due = owed(spot, int(number), 700)
            assert play.pays(spot, (700, 700), number) == (due, due), (spot, number)


def test_an_uncertain_stake_is_owed_within_bounds(play):
    assert play.pays("17", (500, 700), "17") == (17500, 24500)
    assert play.pays("17", (500, None), "17") == (17500, None)
    assert play.pays("17", (500, None), "18") == (0, 0)
