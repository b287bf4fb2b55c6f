import json
import os
from math import atan2, degrees, tau
from pathlib import Path

import msgspec
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import BallDropped, BallLaunched
from schemas.moment import Moment
from schemas.table import TableSetup, WheelPart
from vision.calibration import WheelCalibration
from vision.simulator.encode import encode
from vision.simulator.scene import WheelScene
from vision.simulator.view import View
from vision.simulator.wheel_camera import WheelCamera
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.calibration_picture import draw_calibration
from vision.wheel.choose_ring import find_by_numbers
from vision.wheel.fit_numbers import fit_numbers
from vision.wheel.numbers import Levels, NumberOrder
from vision.wheel.ring_edge import edge_by_numbers
from vision.wheel.ring_plane import RingPlane
from vision.wheel.rotor import RotorReader
from vision.wheel.sampling import sample

pytestmark = pytest.mark.pixels
SETUP = TableSetup(table="t1", rulebook="division-current")


@pytest.mark.parametrize("seed", [201, 202])
def test_a_wheel_is_found_where_it_is(seed, film):
    scene = WheelScene(setup=SETUP, duration_s=3, seed=seed, rotor_rpm=24)
    url, camera = film(scene), WheelCamera(scene)

    found = calibrate_wheel(url, SETUP)

    plane = RingPlane(np.array(found.homography).reshape(3, 3))
    spindle = [float(at) for at in plane.picture(np.array(0.0), np.array(0.0))]
    assert spindle == pytest.approx([float(at) for at in camera.lens.project(0, 0, 0)], abs=1.5)
    assert found.rotor_rpm == pytest.approx(camera.motion.rotor_speed(1.5) / tau * 60, abs=0.3)
    assert not found.track_seen
    assert draw_calibration(url, found, SETUP).shape == (540, 960, 3)
    assert msgspec.convert(json.loads(msgspec.json.encode(found)), WheelCalibration) == found


def test_coloured_pockets_are_not_taken_for_the_numbers_outside_them(film):
    seen, = sample(film(WheelScene(setup=SETUP, duration_s=2, seed=204, view=View(seed=204, pockets="painted"))))
    order = NumberOrder(SETUP.wheel.pockets)
    numbers = find_by_numbers(seen.redness, order)
    pockets = fit_numbers(seen.redness, numbers.ellipse.sized(0.8), order)

    edge = edge_by_numbers(seen.redness, pockets, order)

    assert pockets.agreement > 0.7
    assert edge.a == pytest.approx(numbers.ellipse.a, rel=0.02)


def test_a_picture_without_a_wheel_is_refused_in_one_line(tmp_path):
    rng = np.random.default_rng(1)
    still = rng.integers(0, 255, (270, 480, 3), np.uint8)
    encode([still] * 50, tmp_path / "felt.mp4", 25)

    with pytest.raises(NoMoreBetsError, match="no turning red and black ring found"):
        calibrate_wheel(str(tmp_path / "felt.mp4"), SETUP)


def test_another_wheels_order_is_refused(film):
    american = TableSetup(table="t1", rulebook="division-current", wheel=WheelPart(order="american"))
    url = film(WheelScene(setup=american, duration_s=3, seed=203))

    assert calibrate_wheel(url, american).agreement > 0.8
    with pytest.raises(NoMoreBetsError, match=r"is \[wheel\] order right|not which number is where"):
        calibrate_wheel(url, SETUP)


@pytest.fixture
def overhead():
    folder = os.environ.get("NOMOREBETS_FOOTAGE")
    if not folder:
        pytest.skip("NOMOREBETS_FOOTAGE names no folder of real footage")
    name = "wheel/overhead-1080p.mp4"
    return str(Path(folder) / name), json.loads((Path(folder) / "truth.json").read_text())["videos"][name]


def test_a_real_wheel_is_found_and_read(overhead):
    url, truth = overhead

    found = calibrate_wheel(url, SETUP)

    plane = RingPlane(np.array(found.homography).reshape(3, 3))
    reader = RotorReader(plane, SETUP.wheel.pockets, Levels(*found.levels))
    turned = [reading.turned for frame in frames(url, Moment(0)) if (reading := reader.read(frame)) is not None]
    for index, hand_checked in truth["hand_checked_zero"].items():
        x, y = plane.plane(*hand_checked)
        off = (degrees(atan2(y, x) - turned[int(index)]) + 180) % 360 - 180
        assert abs(off) < 1.5
    # The truth counts degrees in the picture round the ellipse's centre; the plane's own are bent by perspective.
    u, v = plane.picture(0.93 * np.cos(turned), 0.93 * np.sin(turned))
    centre = truth["number_ring_outer_ellipse"]["centre"]
    in_picture = np.degrees(np.unwrap(np.arctan2(v - centre[1], u - centre[0])))
    per_second = (in_picture[-1] - in_picture[0]) / ((len(turned) - 1) / truth["fps"])
    assert per_second == pytest.approx(truth["rotor_deg_per_s"], abs=1.0)
    assert found.rotor_rpm < 0


def test_a_real_ball_already_running_has_no_launch_and_drops_when_it_does(overhead, watch_wheel):
    url, truth = overhead

    told = [said for _, said in watch_wheel(url)]

    assert not [said for said in told if isinstance(said, BallLaunched)]
    drop, = (said for said in told if isinstance(said, BallDropped))
    assert drop.seen[0] / 1000 <= 45 / truth["fps"] <= drop.seen[1] / 1000
    assert drop.revolutions[1] is None
    assert drop.revolutions[0] <= truth["ball_revolutions_frames_0_104"]
    assert (drop.direction, drop.rotor) == ("clockwise", "anticlockwise")


def test_a_panning_partial_view_is_refused(overhead):
    with pytest.raises(NoMoreBetsError, match="whole wheel must be in the picture"):
        calibrate_wheel(overhead[0].replace("overhead-1080p", "oblique-rest-23"), SETUP)
