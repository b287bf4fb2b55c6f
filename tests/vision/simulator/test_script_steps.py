"""Every kind of event a source may say can be told in a story; what cannot be filmed says so."""

from __future__ import annotations

import pytest

from schemas import events
from schemas.codec import decode
from schemas.errors import NoMoreBetsError
from schemas.events import KINDS, Observation
from vision.simulator.case import simulate_case
from vision.simulator.story import read_story

HEAD = 'title = "x"\nprevious_number = 3\n'
UNTOLD = {"chips-standing", "camera-moved", "frames-skipped"}
"""What follows from other steps, or only a real camera says."""


def story(*steps: str, **keys: object):
    lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return read_story(f"{HEAD}{lines}do = [\n" + "".join(f"  {{ {step} }},\n" for step in steps) + "]\n", "mine.toml")


def told(folder, *steps: str):
    simulate_case(story(*steps), 1, folder, events=True)
    lines = (folder / "truth.jsonl").read_bytes().splitlines()
    return [one for one in map(decode, lines) if isinstance(one.data, Observation) and one.origin != "config"]


SPIN = 'at = 9, what = "spin", ball = "clockwise", rotor = "anticlockwise", number = 17'
EVERYTHING = (
    'at = 0.2, what = "sign", clause = "2.1"', 'at = 0.4, what = "seat-dealer", who = "Ada"',
    'at = 0.6, what = "assign-colour", colour = "green", value = 500, player = 3', 'at = 1, what = "change-ball"',
    'at = 2, what = "bets-opened"', 'at = 2.5, what = "oral-bet", bet = "tier", amount = 600, player = 3',
    'at = 3, what = "bet", player = 3, spots = [17, "red", 5], colour = "green", count = 2',
    'wait = 1.5, what = "add", player = 3, spot = 17, chips = [{ colour = "blue", count = 1 }]',
    'at = 8, what = "invite-spinner", who = "guest"', SPIN + ", player = 4, ball_mm = 20",
    'wait = 1, what = "slowed", rpm = 60',
    'wait = 0.5, what = "wave"', 'wait = 0.2, what = "call"', 'wait = 0.2, what = "bell"',
    'wait = 0.5, what = "bonus", numbers = [{ number = 17, multiplier = 100 }]', 'wait = 0.1, what = "bonus-fails"',
    'wait = 0.2, what = "rotor-pushed"', 'wait = 0.2, what = "rotor-reverses"', 'wait = 0.2, what = "rotor-stops"',
    'wait = 0.2, what = "rotor-starts", rotor = "clockwise"', 'wait = 0.2, what = "foreign-object", object = "phone"',
    'wait = 0.2, what = "hand-in-wheel", player = 2, lasts = 0.4',
    'after = "rest", by = 0.2, what = "reduce", player = 3, spot = 17, count = 1',
    'wait = 1.5, what = "move", spot = 5, to = 8', 'wait = 1.5, what = "take", player = 3, spot = 8',
    'wait = 0.2, what = "operator-rules", about = 17, ruling = "original place"', 'wait = 0.1, what = "no-spin"',
    'wait = 0.1, what = "announce", number = 17', 'wait = 0.1, what = "display", number = 17',
    'wait = 1, what = "dolly", number = 17', 'wait = 1.5, what = "collect", spot = "red"',
    'wait = 1.5, what = "pay", spot = 17, chips = [{ colour = "green", count = 35 }]',
    'wait = 0.2, what = "payout", spot = 17, amount = 17500', 'wait = 1.5, what = "lift-dolly"',
    'wait = 1, what = "view-obscured", camera = "layout"', 'wait = 1, what = "view-cleared", camera = "layout"',
    'wait = 1, what = "camera-lost", camera = "layout"', 'wait = 2, what = "camera-restored", camera = "layout"',
    'wait = 1, what = "remove-ball"', 'wait = 2, what = "return-ball", number = 3',
    'wait = 6, what = "spin", ball = "clockwise", rotor = "still", number = 17', 'wait = 2, what = "ball-out"',
    'wait = 1, what = "examine-ball", who = "supervisor"',
    'wait = 5, what = "spin", ball = "clockwise", rotor = "clockwise", number = 17', 'wait = 2, what = "ball-breaks"',
    'wait = 3, what = "drop-in", number = 20',
)


def test_a_story_can_say_whatever_a_source_can_say(tmp_path):
    said = {one.type.removeprefix("nomorebets.") for one in told(tmp_path, *EVERYTHING)}
    observed = {kind for kind, event in KINDS.items() if issubclass(event, Observation)}
    assert observed - said <= UNTOLD


def test_the_operator_rules_about_the_stack_that_stands_there(tmp_path):
    said = [one.data for one in told(tmp_path, *EVERYTHING)]
    placed = next(data for data in said if isinstance(data, events.ChipsPlaced) and data.spot == "17")
    assert next(data.about for data in said if isinstance(data, events.OperatorRuled)) == placed.stack


def test_a_player_launches_and_the_eye_measures_the_ball(tmp_path):
    said = [one.data for one in told(tmp_path, *EVERYTHING)]
    launch = next(data for data in said if isinstance(data, events.BallLaunched))
    hand = next(data for data in said if isinstance(data, events.HandEnteredWheel))
    assert (launch.ball_mm, hand.side) == ((20, 20), "player")


