"""The running ball from blobs alone: found, followed, and left where nothing runs."""

from math import pi, tau

import numpy as np
import pytest

from vision.wheel.ball import BallRunner
from vision.wheel.blobs import Blob, BlobFinder
from vision.wheel.fall import TrackLevel, left_track
from vision.wheel.standing import ABSORB_S, Standing
from vision.wheel.track import Track
from vision.wheel.unrolled import Grid

FPS = 30


def followed(angle_at, seconds, *, hidden=lambda n: False, others=()):
    """A runner that saw a ball at these angles, with other blobs beside it."""
    runner = BallRunner()
    for n in range(round(seconds * FPS)):
        ball = [] if hidden(n) else [Blob(angle_at(n) % tau, 1.38, 3000.0)]
        runner.see(n / FPS, [*ball, *others])
    return runner


def test_a_ball_out_of_the_picture_for_half_its_way_keeps_its_count_of_turns():
    runner = followed(lambda n: 5.0 * n / FPS, 8, hidden=lambda n: (5.0 * n / FPS) % tau > pi)

    assert runner.path[-1].turned - runner.path[0].turned == pytest.approx(
        5.0 * (runner.path[-1].seconds - runner.path[0].seconds), abs=0.3)
    assert runner.path[-1].seconds > 7


def test_repeated_pictures_do_not_hide_a_ball():
    runner = followed(lambda n: 6.0 * (n - (n % 3 == 2)) / FPS, 2)

    assert runner.speed == pytest.approx(6.0, rel=0.1)


def test_a_glint_that_stands_still_is_not_followed_beside_a_fast_ball():
    runner = followed(lambda n: -14.0 * n / FPS, 3, others=(Blob(1.0, 1.4, 900.0), Blob(4.0, 1.36, 700.0)))

    assert runner.path[-1].turned - runner.path[0].turned == pytest.approx(
        -14.0 * (runner.path[-1].seconds - runner.path[0].seconds), rel=0.02)


def test_glints_keep_no_ball_running_that_has_gone_from_the_track():
    runner = BallRunner()
    for n in range(6 * FPS):
        runs = n < 2 * FPS
        glint = n % 20 == 0
        runner.see(n / FPS, [Blob(4.0 * n / FPS % tau, 1.38, 3000.0)] * (runs or glint))

    assert not runner.path


def test_a_ball_that_a_glint_led_astray_is_found_again():
    runner = followed(lambda n: 3.0 * n / FPS - (0.2 if n == 60 else 0.0), 4, hidden=lambda n: 60 < n < 66)

    assert runner.path[-1].seconds > 3.9


def test_a_ball_believed_late_is_followed_back_to_where_it_was_thrown_but_not_into_the_hand():
    def thrown(n):
        when = n / FPS
        return 1.5 * when if when < 1 else 1.5 + 9.0 * (when - 1)

    runner = followed(thrown, 2)

    assert runner.path[0].seconds == pytest.approx(1.0, abs=0.07)


def test_a_blurred_streak_is_told_by_its_middle_and_a_hand_is_no_ball():
    grid = Grid(1.28, 1.50, 12, 480)
    change = np.zeros((12, 480), np.float32)
    change[4:8, 470:480] = change[4:8, :11] = 30  # across the seam, fainter than a ball at rest
    change[:, 200:300] = 90

    found, larger = BlobFinder(grid, 0.04).find(change)

    assert len(found) == 1
    assert (found[0][0].angle + pi) % tau - pi == pytest.approx(0.0, abs=0.03)
    assert found[0][0].radius == pytest.approx(grid.radius(5.5), abs=0.01)
    assert larger


@pytest.mark.parametrize("power", [2, 3])
def test_the_moment_of_leaving_is_inside_its_bounds_however_the_ball_falls(power):
    when = np.arange(6.0, 8.7, 1 / FPS)
    rng = np.random.default_rng(5)
    deep = 0.4 * np.maximum(0, when - 8.0) ** power + rng.normal(0, 0.003, when.size)
    until = int(np.argmax(deep > 0.11)) + 1

    earliest, latest = left_track(when[:until].tolist(), deep[:until].tolist())

    assert earliest - 0.15 * (power - 2) <= 8.0 <= latest
    assert latest - earliest < 0.5


def test_a_bent_track_is_learnt_from_the_balls_own_laps():
    level, track = TrackLevel(1.39), [1.39 + 0.04 * np.sin(at) for at in np.arange(0, 4 * pi, 0.1)]
    runner = BallRunner()
    for n, radius in enumerate(track):
        runner.see(n / FPS, [Blob((0.1 * n) % tau, float(radius), 3000.0)])
    for seen in runner.path[:-20]:
        level.learn(seen)

    assert max(abs(level.depth(seen)) for seen in runner.path[-20:]) < 0.015


def test_a_falling_ball_is_seen_round_the_centre_of_its_height():
    track = Track(1.4, 0.1, -0.2)
    for radius in (1.4, 1.25, 1.1):
        x, y = track.place(radius, 2.0)

        seen = track.seen_from(Blob(float(np.arctan2(y, x)) % tau, float(np.hypot(x, y)), 1.0))

        assert (seen.angle, seen.radius) == pytest.approx((2.0, radius), abs=1e-6)


def bowl(level=80):
    return np.full((1, 12, 480), level, np.uint8)


def test_what_lies_still_becomes_furniture_and_what_moves_does_not():
    standing, changes = Standing(bowl()), {}
    for n in range(round((ABSORB_S + 4) * 10)):
        seen = bowl()
        if n > 20:
            at = 200 + 3 * (n % 60)
            seen[0, 4:7, 100:110] = seen[0, 4:7, at:at + 10] = 200
        change = standing.against(seen, n / 10)
        standing.follow(change, None, n / 10)
        changes[n] = float(change[0, 5, 105]), float(change[0].max())
    assert changes[60] == (120.0, 120.0)
    assert abs(changes[max(changes)][0]) < 10
    assert changes[max(changes)][1] > 100


def test_what_looks_again_as_at_calibration_is_empty_at_once():
    standing = Standing(bowl())
    for n in range(200):
        seen = bowl()
        if 20 < n < 180:
            seen[0, 2:6, 50:90] = 150
        change = standing.against(seen, n / 10)
        standing.follow(change, None, n / 10)
    assert np.abs(change).max() < 5
