"""Irregular spins, the call, and what is due after a void spin."""

from __future__ import annotations

import pytest

from schemas.events import RoundClosed, RoundOpened, SettlementExpected, SpinVoided


def run(table, start, *, rotor="anticlockwise", revolutions=(8.0, 8.4), call=True, number="17", trust=1.0):
    """A launch, the call after 5 s, drop after 9, rest after 10.3."""
    at = table.at
    return [
        at(start).ball_launched(direction="clockwise", rotor=rotor, confidence=trust),
        *([at(start + 5).bets_closed(by="call")] if call else []),
        at(start + 9).ball_dropped(revolutions=revolutions),
        at(start + 10.3).ball_rested(number=number),
    ]


def marked(table):
    """The dolly down and up again, as if the spin had counted."""
    return [table.at(24).dolly_placed(number="17"), table.at(30).dolly_lifted()]


def rules(said):
    return [(rule, verdict) for rule, _, verdict in said.brief]


@pytest.mark.parametrize(
    ("revolutions", "verdict", "unseen"),
    [
        ((3.1, 3.4), ("breach", 1.0), 0), ((3.6, 4.1), ("suspected", 0.8), 0), ((3.9, 4.4), None, 1),
        ((4.0, 4.0), None, 0), ((5.0, 5.2), None, 0), ((2.0, None), None, 1), ((6.0, None), None, 0),
    ],
)
def test_short_spin(table, revolutions, verdict, unseen):
    said = table.judge([table.at(2).bets_opened(), *run(table, 10, revolutions=revolutions)])
    found = [(each.verdict, each.probability) for each in said.findings if each.rule == "short-spin"]
    assert found == ([verdict] if verdict else [])
    assert said.unseen.count("short-spin") == unseen
    if verdict == ("breach", 1.0):
        assert "left the track after between 3.1 and 3.4 revolutions; four are required" in said.sentence("short-spin")


def test_a_short_spins_duties_cite_its_own_clause(table):
    told = [*run(table, 10, revolutions=(3.0, 3.2)), *marked(table)]
    assert [(rule, clauses) for rule, clauses, _ in table.judge(told).brief] == [
        ("ball-not-removed", ("5.3",)), ("ball-not-returned", ("5.4",)), ("no-spin-not-called", ("5.3",)),
        ("short-spin", ("4.2", "5.3")),
    ]


def test_a_doubtful_direction_is_suspected_and_so_is_what_follows(table):
    told = [*run(table, 10, rotor="clockwise", trust=0.7), *marked(table)]
    assert {verdict for _, verdict in rules(table.judge(told))} == {"suspected"}


def test_laps_contradict_a_misread_launch(table):
    laps = [table.at(10 + nth).ball_lapped(lap=nth, direction="clockwise", rotor="anticlockwise") for nth in (1, 2, 3)]
    said = table.judge([*run(table, 10, rotor="clockwise"), *laps])
    assert "same-direction" not in [rule for rule, _ in rules(said)]


@pytest.mark.parametrize(("call", "expected"), [(False, [("no-call", "breach")]), (True, [])])
def test_no_call(table, call, expected):
    assert rules(table.judge([table.at(2).bets_opened(), *run(table, 10, call=call)])) == expected


def test_a_call_after_the_drop_is_no_call(table):
    said = table.judge([*run(table, 10, call=False), table.at(19.6).bets_closed(by="call")])
    assert rules(said) == [("no-call", "breach")]
    assert "'No more bets' was called 0.6 s after the ball dropped" in said.sentence("no-call")


def test_silence_says_nothing_where_nobody_listens(make_table):
    table = make_table(reports=("bets-opened",))
    said = table.judge([table.at(2).bets_opened(), *run(table, 10, call=False), *marked(table)])
    assert (rules(said), said.unseen) == ([], ["no-call", "result-not-announced"])


def test_a_void_spin_done_by_the_book(table):
    """'No spin', a hand to the ball, the ball back, spun again: bets stand, and only the spin itself is a breach."""
    at = table.at
    told = [
        at(2).bets_opened(), at(5).chips_placed(spot="17", count=2),
        at(10).ball_launched(direction="clockwise", rotor="clockwise"), at(13).no_spin_called(),
        at(14).hand_entered_wheel(side="dealer"), at(16).ball_returned(number="32"),
        at(17).bets_opened(), at(18).chips_placed(spot="20", count=1),
        *run(table, 20), at(32).result_announced(number="17"), at(33).dolly_placed(number="17"),
        at(34).chips_collected(spot="20"), at(36).chips_paid(spot="17", colour="yellow", count=14),
        at(40).dolly_lifted(),
    ]
    said = table.judge(told)
    assert rules(said) == [("same-direction", "breach")]
    assert len(said.every(RoundOpened)) == 1
    assert [(voided.spin, voided.rule) for voided in said.every(SpinVoided)] == [(1, "same-direction")]
    settled = said.every(SettlementExpected)[-1]
    assert settled.spin == 2
    assert [(owed.spot, owed.outcome) for owed in settled.wagers] == [("17", "wins"), ("20", "loses")]


