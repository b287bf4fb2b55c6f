from math import cos, tau

import numpy as np
import pytest

from schemas.wheel import order_of
from vision.wheel.ball import BallRunner, Sighting
from vision.wheel.blobs import Blob
from vision.wheel.numbers import NumberOrder
from vision.wheel.parts import parts_of
from vision.wheel.pockets import PocketSighting
from vision.wheel.rest import RestWatch
from vision.wheel.ring_plane import Ellipse, RingPlane
from vision.wheel.spin import Spin


def test_perspective_keeps_the_ring_and_moves_its_middle():
    ellipse = Ellipse(300, 200, 150, 120, 0.2)
    angle = np.linspace(0, tau, 50)
    plain, seen = (RingPlane.of(ellipse, bx, by) for bx, by in ((0, 0), (0.05, -0.1)))

    back = np.linalg.solve(plain.homography, np.stack([*seen.picture(np.cos(angle), np.sin(angle)), np.ones(50)]))

    assert np.hypot(back[0], back[1]) == pytest.approx(np.ones(50))
    assert seen.picture(np.array(0.0), np.array(0.0))[1] < 195


@pytest.mark.parametrize("wheel", ["single-zero", "american"])
def test_the_order_is_recognised_wherever_it_is_turned(wheel):
    order = NumberOrder(order_of(wheel))
    strip = np.roll(np.repeat(np.where(order.red, 180.0, np.where(order.green, 95.0, 128.0)), 20), -10 + 123)

    agreement = order.agreement(strip)

    assert int(agreement.argmax()) == 123
    assert agreement.max() > 0.99


def test_parts_across_the_seam_are_one():
    mask = np.zeros((5, 40), np.uint8)
    mask[1:3, 37:] = mask[1:3, :2] = mask[2:4, 10:13] = 1

    first, labels, boxes = parts_of(mask)

    assert sorted((left + first) % 40 for left, *_ in boxes) == [10, 37]
    assert sorted(area for *_, area in boxes) == [6, 10]
    assert labels.max() == 2


def test_a_part_all_round_keeps_every_column():
    mask = np.zeros((5, 40), np.uint8)
    mask[2] = 1

    _, _, boxes = parts_of(mask)

    assert boxes == [(0, 2, 40, 1, 40)]


def test_a_ball_is_followed_round_and_round_and_noise_is_not():
    runner, rng = BallRunner(), np.random.default_rng(3)
    for n in range(100):
        runner.see(n / 25, [Blob(float(rng.uniform(0, tau)), float(rng.uniform(1.2, 1.5)), 500.0)] if n % 3 else [])
    assert not runner.path

    for n in range(100, 200):
        hidden = n % 17 == 0
        runner.see(n / 25, [] if hidden else [Blob((-6.0 * n / 25) % tau, 1.38, 3000.0), Blob(1.0, 1.5, 200.0)])

    assert runner.speed == pytest.approx(-6.0, rel=0.02)
    assert runner.path[-1].turned - runner.path[0].turned == pytest.approx(-6.0 * (199 - 100) / 25, rel=0.05)


def running(drop_s: float, until: float, speed: float = 4.0) -> list[Sighting]:
    times = np.arange(2.0, until, 0.04)
    return [Sighting(t, speed * (t - 2), 1.39 - 0.4 * max(0.0, t - drop_s) ** 2, 3000.0) for t in times.tolist()]


def test_the_drop_is_told_from_the_curve_of_the_fall():
    spin = Spin(track=1.39, launched=(1.9, 2.0), backwards=0.3, thrown=True, path=running(8.0, 8.62))

    earliest, latest = spin.drop_due(lost=False)

    assert earliest < 8.0 < latest
    assert latest - earliest < 0.35
    low, high = spin.revolutions()
    assert low < (8.0 - 2) * 4 / tau + 0.3 / tau / 2 < high
    assert high - low < 0.5


def test_a_lap_waits_until_the_ball_is_seen_to_have_stayed_on_the_track():
    round_s = tau / 4
    spin = Spin(track=1.39, launched=(1.9, 2.0), backwards=0.3, thrown=True, path=running(9.0, 2 + round_s + 0.3))
    assert spin.lap_due() is None

    spin.path = running(9.0, 2 + round_s + 0.6)

    lap = spin.lap_due()
    assert lap.earliest < 2 + round_s - 0.03 < lap.latest
    assert (lap.number, lap.doubt) == (1, False)


def rests_of(places, *, every=0.1, since=None, leans=None):
    """What comes of looks that see the ball at these places on the rotor."""
    watch, rests = RestWatch(37), []
    for n, place in enumerate(places):
        lean = 0.0 if leans is None else leans[n]
        seen = PocketSighting(n * every, place % 37, 0.73, 120.0, lean, 0.0, since=since if n else None)
        rests.append(watch.see(n * every, seen))
    return rests


def test_a_ball_rests_only_when_it_stays_and_since_the_pictures_show_it():
    rests = rests_of([36.9 + max(0.0, 3 * (1.2 - n / 10)) for n in range(30)], since=(1.16, 1.2))

    first = next(rest for rest in rests if rest)
    assert (first.pocket, first.earliest, first.latest) == (0, 1.16, 1.2)
    assert 1.5 <= rests.index(first) / 10 < 1.8


def test_a_ball_that_creeps_over_the_frets_does_not_rest():
    assert not any(rests_of([20 - 0.2 * n for n in range(20)], since=(0.0, 0.04)))


def test_opposite_ends_of_the_pocket_row_are_neighbours():
    rest = rests_of([(36.98 + 0.04 * (n % 2)) % 37 for n in range(20)], since=(0.0, 0.04))[-1]
    assert rest.pocket == 0
    assert rest.off_centre < 0.1
    assert rest.certainty > 0.995


def test_between_two_pockets_neither_is_certain():
    rest = rests_of([5.48] * 20, since=(0.0, 0.04))[-1]
    assert {rest.pocket, rest.beside} == {5, 6}
    assert rest.certainty < 0.7


def test_a_slanting_picture_leaves_a_doubt_until_the_rotor_has_turned():
    # A height of 0.05 radii, seen where it leans 8 pockets a radius: the ball seems 0.4 pockets off at first.
    turning = [8 * cos(0.12 * n) for n in range(28)]
    rests = rests_of([12 + 0.05 * lean for lean in turning], since=(0.0, 0.04), leans=turning)

    first = next(rest for rest in rests if rest)
    assert first.certainty < 0.995
    assert rests[-1].pocket == 12
    assert rests[-1].certainty > 0.995
