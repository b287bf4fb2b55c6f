"""Scoring: fixed windows, each truth matched once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schemas.envelope import entry
from schemas.events import BallDropped, BallLaunched, BallRested, Chips, ChipsPlaced, Source, TableOpened
from schemas.moment import Moment
from vision.score import fitting, match, score

START = Moment.parse("2026-11-18T21:14:00Z")


def at(seconds, event, until=None, origin="layout"):
    seen = (START.plus(seconds), START.plus(seconds if until is None else until))
    return entry(replace(event, seen=seen), id=f"{seconds}-{until}-{type(event).__name__}", table="t1", origin=origin,
                 time=seen[1], session="s1")


def chips(x=100.0, y=100.0, spot="5", count=(3, 3)):
    return ChipsPlaced(seen=(START, START), x_mm=x, y_mm=y, spot=spot, chips=(Chips(colour="blue", count=count),),
                       side="player")


@pytest.mark.parametrize(("said", "fits"), [
    (at(10.4, chips()), True),
    (at(10.6, chips()), False),
    (at(8.0, chips(), until=9.6), True),
    (at(10.0, chips(x=114.0, spot="5-8")), True),
    (at(10.0, chips(x=116.0, spot="5-8")), False),
    (at(10.0, chips(x=400.0)), True),
    (at(10.0, BallRested(seen=(START, START), number="5")), False),
])
def test_same_kind_same_place_within_half_a_second(said, fits):
    assert fitting(at(10.0, chips()), said) is fits


def test_each_truth_matches_once_and_as_many_as_can():
    true = [at(10.0, chips()), at(10.4, chips())]
    said = [at(10.3, chips()), at(10.7, chips())]
    assert len(match(true, said)) == 2
    assert len(match(true, said[:1])) == 1


def test_counts_are_right_within_their_bounds():
    found = score([at(10.0, chips())], [at(10.2, chips(count=(2, 4)))]).kinds[0]
    assert (found.matched, found.precision, found.recall, found.off_s_median) == (1, 1.0, 1.0, 0.2)
    assert found.chips_right == 1
    assert score([at(10.0, chips())], [at(10.2, chips(count=(4, 4)))]).kinds[0].chips_right == 0


def test_the_interval_is_asked_whether_it_holds_the_true_time():
    held, late = (score([at(10.0, chips())], [at(begin, chips(), until=10.6)]).kinds[0] for begin in (9.8, 10.2))
    assert (held.inside, held.width_s, held.spot_right) == (1, 0.8, 1)
    assert (late.inside, late.matched) == (0, 1)


def test_what_was_said_too_much_costs_precision_and_what_was_missed_recall():
    found = score([at(10.0, chips()), at(20.0, chips())], [at(10.0, chips()), at(30.0, chips()), at(40.0, chips())])
    assert (found.kinds[0].precision, found.kinds[0].recall) == (0.333, 0.5)


def test_a_source_that_never_spoke_saw_nothing_unless_it_was_left_out():
    rested = at(12, BallRested(seen=(START, START), number="17"), origin="wheel")
    true = [at(10.0, chips()), rested]
    assert [(kind.kind, kind.recall) for kind in score(true, []).kinds] == [("ball-rested", 0.0), ("chips-placed", 0.0)]

    without = TableOpened(config={}, config_sha256="", sources=(Source(name="layout", kind="layout"),))
    opened = entry(without, id="o", table="t1", origin="config", time=START, session="s1")
    assert [(kind.kind, kind.recall) for kind in score(true, [opened]).kinds] == [("chips-placed", 0.0)]


def test_a_spin_is_right_in_direction_revolutions_and_number():
    launch = BallLaunched(seen=(START, START), direction="clockwise")
    drop, rest = BallDropped(seen=(START, START), revolutions=(9.3, 9.3)), BallRested(seen=(START, START), number="17")
    true = [at(1, launch, origin="wheel"), at(9, drop, origin="wheel"), at(12, rest, origin="wheel")]
    near = at(9, replace(drop, revolutions=(9.0, 9.6)), origin="wheel")
    assert score(true, [true[0], near, true[2]]).spins[0].right
    wrong = at(12, replace(rest, number="25"), origin="wheel")
    assert not score(true, [true[0], near, wrong]).spins[0].right
    short = at(9, replace(drop, revolutions=(8.0, 8.5)), origin="wheel")
    assert not score(true, [true[0], short, true[2]]).spins[0].right
