"""The lifelike wheel: thrown as fingers can throw, thrown about by deflectors, filmed unevenly, hidden now and then."""

from itertools import pairwise
from math import tau

import numpy as np
import pytest

from schemas.moment import Moment
from schemas.table import TableSetup
from vision.simulator.lifelike_camera import LifelikeCamera
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import Cover, SpinPlan, WheelScene, WheelTouch
from vision.simulator.standing_wheel import standing_wheel
from vision.simulator.throw import FASTEST
from vision.simulator.view import View
from vision.simulator.wheel_film import film
from vision.source import frames

SETUP = TableSetup(table="t1", rulebook="division-current")
VIEW = View(seed=5, size=(320, 240), fps=20, tilt_deg=35, noise=0, jitter=0.8)


def scene(*, revolutions=9.0, wild=False, seed=1, seconds=60.0, **more) -> WheelScene:
    plan = SpinPlan(launch_s=2, ball="clockwise", rotor="anticlockwise", number="17", revolutions=revolutions,
                    wild=wild)
    return WheelScene(setup=SETUP, duration_s=seconds, seed=seed, fps=20, previous_number="5", spins=(plan,), **more)


@pytest.mark.parametrize("revolutions", [8.0, 16.0, 25.0])
def test_a_long_spin_is_thrown_no_faster_than_fingers_can_and_lasts_as_long_as_on_real_wheels(revolutions):
    motion = WheelMotion(scene(revolutions=revolutions))
    path, = motion.spins

    assert path.revolutions == pytest.approx(revolutions, abs=0.01)
    first_turn = path.lap_s[0] - path.launch_s
    assert first_turn > 0.95 * tau / FASTEST
    assert 0.85 * revolutions < path.drop_s - path.launch_s < 1.35 * revolutions


@pytest.mark.parametrize("seed", range(6))
def test_deflectors_throw_the_ball_about_but_it_never_jumps_and_rests_where_it_should(seed):
    motion = WheelMotion(scene(wild=True, seed=seed))
    path, = motion.spins
    after = [motion.ball(path.launch_s + 0.3 + n / 500) for n in range(round((path.rest_s - path.launch_s) * 500))]

    assert all(abs(later.angle - before.angle) < 0.06 and abs(later.radius_mm - before.radius_mm) < 3
               for before, later in pairwise(after))
    pocket = motion.rotor_angle(path.rest_s) + tau * motion.pockets.index("17") / 37
    assert np.cos(motion.ball(path.rest_s).angle - pocket) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("before_drop", [0.6, -0.4])
def test_a_ball_that_hangs_up_stays_where_it_is_and_never_rests(before_drop):
    drop = WheelMotion(scene()).spins[0].drop_s
    motion = WheelMotion(scene(touches=(WheelTouch(at_s=drop - before_drop, what="hang"),)))
    path, = motion.spins

    assert path.rest_s is None
    assert (path.drop_s is None) is (before_drop > 0)
    assert motion.ball(drop + 2) == motion.ball(drop + 20)


def test_uneven_frames_carry_the_times_at_which_they_were_taken(tmp_path):
    told = scene(seconds=3.0, view=VIEW)
    seen = [frame.micros / 1e6 for frame in frames(str(film(told, tmp_path / "w.mp4")), Moment(0))]

    steps = np.diff(seen)
    assert len(seen) == 60
    assert steps.min() < 0.7 / 20 < 1.3 / 20 < steps.max()
    assert seen[-1] == pytest.approx(59 / 20, abs=0.05)


def test_what_passes_before_the_camera_is_seen_only_while_it_passes():
    plain = LifelikeCamera(scene(seconds=3.0, view=VIEW), VIEW)
    covers = (Cover(at_s=0.5, lasts_s=0.8, what="head"), Cover(at_s=2.0, lasts_s=0.5, what="cut"))
    hidden = LifelikeCamera(scene(seconds=3.0, view=VIEW, covers=covers), VIEW)

    changed = [float(np.mean(plain.picture(nth) != hidden.picture(nth))) for nth in (5, 18, 34, 45, 55)]

    assert [share > 0.01 for share in changed] == [False, True, False, True, False]
    assert changed[3] > 0.5


def test_part_of_the_track_may_be_outside_the_picture():
    standing = standing_wheel(View(seed=5, size=(320, 240), fills=1.12), SETUP.wheel.pockets, 800)
    around = np.linspace(0, tau, 90)
    u, v = standing.lens.project(345 * np.cos(around), 345 * np.sin(around), 38)
    outside = (u < 0) | (v < 0) | (u >= 320) | (v >= 240)
    assert 0 < outside.mean() < 0.5