@pytest.mark.parametrize("cut", ["ball-out", "ball-breaks", "remove-ball"])
def test_a_ball_that_is_gone_neither_drops_nor_rests(tmp_path, cut):
    said = [type(one.data) for one in told(tmp_path, SPIN, f'wait = 3, what = "{cut}"')]
    assert events.BallLapped in said
    assert not {events.BallDropped, events.BallRested} & set(said)


def test_a_ball_that_never_drops_circles_on(tmp_path):
    said = told(tmp_path, f"{SPIN}, never_drops = true", 'at = 80, what = "no-spin"', 'wait = 1, what = "remove-ball"')
    laps = [one.data.lap for one in said if isinstance(one.data, events.BallLapped)]
    assert laps == list(range(1, len(laps) + 1))
    assert len(laps) > 30
    assert not any(isinstance(one.data, (events.BallDropped, events.BallRested)) for one in said)


def test_a_still_rotor_is_still_and_a_stopped_one_stops(tmp_path):
    still = told(tmp_path / "a", SPIN.replace("anticlockwise", "still"))
    turning = told(tmp_path / "b", SPIN, 'wait = 4, what = "rotor-stops"')
    rolling = (events.BallLaunched, events.BallLapped)
    assert {one.data.rotor for one in still if isinstance(one.data, rolling)} == {"still"}
    laps = [one.data.rotor for one in turning if isinstance(one.data, events.BallLapped)]
    assert (laps[0], laps[-1]) == ("anticlockwise", "still")


def test_a_dropped_in_ball_rests_without_a_launch(tmp_path):
    said = [type(one.data) for one in told(tmp_path, 'at = 3, what = "drop-in", number = 8')]
    assert events.BallRested in said
    assert events.BallLaunched not in said


def test_doubt_is_told_with_the_step(tmp_path):
    bet = 'at = 3, vary = 0, what = "bet", player = 3, spot = 17, colour = "green", count = 2'
    said = told(tmp_path, f'{bet}, seen_s = [0.5, 1], confidence = 0.7, count_range = [1, 3], unseen = true')
    placed = next(one for one in said if isinstance(one.data, events.ChipsPlaced))
    assert placed.data.seen[1].after(placed.data.seen[0]) == 1.5
    assert placed.time == placed.data.seen[1]
    assert (placed.data.confidence, placed.data.chips[0].count) == (0.7, (1, 3))
    assert (placed.data.side, placed.data.position) == ("unknown", None)


def test_an_unseen_launch_and_an_unread_number(tmp_path):
    lines = told(tmp_path, f"{SPIN}, unseen = true, unread = true", 'after = "rest", what = "bell"')
    said = [one.data for one in lines]
    assert not any(isinstance(data, events.BallLaunched) for data in said)
    assert next(data for data in said if isinstance(data, events.BallDropped)).revolutions[1] is None
    assert next(data for data in said if isinstance(data, events.BallRested)).number is None


def test_what_a_lost_camera_missed_stands_there_afterwards(tmp_path):
    said = told(tmp_path, 'at = 3, what = "camera-lost", camera = "layout"',
                'at = 5, what = "bet", player = 3, spot = 17, colour = "green", count = 2',
                'at = 8, what = "camera-restored", camera = "layout"')
    assert [type(one.data) for one in said if one.origin == "layout"] == [
        events.CameraLost, events.CameraRestored, events.ChipsStanding]


def test_what_happened_out_of_view_is_told_as_an_interval(tmp_path):
    said = told(tmp_path, 'at = 3, vary = 0, what = "view-obscured", camera = "layout"',
                'at = 5, what = "bet", player = 3, spot = 17, colour = "green", count = 2',
                'at = 8, vary = 0, what = "view-cleared", camera = "layout"')
    placed = next(one for one in said if isinstance(one.data, events.ChipsPlaced))
    assert placed.data.seen[1].after(placed.data.seen[0]) == 5


@pytest.mark.parametrize(("step", "why"), [
    ('at = 12, what = "slowed", rpm = 60', "step 2 (slowed) cannot be filmed yet; use --events"),
    ('at = 12, what = "call", confidence = 0.5', "step 2 (call) cannot be filmed yet"),
    ('at = 22, what = "bet", unseen = true, spot = 17, colour = "green", count = 2', "step 2 (bet) cannot be filmed"),
])
def test_what_cannot_be_filmed_is_refused_in_one_line(tmp_path, step, why):
    with pytest.raises(NoMoreBetsError) as refused:
        simulate_case(story(SPIN, step), 1, tmp_path)
    assert why in str(refused.value)


@pytest.mark.parametrize(("step", "why"), [
    ('at = 3, wait = 1, what = "call"', "give either `at"),
    ('at = 3, what = "bet", spot = 17', "give either `colour` and `count`, or `chips`"),
    ('at = 3, what = "bet", spot = 17, colour = "green", count = 0', "at least one chip"),
    ('at = 3, what = "call", seen_s = [-1, 0]', "`seen_s` is [seconds before, seconds after]"),
    ('at = 3, what = "camera-lost", camera = "roof"', "camera-lost"),
    (f"{SPIN}, revolutions = 0.1", "between 0.3 and 40"),
])
def test_what_is_wrong_with_a_step_is_told(step, why):
    with pytest.raises(NoMoreBetsError) as refused:
        story(step)
    assert why in str(refused.value)


def test_variants_limits_and_equipment_reach_the_table():
    setup = story(SPIN, variants='["viva"]', limits="{ minimum = 100 }", equipment="{ bell = true }").setup
    assert (setup.variants, setup.limits.minimum, setup.equipment) == (("viva",), 100, {"bell": True})
