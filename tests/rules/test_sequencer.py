"""Table time: who holds it, what waits, what is a repeat, what is late."""

from __future__ import annotations

import pytest

from services.rules.sequencer import remember, take
from services.rules.waiting import Waiting


@pytest.fixture
def feed():
    def feed(entries):
        waiting, out = Waiting(), []
        for each in entries:
            waiting, released = take(waiting, each)
            for turn in released:
                waiting = remember(waiting, turn.entry)
            out += [(each.entry.data.__class__.__name__, each.late) for each in released]
        return waiting, out

    return feed


def tick(table, seconds, camera, **data):
    return table.at(seconds).clock_ticked(origin=camera, **data)


def test_the_slowest_camera_holds_the_mark(table, feed):
    opened = table.opening()
    _, out = feed([*opened, tick(table, 5, "wheel"), table.at(1).chips_placed(spot="17")])
    assert out == [("TableOpened", False), ("RulebookAdopted", False)], "the felt has come only to 1 s"

    _, out = feed([*opened, table.at(1).chips_placed(spot="17"), tick(table, 5, "wheel"), tick(table, 5, "layout")])
    assert out[2:] == [("ChipsPlaced", False)], "the heartbeats themselves wait 750 ms"


def test_nothing_is_released_before_every_camera_has_spoken(table, feed):
    opened, _ = table.opening()
    _, out = feed([opened, tick(table, 9, "wheel"), table.at(3).bets_opened()])
    assert out == [("TableOpened", False)]


def test_a_lost_or_ended_camera_holds_nothing(table, feed):
    opened, _ = table.opening()
    lost = table.at(9).camera_lost(camera="layout", origin="runtime")
    _, out = feed([opened, tick(table, 9, "wheel"), table.at(3).bets_opened(), lost])
    assert ("BetsOpened", False) in out

    _, out = feed([opened, tick(table, 1, "layout", ended=True), table.at(3).bets_opened(), tick(table, 9, "wheel")])
    assert ("BetsOpened", False) in out


def both_lost(table, seconds):
    return [table.at(seconds).camera_lost(camera=camera, origin="config") for camera in ("wheel", "layout")]


def test_a_desk_with_a_wrong_clock_moves_nothing_when_every_camera_is_lost(table, feed):
    ahead = table.at(86400).operator_ruled(about="x", ruling="y")
    back = [table.at(5).camera_restored(camera=camera, origin="config") for camera in ("wheel", "layout")]
    told = [*table.opening(), tick(table, 2, "wheel"), tick(table, 2, "layout"), ahead, *both_lost(table, 4), *back]
    _, out = feed([*told, table.at(6).chips_placed(spot="17"), tick(table, 9, "wheel"), tick(table, 9, "layout")])
    assert ("ChipsPlaced", False) in out
    assert "OperatorRuled" not in [name for name, _ in out]


def test_when_every_camera_is_lost_the_runtime_ticks_on(table, feed):
    told = [*table.opening(), tick(table, 2, "wheel"), tick(table, 2, "layout"), *both_lost(table, 4),
            table.at(6).bets_closed(by="call")]
    assert ("BetsClosed", False) not in feed(told)[1], "the desk alone does not move table time"
    assert feed([*told, tick(table, 7, "config")])[1][-1] == ("BetsClosed", False)


def test_a_late_desk_is_judged_at_once_and_marked(table, feed):
    beats = [tick(table, 9, "wheel"), tick(table, 9, "layout")]
    late = table.at(3).bets_closed(by="call")
    _, out = feed([*table.opening(), *beats, late, late])
    assert out[2:] == [("BetsClosed", True)], "once, though said twice"


def test_a_camera_repeating_itself_is_not_heard_again(table, feed):
    chips = table.at(1).chips_placed(spot="17")
    beats = [tick(table, 9, "wheel"), tick(table, 9, "layout")]
    _, out = feed([*table.opening(), chips, chips, *beats, chips, *table.opening()])
    assert out[2:] == [("ChipsPlaced", False)]


def test_a_camera_that_had_been_lost_is_heard_late(table, feed):
    told = [
        *table.opening(), tick(table, 2, "layout"), tick(table, 2, "wheel"),
        table.at(4).camera_lost(camera="layout", origin="runtime"), tick(table, 9, "wheel"),
        table.at(3).chips_placed(spot="17"),
    ]
    assert feed(told)[1][-1] == ("ChipsPlaced", True)


def test_closing_releases_everything_itself_last(table, feed):
    told = [*table.opening(), table.at(8).dolly_lifted(), table.at(3).bets_opened()]
    waiting, out = feed([*told, table.at(8).table_closed(origin="config")])
    assert [name for name, _ in out] == ["TableOpened", "RulebookAdopted", "BetsOpened", "DollyLifted", "TableClosed"]
    assert not waiting.buffer


def test_a_new_session_closes_the_old_one_first(make_table, feed):
    first, second = make_table(session="s1"), make_table(session="s2")
    told = [*first.opening(), first.at(3).bets_opened(), second.opening()[0], first.at(4).chips_placed(spot="17")]
    _, out = feed(told)
    assert [name for name, _ in out] == ["TableOpened", "RulebookAdopted", "BetsOpened", "TableOpened"]


def test_without_a_configuration_the_newest_time_is_the_mark(table, feed):
    chips, dropped = table.at(2.5).chips_placed(spot="17"), table.at(4).ball_dropped(revolutions=(5, 5))
    _, out = feed([table.at(3).bets_opened(), chips, dropped])
    assert out == [("ChipsPlaced", False), ("BetsOpened", False)]


def test_a_camera_that_was_lost_is_still_known_by_its_clock(table, feed):
    """Given a camera lost and back, then what it said before is a repeat, and what it had not said yet is late."""
    said, kept = table.at(3).chips_placed(spot="17"), table.at(6).chips_placed(spot="20")
    told = [
        *table.opening(), said, tick(table, 4, "wheel"), tick(table, 4, "layout"),
        table.at(5).camera_lost(camera="layout", origin="runtime"), tick(table, 9, "wheel"),
        table.at(9).camera_restored(camera="layout", origin="runtime"), tick(table, 11, "wheel"),
    ]
    assert feed([*told, said])[1] == feed(told)[1]
    assert feed([*told, kept])[1] == [*feed(told)[1], ("ChipsPlaced", True)]
    assert feed([*told, kept, kept])[1] == feed([*told, kept])[1]
