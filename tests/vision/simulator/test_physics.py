from itertools import pairwise
from math import remainder, tau

import pytest

from schemas.errors import NoMoreBetsError
from schemas.table import TableSetup
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import SpinPlan, WheelScene, WheelTouch

SETUP = TableSetup(table="t1", rulebook="division-current")


def scene(*spins: SpinPlan, seed: int = 1, previous: str | None = "5", touches=()) -> WheelScene:
    return WheelScene(setup=SETUP, duration_s=60, seed=seed, previous_number=previous, spins=spins, touches=touches)


def spin(at: float = 5, *, rotor: str = "anticlockwise", number: str = "17", revolutions: float = 9) -> SpinPlan:
    return SpinPlan(launch_s=at, ball="clockwise", rotor=rotor, number=number, revolutions=revolutions)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("rotor", "revolutions"), [("anticlockwise", 9), ("clockwise", 9), ("anticlockwise", 2.5),
                                                    ("anticlockwise", 0.5)])
def test_a_spin_makes_its_revolutions_and_rests_in_its_pocket(rotor, revolutions, seed):
    motion = WheelMotion(scene(spin(rotor=rotor, revolutions=revolutions), seed=seed))
    path, = motion.spins
    launched, dropped, rested = (motion.ball(t) for t in (5 + 1e-6, path.drop_s, path.rest_s + 1e-6))

    assert (dropped.angle - launched.angle) / tau == pytest.approx(revolutions, abs=0.001)
    assert len(path.lap_s) == int(revolutions)
    assert 1.9 < path.rest_s - path.drop_s < 3.5
    pocket = motion.rotor_angle(path.rest_s) + tau * motion.pockets.index("17") / 37
    assert remainder(rested.angle - pocket, tau) == pytest.approx(0, abs=1e-3)


def test_first_laps_are_quick_and_the_last_is_slow():
    path, = WheelMotion(scene(spin())).spins

    assert 0.6 < path.lap_s[0] - path.launch_s < 0.9
    assert 1.6 < path.lap_s[-1] - path.lap_s[-2] < 2.2


@pytest.mark.parametrize("seed", range(3))
def test_the_ball_never_jumps_while_no_hand_holds_it(seed):
    motion = WheelMotion(scene(spin(), spin(35, rotor="clockwise", number="0"), seed=seed))
    states = [motion.ball(n / 500) for n in range(60 * 500)]

    for before, after in pairwise(states):
        if before.where == "hand" or after.where == "hand":
            continue
        assert abs(after.angle - before.angle) < 0.05
        assert abs(after.radius_mm - before.radius_mm) < 2.5


def test_the_rotor_loses_a_few_per_cent_over_a_spin_and_turns_round_only_under_a_push():
    motion = WheelMotion(scene(spin(), spin(35, rotor="clockwise", number="0")))
    path = motion.spins[0]

    assert 0.90 < motion.rotor_speed(path.rest_s) / motion.rotor_speed(path.launch_s) < 0.98
    assert motion.rotor_speed(20) < 0 < motion.rotor_speed(36)
    assert len(motion.rotor_reversals) == 1
    (enter, leave, purpose) = motion.hands[1]
    assert enter < motion.rotor_reversals[0] < leave
    assert purpose == "launch"


def test_the_ball_lies_in_the_previous_number_until_the_hand_takes_it():
    motion = WheelMotion(scene(spin()))

    assert motion.ball(1.0).where == "pocket"
    pocket = motion.rotor_angle(1.0) + tau * motion.pockets.index("5") / 37
    assert remainder(motion.ball(1.0).angle - pocket, tau) == pytest.approx(0, abs=1e-9)
    assert motion.ball(4.5).where == "hand"
    assert motion.ball(5.01).where == "track"


def test_a_ball_taken_off_the_track_never_drops_and_one_put_back_lies_in_its_pocket():
    touches = (WheelTouch(at_s=9, what="remove"), WheelTouch(at_s=12, what="return", number="5"))
    motion = WheelMotion(scene(spin(), touches=touches))
    path, = motion.spins

    assert (path.drop_s, path.rest_s, path.removed_s) == (None, None, 9)
    assert all(lap < 9 for lap in path.lap_s)
    assert motion.ball(10.5) is None
    assert motion.ball(12.1).where == "pocket"
    assert [purpose for _, _, purpose in motion.hands] == ["launch", "remove", "return"]


def test_a_spin_before_the_last_is_over_is_refused():
    with pytest.raises(NoMoreBetsError, match=r"launch it at \d+\.\d s or later"):
        WheelMotion(scene(spin(), spin(12)))


def test_a_pocket_the_wheel_does_not_have_is_refused():
    with pytest.raises(NoMoreBetsError, match="no pocket '37'"):
        WheelMotion(scene(spin(number="37")))
