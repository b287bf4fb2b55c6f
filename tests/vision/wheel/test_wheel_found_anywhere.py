"""A real wheel put where it is hard to find: small, steep, cut, beside cloth, behind arms and adverts, still."""

import os
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import CameraMoved, ViewCleared, ViewObscured
from schemas.moment import Moment
from schemas.table import TableSetup, WheelPart
from vision.simulator.encode import encode
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel, doubts
from vision.wheel.eye import WheelEye
from vision.wheel.right_place import check_place
from vision.wheel.ring_plane import RingPlane

pytestmark = pytest.mark.pixels
SETUP = TableSetup(table="t1", rulebook="division-current")
WIDE, HIGH = 640, 360
ROUND = np.linspace(0, 2 * np.pi, 60)


def placed(width, x, y, *, roll=0.0, tilt=0.0, mirror=False):
    """The overhead picture (960 wide) with its wheel so wide, there, turned and seen from a slant."""
    turn, lean, size = np.radians(roll), np.radians(tilt), width / 676
    middle = np.array([[-1.0 if mirror else 1.0, 0, 480 if mirror else -480], [0, 1, -278], [0, 0, 1]])
    rolled = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    leant = np.array([[1, 0, 0], [0, np.cos(lean), 0], [0, -np.sin(lean) / 2200, 1]])
    return np.array([[size, 0, x], [0, size, y], [0, 0, 1]]) @ leant @ rolled @ middle


def felt():
    """Red and black numbers on green, as beside many a wheel."""
    picture = np.full((HIGH, WIDE, 3), (60, 90, 30), np.uint8)
    for column in range(12):
        for row in range(3):
            colour = (30, 20, 190) if (column + row) % 2 else (15, 15, 15)
            cv2.ellipse(picture, (60 + 46 * column, 90 + 60 * row), (15, 22), 0, 0, 360, colour, -1)
    return picture


def moving_cloth(picture, nth):
    cv2.rectangle(picture, (400, 120 + round(20 * np.sin(nth / 7))), (WIDE, HIGH), (35, 25, 170), -1)
    return picture


def arm(picture, nth):
    if 10 < nth < 35:
        cv2.line(picture, (WIDE, 400), (280 + 8 * abs(22 - nth), 150), (120, 150, 205), 70)
    return picture


def advert(picture, nth):
    return felt()[::-1].copy() if 10 <= nth < 30 else picture


PLACES = {
    "a third of the width, beside the felt": (placed(213, 160, 200), None),
    "steep": (placed(520, 320, 170, roll=40, tilt=55), None),
    "a fifth of the ring outside": (placed(400, 120, 180), None),
    "mirrored": (placed(340, 320, 180, tilt=20, mirror=True), None),
    "red cloth moving in front of it": (placed(250, 250, 180, tilt=25), moving_cloth),
    "an arm over it": (placed(330, 320, 180, tilt=25), arm),
    "adverts in between": (placed(300, 300, 170, tilt=25), advert),
}


@pytest.fixture(scope="module")
def overhead():
    folder = os.environ.get("NOMOREBETS_FOOTAGE")
    if not folder:
        pytest.skip("NOMOREBETS_FOOTAGE names no folder of real footage")
    url = str(Path(folder) / "wheel/overhead-1080p.mp4")
    pictures = [cv2.resize(frame.bgr, (960, 540), interpolation=cv2.INTER_AREA)
                for frame in frames(url, Moment(0)) if frame.index < 60]
    # Only the wheel is put elsewhere, not the black round it.
    wheel = cv2.circle(np.zeros((540, 960), np.uint8), (480, 278), 338, 255, -1)
    known = np.diag([0.5, 0.5, 1]) @ np.array(calibrate_wheel(url, SETUP).homography).reshape(3, 3)
    return pictures, wheel, known


def shown(overhead, place, which):
    """The felt with the wheel there, in these pictures of its clip."""
    pictures, wheel, _ = overhead
    there = cv2.warpPerspective(wheel, place, (WIDE, HIGH), flags=cv2.INTER_AREA)[..., None] > 127
    for nth in which:
        turned = cv2.warpPerspective(pictures[nth % 60], place, (WIDE, HIGH), flags=cv2.INTER_AREA)
        yield np.where(there, turned, felt())


def filmed(overhead, path, place, trouble=None, which=range(60)):
    pictures = enumerate(shown(overhead, place, which))
    encode(((trouble(each, nth) if trouble else each) for nth, each in pictures), path, 30, crf=28)
    return str(path)


def off_by(overhead, place, found):
    """How far the found ring is from the true one, in its own radii."""
    u, v = RingPlane(place @ overhead[2]).picture(np.cos(ROUND), np.sin(ROUND))
    plane = RingPlane(np.array(found.homography).reshape(3, 3))
    return max(abs(np.hypot(*plane.plane(float(x), float(y))) - 1) for x, y in zip(u, v, strict=True))


