"""What cannot be judged is refused at the door, and never holds up its table."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import LineRefused, RoundClosed, RoundOpened
from services.rules import table as referee
from services.rules.table import TableProcessor


def spin(table, *, start=0.0, rotor="anticlockwise"):
    at = table.at
    return [
        at(start + 2).bets_opened(), at(start + 8).ball_launched(direction="clockwise", rotor=rotor),
        at(start + 12).bets_closed(by="call"), at(start + 14).ball_dropped(revolutions=(8, 8)),
        at(start + 16).ball_rested(number="17"), at(start + 18).dolly_placed(number="17"),
        at(start + 24).dolly_lifted(),
    ]


@pytest.mark.parametrize("spot", ["1-2-3-4-5", "0-00-1-2-3", "17-17", "voisins", "", "00"])
def test_a_spot_no_felt_has_is_refused(table, spot):
    processor = TableProcessor()
    state = processor.begin("t1")
    for each in table.opening():
        state, _ = processor.advance(state, each)
    with pytest.raises(NoMoreBetsError, match=f"no spot '{spot}'"):
        processor.advance(state, table.entry(table.at(3), "chips-placed", "layout", {"stack": "k", "spot": spot}))


@pytest.mark.parametrize("kind", ["ball-rested", "dolly-placed", "result-announced"])
def test_a_pocket_no_wheel_has_is_refused(table, kind):
    with pytest.raises(NoMoreBetsError, match="no pocket '99'"):
        table.judge([table.entry(table.at(3), kind, "wheel", {"number": "99"})])


def test_with_millimetres_the_eyes_reading_decides_nothing(table):
    told = [*spin(table), table.at(5).chips_placed(spot="17", stack="k")]
    read = [*spin(table), table.entry(table.at(5), "chips-placed", "layout", {
        **{name: getattr(told[-1].data, name) for name in ("x_mm", "y_mm", "error_mm", "chips", "side")},
        "stack": "k", "spot": "voisins",
    })]
    assert table.judge(read).brief == table.judge(told).brief != []


def test_launch_and_lap_that_nobody_is_sure_of_could_not_be_seen(table):
    at = table.at
    said = table.judge([
        *spin(table)[2:], at(8).ball_launched(direction="clockwise", rotor="clockwise", confidence=0.0),
        at(9).ball_lapped(lap=1, direction="clockwise", rotor="anticlockwise", confidence=0.0),
    ])
    assert "same-direction" in said.unseen
    assert not said.every(LineRefused)


@pytest.fixture
def unjudgeable(monkeypatch):
    """Make the referee fail whenever the last fact of a round in play is of a kind."""
    judged = referee.conclusions

    def fail(kind, *, always=False):
        def conclusions(play):
            facts = play.round.facts if always else play.round.facts[-1:]
            if any(fact.type.endswith(kind) for fact in facts) and (not always or len(facts) > 3):
                raise KeyError(kind)
            return judged(play)

        monkeypatch.setattr(referee, "conclusions", conclusions)

    return fail


def test_one_that_cannot_be_judged_is_set_aside_and_the_rest_is_judged(table, unjudgeable):
    unjudgeable("bell-rung")
    said = table.judge([*spin(table), table.at(5).bell_rung()])

    (refused,) = said.every(LineRefused)
    assert "KeyError" in refused.why
    assert "bell-rung" in refused.line
    assert [closed.number for closed in said.every(RoundClosed)] == ["17"]


def test_a_round_that_cannot_be_judged_does_not_hold_up_the_next(table, unjudgeable):
    unjudgeable("bell-rung", always=True)
    said = table.judge([*spin(table), table.at(5).bell_rung(), *spin(table, start=30)])

    assert 1 <= len(said.every(LineRefused)) <= 2
    assert said.every(RoundOpened)[-1].round > 1
    assert said.every(RoundClosed)[-1].number == "17"


def test_a_new_session_gets_through_whatever_the_old_one_holds(make_table, unjudgeable, judged):
    unjudgeable("bell-rung", always=True)
    old, new = make_table(), make_table(session="s2")
    stuck = old.session_of([*spin(old)[:3], old.at(5).bell_rung()], until=9)[:-1]
    said = judged.of([*stuck, *new.session_of(spin(new), until=40)])

    assert said.every(LineRefused)
    assert said.every(RoundClosed)[-1].number == "17"
