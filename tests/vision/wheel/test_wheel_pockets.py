"""The ball among the pockets: found where it is new or unlike the others, and told since when it lies there."""

from math import tau

import numpy as np
import pytest

from schemas.table import TableSetup
from vision.wheel.numbers import NumberOrder
from vision.wheel.pocket_film import (
    ACROSS,
    ASIDE,
    ENOUGH,
    KEPT_S,
    ROWS,
    EmptyPockets,
    Patch,
    PocketFilm,
    Shot,
    overlaid,
)
from vision.wheel.pocket_light import PocketLight
from vision.wheel.stands_out import FAINT, PLAIN, Likes, ball_window, stands_out

POCKETS = TableSetup(table="t1", rulebook="division-current").wheel.pockets
ORDER = NumberOrder(POCKETS)
SIZE = ACROSS * len(POCKETS)
BALL = (3.5, 2.0)
WINDOW = ball_window(*BALL)


def steel(seed: int = 1) -> np.ndarray:
    """Grey pockets with light frets, each a little worn."""
    rng = np.random.default_rng(seed)
    picture = np.full((ROWS, SIZE), 130.0, np.float32) + np.repeat(rng.normal(0, 6, SIZE // ACROSS), ACROSS)
    picture[:, ::ACROSS] = 190
    return picture.astype(np.float32)


def with_ball(picture: np.ndarray, place: float, *, bright: float, dark: float = 0.0) -> np.ndarray:
    """A ball in the middle row: its upper half brighter, its lower half darker than what it covers."""
    row, column = np.mgrid[0:ROWS, 0:SIZE]
    along = (column - (place + 0.5) * ACROSS + SIZE / 2) % SIZE - SIZE / 2
    inside = (along / BALL[0]) ** 2 + ((row - 6) / BALL[1]) ** 2 < 1
    return np.where(inside, picture + np.where(row <= 6, bright, dark), picture).astype(np.float32)


def lit(picture: np.ndarray, column: int, *, glare: float = 0.0) -> np.ndarray:
    """The pockets as the room sees them: turned, with glare that stands still."""
    angle = np.arange(SIZE) * tau / SIZE
    there = np.roll(picture, column, axis=1) * (1 + glare * np.clip(np.cos(angle - 1.0), 0, None) ** 4)
    return np.clip(there, 0, 255).astype(np.uint8)


def test_a_ball_as_grey_as_its_pocket_stands_out_from_the_pocket_seen_empty():
    empty = steel()
    now = with_ball(empty, 17, bright=14, dark=-14)

    found = stands_out(Likes(ORDER).new(now, empty), WINDOW, FAINT)

    assert stands_out(Likes(ORDER).odd(now), WINDOW, PLAIN) is None
    assert found is not None
    assert round(found.column / ACROSS - 0.5) == 17


def test_a_white_ball_stands_out_from_pockets_of_its_colour_even_at_the_zero():
    for place in (0, 5, 36):
        found = stands_out(Likes(ORDER).odd(with_ball(steel(), place, bright=70, dark=70)), WINDOW, PLAIN)
        assert found is not None
        assert round(found.column / ACROSS - 0.5) % 37 == place


@pytest.mark.parametrize("places", [(), (4, 21)])
def test_nothing_or_two_things_are_no_ball(places):
    empty = now = steel()
    for place in places:
        now = with_ball(now, place, bright=40, dark=40)

    assert stands_out(Likes(ORDER).new(now, empty), WINDOW, FAINT) is None


def test_light_that_brightens_half_the_wheel_is_no_ball():
    empty = steel()
    brighter = empty * (1 + 0.3 * np.clip(np.cos(np.arange(SIZE) * tau / SIZE), 0, None)).astype(np.float32)

    assert stands_out(Likes(ORDER).new(brighter, empty), WINDOW, FAINT) is None


def test_glare_is_evened_once_the_rotor_has_turned_under_it():
    light = PocketLight((ROWS, SIZE))
    for n in range(60):
        light.learn(lit(steel(), 8 * n, glare=0.6), 8 * n / SIZE)

    even = light.evened(lit(steel(), 100, glare=0.6))

    middle = even[:, ACROSS // 2::ACROSS].mean(axis=0)
    assert middle.max() / middle.min() < 1.3  # the glare alone makes it 1.6


def lies_since(place_at):
    """Between when and when a ball that goes through these places of pocket 9 is said to have come to lie there."""
    light, film, empty = PocketLight((ROWS, SIZE)), PocketFilm(), steel()
    rng = np.random.default_rng(3)
    for n in range(50):
        t = n / 25
        seen = with_ball(empty, place_at(t), bright=25, dark=25) + rng.normal(0, 5, empty.shape)
        film.add(Shot(t, 7 * n % SIZE, lit(seen, 7 * n)))
    rows, columns = slice(3, 10), np.arange(round(9.5 * ACROSS) - 6 - ASIDE, round(9.5 * ACROSS) + 7 + ASIDE)
    there = empty[rows][:, columns].astype(np.float32)
    ball = (overlaid(film.since(1.7), light)[rows][:, columns] - there)[:, ASIDE:-ASIDE]
    return film.lies_since(Patch(rows, columns, ball - ball.mean(), there), light)


def test_since_when_the_ball_lies_is_told_from_the_pictures_before():
    earliest, latest = lies_since(lambda t: 9.0 if t >= 1.0 else 9.0 + 4 * (1.0 - t))

    assert earliest < latest
    assert latest == pytest.approx(1.0, abs=0.05)


def test_a_ball_that_rocks_in_its_pocket_rests_when_it_has_done_so():
    def rocks(t):
        swing = 0.3 * np.cos(tau * (t - 0.8) / 0.26) if t < 1.4 else 0.0
        return 9.0 + swing if t >= 0.8 else 9.3 + 4 * (0.8 - t)

    earliest, latest = lies_since(rocks)

    assert earliest <= 1.4 <= latest + 0.04
    assert latest - earliest < 0.3


def test_old_pictures_are_forgotten():
    film = PocketFilm()
    for n in range(200):
        film.add(Shot(n / 25, 0, np.zeros((ROWS, SIZE), np.uint8)))

    assert film.since(0.0)[0].seconds >= 199 / 25 - KEPT_S - 1e-6


def test_empty_pockets_are_known_after_a_few_looks_and_learnt_anew_after_a_pause():
    empty = EmptyPockets(PocketLight((ROWS, SIZE)))
    for n in range(ENOUGH):
        assert empty.picture(n * 0.1) is None
        empty.add(Shot(n * 0.1, 3 * n, lit(steel(), 3 * n)))

    known = empty.picture(1.0)
    empty.add(Shot(30.0, 0, lit(steel(), 0)))

    assert known is not None
    assert np.abs(known - np.floor(steel())).max() < 1
    assert empty.picture(30.1) is None