@pytest.mark.parametrize("where", PLACES)
def test_a_real_wheel_is_found(where, overhead, tmp_path):
    place, trouble = PLACES[where]

    found = calibrate_wheel(filmed(overhead, tmp_path / "wheel.mp4", place, trouble), SETUP)

    assert off_by(overhead, place, found) < 0.012
    assert found.rotor_rpm == pytest.approx(-8.4, abs=0.2)
    assert found.mirrored == (where == "mirrored")
    assert any("outside the picture" in doubt for doubt in doubts(found)) == ("outside" in where)


def test_a_wheel_that_stands_still_is_found_by_its_colours_and_says_so(overhead, tmp_path):
    place = placed(240, 180, 200, tilt=30)

    found = calibrate_wheel(filmed(overhead, tmp_path / "still.mp4", place, which=[40] * 30), SETUP)

    assert off_by(overhead, place, found) < 0.012
    assert any("stood still" in doubt for doubt in doubts(found))


def test_cloth_and_arms_without_a_wheel_are_no_wheel(tmp_path):
    encode((moving_cloth(arm(felt(), nth), nth) for nth in range(60)), tmp_path / "felt.mp4", 30)

    with pytest.raises(NoMoreBetsError, match="no turning red and black ring found"):
        calibrate_wheel(str(tmp_path / "felt.mp4"), SETUP)


def test_another_wheel_than_the_tables_is_named(overhead, tmp_path):
    american = TableSetup(table="t1", rulebook="division-current", wheel=WheelPart(order="american"))

    with pytest.raises(NoMoreBetsError, match=r"follow the order 'single-zero', not this table's; is \[wheel\] order"):
        calibrate_wheel(filmed(overhead, tmp_path / "wheel.mp4", placed(340, 320, 180)), american)


@pytest.fixture(scope="module")
def calibrated(overhead, tmp_path_factory):
    """A wheel on the felt: its film, its place and its calibration."""
    place = placed(300, 250, 170, tilt=25)
    url = filmed(overhead, tmp_path_factory.mktemp("wheel") / "wheel.mp4", place)
    return url, place, calibrate_wheel(url, SETUP)


def seen(eye, url):
    return [said for frame in frames(url, Moment(0)) for said in eye.look(frame)]


@pytest.mark.parametrize("knocked", [{"roll": 25, "width": 300}, {"roll": 0, "width": 345}, {"roll": 0, "width": 220}])
def test_a_camera_that_is_turned_or_zoomed_is_told_and_followed(knocked, calibrated, overhead, tmp_path):
    _, before, calibration = calibrated
    after = placed(knocked["width"], 330, 180, roll=knocked["roll"], tilt=25)
    encode([*shown(overhead, before, range(30)), *shown(overhead, after, range(30, 145))], tmp_path / "moved.mp4", 30)
    eye = WheelEye(calibration, SETUP)

    told = {type(said) for said in seen(eye, str(tmp_path / "moved.mp4"))}

    assert CameraMoved in told
    assert told <= {CameraMoved, ViewObscured, ViewCleared}
    flat = eye.plane.homography
    assert off_by(overhead, after, SimpleNamespace(homography=flat)) < 0.015


def test_a_live_camera_that_begins_elsewhere_is_followed(calibrated, overhead, tmp_path):
    place = placed(300, 420, 170, tilt=25)
    eye = WheelEye(calibrated[2], SETUP)

    told = seen(eye, filmed(overhead, tmp_path / "live.mp4", place, which=range(80)))

    assert [type(said) for said in told] == [ViewObscured, CameraMoved, ViewCleared]
    assert off_by(overhead, place, SimpleNamespace(homography=eye.plane.homography)) < 0.015


def test_nothing_is_said_of_another_picture_but_that_it_is_shown(calibrated, overhead, tmp_path):
    _, place, calibration = calibrated

    def advert(picture, nth):
        return moving_cloth(felt()[::-1, ::-1] + np.uint8(40), nth) if 20 <= nth < 80 else picture

    url = filmed(overhead, tmp_path / "advert.mp4", place, advert, range(110))

    assert [type(said) for said in seen(WheelEye(calibration, SETUP), url)] == [ViewObscured, ViewCleared]


def test_a_calibration_for_another_place_is_refused_before_anything_is_said(calibrated, overhead, tmp_path):
    url, _, calibration = calibrated
    check_place(url, calibration, SETUP)
    other = filmed(overhead, tmp_path / "other.mp4", placed(300, 420, 170, tilt=25))

    with pytest.raises(NoMoreBetsError, match=r"not where the calibration says \(its spindle at 2\d\d,1\d\d\); "
                                              r"a wheel is found at 4\d\d,1\d\d; calibrate again"):
        check_place(other, calibration, SETUP)


def test_a_video_without_the_wheel_is_refused_and_a_covered_one_is_not(calibrated, tmp_path):
    _, _, calibration = calibrated
    encode((moving_cloth(felt(), nth) for nth in range(60)), tmp_path / "felt.mp4", 30)
    encode([np.full((HIGH, WIDE, 3), 40, np.uint8)] * 60, tmp_path / "covered.mp4", 30)

    check_place(str(tmp_path / "covered.mp4"), calibration, SETUP)
    with pytest.raises(NoMoreBetsError, match="none is found elsewhere in the picture"):
        check_place(str(tmp_path / "felt.mp4"), calibration, SETUP)