def test_the_ball_put_into_the_wrong_pocket_was_not_returned(table):
    at = table.at
    told = [
        at(10).ball_launched(direction="clockwise", rotor="clockwise"), at(13).no_spin_called(),
        at(14).hand_entered_wheel(side="dealer"), at(16).ball_returned(number="5"), *run(table, 20),
    ]
    said = table.judge(told)
    assert ("ball-not-returned", "breach") in rules(said)
    assert "was not returned to 32 but put into 5 before the next launch" in said.sentence("ball-not-returned")


def test_a_session_that_ends_first_leaves_duties_unseen(table):
    at = table.at
    said = table.judge([at(2).bets_opened(), at(10).ball_launched(direction="clockwise", rotor="clockwise")], until=12)
    assert rules(said) == [("same-direction", "breach")]
    assert said.unseen == ["ball-not-returned", "no-spin-not-called"]


def test_a_wheel_camera_lost_saw_no_hand(table):
    told = [
        *run(table, 10, rotor="clockwise"), table.at(15).camera_lost(camera="wheel", origin="runtime"),
        table.at(18).camera_restored(camera="wheel", origin="runtime"),
        table.at(24).dolly_placed(number="17"), table.at(30).dolly_lifted(),
    ]
    said = table.judge(told)
    assert "ball-not-removed" in said.unseen
    assert ("ball-not-removed", "breach") not in rules(said)


def test_the_next_launch_opens_the_next_round(table):
    said = table.judge([*run(table, 10), *run(table, 40)])
    assert [opened.round for opened in said.every(RoundOpened)] == [1, 2]


@pytest.mark.parametrize("desk", [True, False])
def test_a_past_post_on_a_re_spin_that_nobody_announced(make_table, desk):
    """The ball was taken out without a word and spun again: betting was open between, and closed again."""
    table = make_table(desk=desk)
    at = table.at
    said = table.judge([
        at(4).ball_launched(direction="clockwise", rotor="clockwise"), at(5).bets_closed(by="call"),
        at(7).hand_entered_wheel(side="dealer"), at(8).hand_left_wheel(side="dealer"),
        at(9).chips_placed(spot="20", count=1),
        *run(table, 14), at(26.5).chips_placed(spot="17", count=5, stack="late"),
    ])
    assert [(found.rule, found.stack, found.spin) for found in said.findings if found.conduct == "late-bet"] == [
        ("late-bet", "late", 2)
    ]


def test_a_hand_that_does_not_get_the_ball_opens_no_betting(table):
    at = table.at
    said = table.judge([
        at(4).ball_launched(direction="clockwise", rotor="clockwise"), at(5).bets_closed(by="call"),
        at(7).hand_entered_wheel(side="dealer"), at(8).hand_left_wheel(side="dealer"),
        at(9).chips_placed(spot="20", count=1), at(10).ball_dropped(revolutions=(6, 6)), at(12).ball_rested(number="5"),
    ])
    assert ("late-bet", "breach") in rules(said)


def test_bets_invited_while_the_void_ball_still_rolls(table):
    """'No spin', bets again, and only then the ball falls: it is the void one still, and the round goes on."""
    at = table.at
    said = table.judge([
        at(2).bets_opened(), at(2.5).chips_placed(spot="17", count=1),
        at(4).ball_launched(direction="clockwise", rotor="clockwise"), at(6).no_spin_called(),
        at(7).hand_entered_wheel(side="dealer"), at(7.5).bets_opened(), at(8).no_spin_called(),
        at(12).ball_dropped(revolutions=(9, 9)), at(13).ball_rested(number="5"), at(15).ball_returned(number="32"),
        *run(table, 20), at(34).result_announced(number="17"), at(35).dolly_placed(number="17"),
        at(36).chips_paid(spot="17", colour="yellow", count=7),
        at(40).dolly_lifted(),
    ])
    assert rules(said) == [("same-direction", "breach")]
    assert [(closed.number, closed.spins) for closed in said.every(RoundClosed)] == [("17", 2)]
    assert len(said.every(SpinVoided)) == 1
