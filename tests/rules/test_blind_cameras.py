"""A camera that was lost or obscured meanwhile proves nothing."""

from __future__ import annotations

import pytest


def blind(table, camera, since, until, *, lost):
    """A camera blind for a while."""
    at = table.at
    if lost:
        return [at(since).camera_lost(camera=camera, origin="runtime"),
                at(until).camera_restored(camera=camera, origin="runtime")]
    return [at(since).view_obscured(camera=camera, origin="runtime"),
            at(until).view_cleared(camera=camera, origin="runtime")]


def spin(table, *, rotor="anticlockwise", revolutions=(8, 8), call=True, announced="17", dolly="17"):
    at = table.at
    return [
        at(2).bets_opened(), at(3).chips_placed(spot="17", count=1), at(3.5).chips_placed(spot="20", count=1),
        at(4).ball_launched(direction="clockwise", rotor=rotor),
        *([at(10).bets_closed(by="call")] if call else []), at(14).ball_dropped(revolutions=revolutions),
        at(16).ball_rested(number="17"), at(18).result_announced(number=announced), at(18.5).dolly_placed(number=dolly),
        at(21).chips_paid(spot="17", colour="yellow", count=7), at(24).dolly_lifted(),
    ]


CASES = [
    ("short-spin", {"revolutions": (3, 3)}, ("wheel", 8, 13)),
    ("same-direction", {"rotor": "clockwise"}, ("wheel", 3.9, 4.5)),
    ("no-call", {"call": False}, ("wheel", 12, 15)),
    ("wrong-dolly", {"dolly": "20"}, ("layout", 18.2, 19)),
    ("paid-before-collecting", {}, ("layout", 20, 22)),
]


@pytest.mark.parametrize("lost", [True, False])
@pytest.mark.parametrize(("rule", "wrong", "gap"), CASES)
def test_what_a_blind_camera_tells_could_not_be_seen(table, rule, wrong, gap, lost):
    said = table.judge([*spin(table, **wrong), *blind(table, *gap, lost=lost)])
    assert rule in said.unseen
    assert rule not in [found.rule for found in said.findings]


@pytest.mark.parametrize(("rule", "wrong", "gap"), CASES)
def test_the_other_camera_was_looking(table, rule, wrong, gap):
    other = {"wheel": "layout", "layout": "wheel"}[gap[0]]
    said = table.judge([*spin(table, **wrong), *blind(table, other, *gap[1:], lost=False)])
    assert (rule, "breach") in [(found.rule, found.verdict) for found in said.findings]


def test_a_blind_launch_is_told_by_the_laps(table):
    lap = table.at(6).ball_lapped(lap=1, direction="clockwise", rotor="clockwise")
    said = table.judge([*spin(table, rotor="clockwise"), lap, *blind(table, "wheel", 3.9, 4.5, lost=False)])
    assert "same-direction" in [found.rule for found in said.findings]


def test_a_spin_that_may_not_count_is_not_settled(table):
    said = table.judge([*spin(table, revolutions=(3, 3)), *blind(table, "wheel", 8, 13, lost=False)])
    assert said.findings == []
    assert said.unseen == ["short-spin", "winner-unpaid"]


def test_a_dolly_nobody_saw_leaves_the_call_to_be_judged(table):
    said = table.judge([*spin(table, dolly="20", announced="20"), *blind(table, "layout", 18.2, 19, lost=False)])
    assert [found.rule for found in said.findings] == ["wrong-announcement"]
