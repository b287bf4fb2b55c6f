"""From drawn pixels: the eye is calibrated on the video and told nothing else."""

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import BallDropped, BallLapped, BallLaunched, BallRested, BallReturned, HandEnteredWheel
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import SpinPlan, WheelScene, WheelTouch
from vision.source import frames
from vision.wheel.calibrate import calibrate_wheel
from vision.wheel.eye import WheelEye

pytestmark = pytest.mark.pixels
SETUP = TableSetup(table="t1", rulebook="division-current")
SPINS = {
    "against the rotor": (101, "clockwise", "anticlockwise", "17", 4.6),
    "with the rotor": (102, "anticlockwise", "anticlockwise", "0", 4.2),
    "too short": (103, "anticlockwise", "clockwise", "26", 2.5),
}


def holds(said, seconds):
    return said.seen[0] / 1000 - 0.001 <= seconds <= said.seen[1] / 1000 + 0.001


@pytest.mark.parametrize("kind", SPINS)
def test_a_spin_is_told_from_launch_to_rest(kind, film, watch_wheel):
    seed, ball, rotor, number, revolutions = SPINS[kind]
    plan = SpinPlan(launch_s=3, ball=ball, rotor=rotor, number=number, revolutions=revolutions)
    scene = WheelScene(setup=SETUP, duration_s=13.5 if plan.revolutions > 3 else 11, seed=seed, previous_number="5",
                       rotor_rpm=22 + seed % 8, spins=(plan,))
    truth, = WheelMotion(scene).spins

    told = watch_wheel(film(scene))

    def only(kind):
        found = [(when, said) for when, said in told if isinstance(said, kind)]
        assert len(found) == 1, (kind, found)
        return found[0]

    _, launch = only(BallLaunched)
    dropped_at, drop = only(BallDropped)
    rested_at, rest = only(BallRested)
    assert (launch.direction, launch.rotor) == (plan.ball, plan.rotor)
    assert holds(launch, truth.launch_s)
    assert holds(drop, truth.drop_s)
    assert holds(rest, truth.rest_s)
    assert rest.number == plan.number
    assert rest.confidence >= 0.99
    assert drop.revolutions[0] <= plan.revolutions <= drop.revolutions[1] <= drop.revolutions[0] + 0.5
    laps = [said for _, said in told if isinstance(said, BallLapped)]
    assert [lap.lap for lap in laps] == list(range(1, len(truth.lap_s) + 1))
    assert all(holds(lap, when) for lap, when in zip(laps, truth.lap_s, strict=True))
    assert all(said.confidence >= 0.9 for said in (launch, drop, *laps))
    assert drop.seen[1] - drop.seen[0] < 400
    assert rest.seen[1] - rest.seen[0] < 400
    assert rested_at - truth.rest_s < 0.6
    assert dropped_at - truth.drop_s < 0.8
    assert all(when >= said.seen[1] / 1000 - 0.001 for when, said in told)


def test_a_ball_taken_out_and_put_back_is_returned_and_never_rested(film, watch_wheel):
    scene = WheelScene(
        setup=SETUP, duration_s=10, seed=104, previous_number="17",
        spins=(SpinPlan(launch_s=2.5, ball="clockwise", rotor="clockwise", number="5", revolutions=9),),
        touches=(WheelTouch(at_s=5, what="remove"), WheelTouch(at_s=8, what="return", number="17")))

    told = [said for _, said in watch_wheel(film(scene))]

    assert not [said for said in told if isinstance(said, BallDropped | BallRested)]
    returned, = (said for said in told if isinstance(said, BallReturned))
    assert returned.number == "17"
    assert holds(returned, 8)
    assert len([said for said in told if isinstance(said, HandEnteredWheel)]) == 3


def test_a_wheel_that_only_turns_gives_nothing_to_say(film, watch_wheel):
    scene = WheelScene(setup=SETUP, duration_s=5, seed=105, previous_number="17")

    assert watch_wheel(film(scene)) == []


def test_a_calibration_for_another_picture_size_is_refused(film, table):
    url = film(WheelScene(setup=SETUP, duration_s=2, seed=106))
    calibration = calibrate_wheel(url, table)
    eye = WheelEye(type(calibration)(**{**{name: getattr(calibration, name) for name in calibration.__struct_fields__},
                                        "size": (640, 360)}), table)

    with pytest.raises(NoMoreBetsError, match="640x360, this video has 960x540"):
        eye.look(next(iter(frames(url, Moment(0)))))
