"""What was owed against what was done."""

from __future__ import annotations

import pytest

from schemas.events import SettlementExpected, SettlementReconciled


def settle(table, bets, done, *, number="17", trust=1.0, lifted=40, **extra):
    """Bets, a fair spin to rest on the number, the dolly on it, what the dealer did, the dolly lifted."""
    at = table.at
    shown = extra.get("shown", number)
    return table.judge([
        at(2).bets_opened(), *bets, at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(16).bets_closed(by="call"), at(20).ball_dropped(revolutions=(8, 8)),
        at(21.3).ball_rested(number=number, confidence=trust),
        at(22).result_announced(number=extra.get("called", shown)),
        at(24).dolly_placed(number=shown), *done, at(lifted).dolly_lifted(),
    ])


def five_on_17(table):
    return [table.at(5).chips_placed(spot="17", count=5)]


@pytest.mark.parametrize(
    ("paid", "rule"),
    [
        (("yellow", 35), []), (("green", 175), []), (("yellow", 36), ["overpaid"]), (("yellow", 34), ["underpaid"]),
        (("green", (170, 180)), []), (("green", (176, 180)), ["overpaid"]), (("green", (160, 174)), ["underpaid"]),
        ((None, 35), []), (None, ["winner-unpaid"]),
    ],
)
def test_a_winner(table, paid, rule):
    done = [] if paid is None else [table.at(28).chips_paid(spot="17", colour=paid[0], count=paid[1])]
    said = settle(table, five_on_17(table), done)
    assert [found.rule for found in said.findings] == rule


@pytest.mark.parametrize(("number", "rule"), [("17", ["winner-collected"]), ("18", [])])
def test_a_bet_collected(table, number, rule):
    said = settle(table, five_on_17(table), [table.at(26).chips_collected(spot="17", count=5)], number=number)
    assert [found.rule for found in said.findings] == rule


def test_a_loser_left_standing(table):
    said = settle(table, five_on_17(table), [], number="18")
    assert said.brief == [("loser-left", ("4.5(a)",), "breach")]
    told = said.sentence("loser-left")
    assert "The bet of five green chips (25.00) on 17 left standing though it lost on 18." in told


def test_a_loser_paid(table):
    paid = table.at(27).chips_paid(spot="17", colour="yellow", count=35)
    done = [paid, table.at(30).chips_collected(spot="17", count=5)]
    said = settle(table, five_on_17(table), done, number="18")
    assert [found.rule for found in said.findings] == ["paid-before-collecting", "loser-paid"]


def test_paid_before_collecting(table):
    bets = [*five_on_17(table), table.at(6).chips_placed(spot="even", count=2)]
    paid = table.at(26).chips_paid(spot="17", colour="yellow", count=35)
    taken = table.at(28).chips_collected(spot="even", count=2)
    said = settle(table, bets, [paid, taken])
    assert said.brief == [("paid-before-collecting", ("4.5(a)", "4.5(b)"), "breach")]
    told = said.sentence("paid-before-collecting")
    assert "the bet of two green chips (10.00) on even was collected 2.0 s after that" in told


def test_collecting_and_paying_at_once_is_not_told_apart(table):
    bets = [*five_on_17(table), table.at(6).chips_placed(spot="even", count=2)]
    paid = table.at(26, 27).chips_paid(spot="17", colour="yellow", count=35)
    assert settle(table, bets, [paid, table.at(26.5, 27.2).chips_collected(spot="even", count=2)]).brief == []


def test_a_payment_taken_back_was_none(table):
    done = [
        table.at(27).chips_paid(spot="17", colour="black", count=35),
        table.at(28).chips_collected(spot="17", colour="black", count=35, stack="paid-17", dy=-42),
        table.at(29).chips_paid(spot="17", colour="yellow", count=35, stack="again"),
    ]
    assert settle(table, five_on_17(table), done).brief == []


def test_a_payment_between_two_bets_is_held_against_neither(table):
    bets = [table.at(5).chips_placed(spot="17", stack="a"), table.at(6).chips_placed(spot="18", stack="b", dx=0)]
    middle = table.at(27).chips_paid(spot="17", colour="yellow", count=7, dy=-45)
    said = settle(table, bets, [middle, table.at(28).chips_removed(spot="18", stack="b", side="player")])
    assert said.brief == [("bet-withdrawn", ("3.6(b)", "3.7"), "breach")], "a player took a losing bet, no more"


