"""Lifelike wheels, harder than the acts': the eye is calibrated on the video and told nothing else."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import BallDropped, BallLaunched, BallRested, RotorReversed, WheelDisturbed
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import RotorTouch, SpinPlan, WheelScene
from vision.simulator.view import View
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel, doubts
from vision.wheel.clicks import Clicks
from vision.wheel.ring_plane import RingPlane

pytestmark = pytest.mark.pixels
SETUP = TableSetup(table="t1", rulebook="division-current")
OBLIQUE = View(seed=3, size=(640, 360), fps=25, tilt_deg=45, roll_deg=6, dealer_deg=200, pockets="steel", glare=0.5,
               mirror=0.2, spokes=True, haze=0.15, noise=3, exposure_s=0.015, crf=28, duplicated=0.05)


@pytest.fixture(scope="module")
def oblique(film):
    plan = SpinPlan(launch_s=1.6, ball="anticlockwise", rotor="clockwise", number="17", revolutions=3.2)
    scene = WheelScene(setup=SETUP, duration_s=9.8, seed=3, previous_number="5", spins=(plan,), view=OBLIQUE,
                       rotor_touches=(RotorTouch(since_s=3.8, until_s=4.6, times=-1.0),))
    return scene, film(scene)


def test_a_steep_glaring_small_picture_is_read_from_launch_to_rest(oblique, watch_wheel):
    scene, url = oblique
    true, = WheelMotion(scene).spins

    told = [said for _, said in watch_wheel(url)]

    launch, = (said for said in told if isinstance(said, BallLaunched))
    drop, = (said for said in told if isinstance(said, BallDropped))
    rest, = (said for said in told if isinstance(said, BallRested))
    assert (launch.direction, launch.rotor) == ("anticlockwise", "clockwise")
    assert drop.direction == "anticlockwise"
    assert drop.revolutions[0] - 0.02 <= true.revolutions <= drop.revolutions[1] + 0.02
    assert rest.number == "17"
    assert [said.rotor for said in told if isinstance(said, RotorReversed)] == ["anticlockwise"]
    assert len([said for said in told if isinstance(said, WheelDisturbed)]) == 1


def test_three_clicks_and_the_spindle_show_a_wheel(oblique):
    _, url = oblique
    found = calibrate_wheel(url, SETUP)
    plane = RingPlane(np.array(found.homography).reshape(3, 3))
    angle = np.array([0.3, 2.2, 4.4])
    u, v = plane.picture(np.cos(angle), np.sin(angle))
    centre = plane.picture(np.array(0.0), np.array(0.0))
    places = tuple(f"{x:.0f},{y:.0f}" for x, y in zip(u, v, strict=True))
    clicks = Clicks.read(f"{centre[0]:.0f},{centre[1]:.0f}", places)

    again = calibrate_wheel(url, SETUP, clicks=clicks)

    assert again.agreement > 0.7
    assert again.rotor_rpm == pytest.approx(found.rotor_rpm, rel=0.1)


def test_a_mirrored_picture_is_told_and_turns_the_right_way(oblique, tmp_path):
    from vision.simulator.encode import encode

    _, url = oblique
    plain = calibrate_wheel(url, SETUP)
    encode([frame.bgr[:, ::-1].copy() for frame in frames(url, Moment(0)) if frame.index < 75], tmp_path / "m.mp4", 25)

    found = calibrate_wheel(str(tmp_path / "m.mp4"), SETUP)

    assert found.mirrored
    assert not plain.mirrored
    assert found.rotor_rpm > 0
    assert any("mirrored" in doubt for doubt in doubts(found))


def test_an_empty_bowl_is_kept_beside_the_table(oblique, tmp_path: Path):
    _, url = oblique
    found = calibrate_wheel(url, SETUP, folder=tmp_path)
    assert (tmp_path / found.bowl).exists()
    assert len(found.bowl_sha256) == 64
    assert msgspec.json.decode(msgspec.json.encode(found))["tilt_deg"] == pytest.approx(45, abs=8)


@pytest.mark.parametrize(("centre", "ring", "why"), [
    ("480", (), "--centre '480': give a place in the picture as X,Y"),
    (None, ("1,2", "3,4"), "2 places on the ring are too few"),
])
def test_clicks_that_cannot_be_used_are_one_line(centre, ring, why):
    with pytest.raises(NoMoreBetsError, match=why):
        Clicks.read(centre, ring).ellipse()
