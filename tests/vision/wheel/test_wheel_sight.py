"""How well the wheel is seen, without pictures of wheels."""

import numpy as np
import pytest

from schemas.events import CameraMoved, FramesSkipped, ViewCleared, ViewObscured
from vision.wheel.bowl import Glance, Lump
from vision.wheel.objects import ObjectWatch
from vision.wheel.rotor_turns import DisturbanceWatch
from vision.wheel.sight import Sight


class Picture:
    """A frame as far as sight needs it."""

    def __init__(self, y, seconds):
        self.y, self.micros = y, round(seconds * 1e6)
        self.height, self.width = y.shape


@pytest.fixture
def scenery():
    rng = np.random.default_rng(5)
    return np.kron(rng.integers(30, 220, (45, 80), np.uint8), np.ones((8, 8), np.uint8))


def kinds(sight, pictures, *, readable=lambda t: True):
    told = []
    for picture in pictures:
        repeats = sight.repeats(picture, turning=True)
        told += [each.kind for each in sight.see(picture, readable=not repeats and readable(picture.micros / 1e6))]
    return told


def noisy(scenery, seconds, shift=0):
    rng = np.random.default_rng(round(seconds * 1000))
    moved = np.roll(scenery, shift, axis=1).astype(np.int16) + rng.integers(-3, 4, scenery.shape)
    return Picture(np.clip(moved, 0, 255).astype(np.uint8), seconds)


def test_a_steady_camera_gives_nothing_to_say(scenery):
    assert kinds(Sight(), [noisy(scenery, n / 25) for n in range(100)]) == []


def test_a_camera_that_is_knocked_has_moved(scenery):
    pictures = [noisy(scenery, n / 25, shift=14 if n > 50 else 0) for n in range(120)]
    sight = Sight()
    assert kinds(sight, pictures) == [CameraMoved]
    assert sight.moved[:2, 2] == pytest.approx((14, 0), abs=2)


def test_a_hidden_ring_is_told_and_that_it_is_clear_again(scenery):
    pictures = [noisy(scenery, n / 25) for n in range(125)]
    assert kinds(Sight(), pictures, readable=lambda t: not 1 < t < 3) == [ViewObscured, ViewCleared]


def test_a_frozen_picture_of_a_turning_wheel_is_told(scenery):
    pictures = [noisy(scenery, min(n, 40) / 25) for n in range(100)]
    for n, picture in enumerate(pictures):
        picture.micros = n * 40_000
    assert kinds(Sight(), pictures) == [ViewObscured]


def test_a_frozen_picture_stays_frozen_until_it_changes(scenery):
    pictures = [noisy(scenery, (n if n < 40 or n > 200 else 40) / 25) for n in range(240)]
    for n, picture in enumerate(pictures):
        picture.micros = n * 40_000
    assert kinds(Sight(), pictures) == [ViewObscured, ViewCleared]


def test_an_advert_is_another_picture_and_an_arm_is_not(scenery):
    sight, advert, reached = Sight(), scenery[::-1, ::-1], scenery.copy()
    reached[200:, :300] = 120
    kinds(sight, [noisy(scenery, n / 25) for n in range(30)])
    assert kinds(sight, [noisy(advert, 1.2)], readable=lambda _: False) == []
    assert sight.blind
    kinds(sight, [noisy(reached, 1.24)], readable=lambda _: False)
    assert not sight.blind


def test_missing_frames_are_counted(scenery):
    times = [n / 25 for n in range(40)] + [2 + n / 25 for n in range(10)]
    assert kinds(Sight(), [noisy(scenery, t) for t in times]) == [FramesSkipped]


def test_a_thing_that_lies_in_the_bowl_while_a_ball_runs_is_told_once():
    watch, none = ObjectWatch(0.04), np.zeros(720, bool)
    said = [(n / 25, told) for n in range(150) for told in watch.see(
        n / 25, Glance((), none, (Lump(1.0, 1.2),) if n > 60 else ()), running=True)]
    assert len(said) == 1
    assert said[0][1].earliest <= 61 / 25 <= said[0][1].latest + 0.05


@pytest.mark.parametrize(("after", "told"), [(2.0, 0), (2.9, 1), (0.0, 1)])
def test_only_what_friction_cannot_do_disturbs_the_rotor(after, told):
    watch = DisturbanceWatch()
    seen = [watch.see(n / 25, 2.1 if n < 75 else after, running=True) for n in range(150)]
    assert len([each for each in seen if each]) == told