def test_a_bet_on_a_line_within_the_error_is_owed_a_range(table):
    said = settle(table, [table.at(5).chips_placed(spot="17", count=5, dx=17.5, error=2.0)], [])
    (owed,) = said.every(SettlementExpected)[-1].wagers
    assert (owed.outcome, owed.owed) == ("wins", (42500, 87500))
    assert said.brief == [("winner-unpaid", ("4.5(b)",), "breach")], "whichever it was, something was owed"


def test_the_desk_reports_what_was_handed_over(make_table):
    table = make_table(reports=("payout-reported", "bets-closed", "result-announced", "no-spin-called"))
    done = [table.at(30).payout_reported(spot="17", amount=90000, colour="green")]
    said = settle(table, five_on_17(table), done)
    assert said.brief == [("overpaid", ("3.9", "4.5(b)"), "breach")]


def test_camera_and_desk_contradict_each_other(make_table):
    table = make_table(reports=("payout-reported", "bets-closed", "result-announced", "no-spin-called"))
    paid = table.at(28).chips_paid(spot="17", colour="yellow", count=35)
    done = [paid, table.at(30).payout_reported(spot="17", amount=90000)]
    assert settle(table, five_on_17(table), done).brief == []


@pytest.mark.parametrize(
    ("trust", "shown", "called", "expected"),
    [
        (1.0, "20", "20", [("wrong-dolly", "breach")]), (0.95, "20", "20", [("wrong-dolly", "suspected")]),
        (1.0, "17", "20", [("wrong-announcement", "breach")]), (1.0, "17", "17", []),
    ],
)
def test_wheel_dolly_and_call_disagree(table, trust, shown, called, expected):
    paid = [table.at(28).chips_paid(spot="17", colour="yellow", count=35)]
    said = settle(table, five_on_17(table), paid, trust=trust, shown=shown, called=called)
    assert [(rule, verdict) for rule, _, verdict in said.brief] == expected


def test_settlement_by_a_disputed_number_is_at_most_suspected(table):
    said = settle(table, five_on_17(table), [], shown="20")
    assert [(found.rule, found.verdict) for found in said.findings] == [
        ("wrong-dolly", "breach"), ("winner-unpaid", "suspected"),
    ]
    assert {found.conduct for found in said.findings} == {"settlement"}


def test_a_winner_left_to_ride_stands_in_the_next_round(table):
    at = table.at
    said = table.judge([
        *five_on_17(table), at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(16).bets_closed(by="call"),
        at(20).ball_dropped(revolutions=(8, 8)), at(21).ball_rested(number="17"), at(23).result_announced(number="17"),
        at(24).dolly_placed(number="17"), at(28).chips_paid(spot="17", colour="yellow", count=35),
        at(30).dolly_lifted(), at(31).chips_removed(spot="17", stack="paid-17", colour="yellow", count=35, dy=-42),
        at(35).ball_launched(direction="clockwise", rotor="anticlockwise"), at(40).bets_closed(by="call"),
        at(44).ball_dropped(revolutions=(8, 8)), at(45).ball_rested(number="5"), at(46).result_announced(number="5"),
        at(47).dolly_placed(number="5"), at(48).chips_collected(spot="17", count=5), at(50).dolly_lifted(),
    ])
    assert said.brief == []
    settled = said.every(SettlementReconciled)
    assert [[row.verdict for row in each.wagers] for each in settled] == [["agrees"], ["agrees"]]


@pytest.mark.parametrize(
    ("count", "rule"), [(35, []), (40, []), (34, ["underpaid"])],
)
@pytest.mark.parametrize("kind", ["chips_paid", "chips_placed"])
def test_a_payment_beside_no_bet_may_be_the_winners(table, kind, count, rule):
    """Given a winner, when its chips are pushed straight across, then it is not certain that it was not paid."""
    put = getattr(table.at(28), kind)(
        spot="17", colour="yellow", count=count, dy=-400.0, dx=0.0, stack="astray", side="dealer"
    )
    said = settle(table, five_on_17(table), [put])
    assert [found.rule for found in said.findings] == rule
    assert said.unseen == ([] if rule else ["winner-unpaid"])
    (row,) = said.every(SettlementReconciled)[-1].wagers
    assert row.verdict == (rule[0] if rule else "unclear")


def test_chips_beside_no_bet_are_held_against_nobody(table):
    """Given a loser and a paid winner, when chips lie elsewhere, then nobody was overpaid and no loser paid."""
    bets = [*five_on_17(table), table.at(6).chips_placed(spot="red", count=1)]
    done = [
        table.at(26).chips_collected(spot="red", count=1),
        table.at(27).chips_paid(spot="17", colour="yellow", count=35),
        table.at(28).chips_paid(spot="17", colour="yellow", count=35, dy=-400.0, stack="astray"),
    ]
    assert settle(table, bets, done).brief == []
