"""What hands do at the felt besides putting chips down: several acts, a wave, a brushing sleeve; and clocks apart."""

from __future__ import annotations

import pytest

from schemas import events
from schemas.codec import decode
from schemas.errors import NoMoreBetsError
from schemas.table import read_table
from services.commands.simulate import skewed
from vision.benchmark.evenings import MOVES
from vision.session import open_session
from vision.simulator.case import simulate_case
from vision.simulator.filmable import check_filmable
from vision.simulator.reaches import visits
from vision.simulator.script import play
from vision.simulator.story import known_stories, load_story, read_story

BET = 'at = 3, what = "bet", player = 3, spot = 8, colour = "green", count = 2'


def script(*steps: str):
    lines = "".join(f"  {{ {step} }},\n" for step in steps)
    return play(read_story(f'title = "x"\ndo = [\n{lines}]\n', "mine.toml"), 1)


def told(folder):
    return [decode(line) for line in (folder / "truth.jsonl").read_bytes().splitlines()]


def of_felt(folder):
    return [one.data for one in told(folder) if one.origin == "layout" and not isinstance(one.data, events.ClockTicked)]


def test_every_move_of_the_benchmark_ships_and_can_be_filmed():
    assert set(MOVES) <= set(known_stories())
    for name in MOVES:
        check_filmable(load_story(name))


def test_acts_close_together_are_one_reach_and_players_reach_at_once():
    steps = (BET, 'wait = 0.6, what = "add", player = 3, spot = 8, colour = "green", count = 1',
             'wait = 0.2, what = "bet", player = 5, spot = 17, colour = "blue", count = 1',
             'wait = 3, what = "take", player = 3, spot = 8')
    found = visits(script(*steps).felt.moves)
    assert [(visit.position, len(visit.moves)) for visit in found] == [(3, 2), (5, 1), (3, 1)]
    assert found[1].enters < found[0].leaves


def test_a_wave_is_a_hand_of_the_dealer_that_touches_nothing(tmp_path):
    simulate_case(load_story("wave"), 3, tmp_path, events=True)
    said = of_felt(tmp_path)
    waved = next(nth for nth, data in enumerate(said) if isinstance(data, events.DealerWaved))
    before, after = said[waved - 1], said[waved + 1]
    assert (type(before), before.side, type(after), after.side) == (
        events.HandEntered, "dealer", events.HandLeft, "dealer")


def test_a_brushed_bet_slips_and_is_the_bet_it_was(tmp_path):
    simulate_case(load_story("sleeve-brush"), 3, tmp_path, events=True)
    assert not any(isinstance(data, (events.ChipsMoved, events.ChipsRemoved)) for data in of_felt(tmp_path))
    slipped = next(move for move in play(load_story("sleeve-brush"), 3).felt.moves if move.what == "brush")
    assert slipped.to_mm == pytest.approx((slipped.x_mm + 2, slipped.y_mm - 2))


def test_a_brush_that_would_make_another_bet_of_it_is_refused():
    with pytest.raises(NoMoreBetsError, match=r"step 2 \(brush\): so far off 8"):
        script(BET, 'at = 6, what = "brush", player = 2, spot = 8, off_mm = [30, 0]')


def test_what_stood_there_first_needs_no_hand(tmp_path):
    stood = 'at = 0, what = "stood", spot = 17, colour = "green", count = 4'
    story = read_story(f'title = "x"\nlasts = 9\ndo = [\n  {{ {stood} }},\n  {{ {BET} }},\n]\n', "mine.toml")
    simulate_case(story, 1, tmp_path, events=True)
    said = of_felt(tmp_path)
    assert [type(data) for data in said] == [events.ChipsStanding, events.HandEntered, events.ChipsPlaced,
                                             events.HandLeft]
    assert said[0].chips[0].count == (4, 4)


@pytest.mark.parametrize("skew", [(), ("layout=350", "desk=-120"), ("layout=-400",)])
def test_clocks_apart_change_the_recordings_and_not_what_happened(tmp_path, skew):
    simulate_case(load_story("cap"), 3, tmp_path / "together", events=True)
    story = skewed(load_story("cap"), skew)
    simulate_case(story, 3, tmp_path / "apart", events=True)
    together, apart = ([(str(one.time), type(one.data)) for one in told(tmp_path / name)
                        if isinstance(one.data, events.Observation) and one.origin != "config"]
                       for name in ("together", "apart"))
    assert apart == together
    begins = open_session(read_table(tmp_path / "apart" / "table.toml"))
    late = play(story, 3).felt.since_s
    camera = next(each for each in begins.cameras if each.name == "layout")
    wheel = next(each for each in begins.cameras if each.name == "wheel")
    assert camera.starts_at.after(wheel.starts_at) == late
    assert late == {(): 0.0, ("layout=-400",): -0.4}.get(skew, 0.35)


def test_a_skew_nobody_can_have_is_refused():
    with pytest.raises(NoMoreBetsError, match="give layout=MS or desk=MS"):
        skewed(load_story("cap"), ("roof=3",))
