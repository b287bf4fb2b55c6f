"""Late bets and near misses."""

from __future__ import annotations

import pytest

from schemas.events import BettingClosed, BreachFound, FindingWithdrawn, SettlementExpected
from schemas.table import HousePart

LATE = ("late-bet", ("3.6(a)", "3.6A"), "breach")


def spin(table, *, call=16.0, extra=()):
    """Bets at 2 s, launch 11, call 16, drop 20, rest 21.3 on 17."""
    at = table.at
    called = [at(call).bets_closed(by="call")] if call is not None else []
    return [
        at(2).bets_opened(), at(11).ball_launched(direction="clockwise", rotor="anticlockwise"), *called,
        at(20).ball_dropped(revolutions=(8, 8.5)), at(21.3).ball_rested(number="17"), *extra,
    ]


def late_bets(said):
    return [brief for brief in said.brief if brief[0] == "late-bet"]


@pytest.mark.parametrize(
    ("placed", "verdict"),
    [
        ((15.0, 15.9), []),
        ((16.1, 16.4), [("late-bet", ("3.6(a)",), "breach")]),
        ((19.8, 19.9), [("late-bet", ("3.6(a)",), "breach")]),
        ((20.1, 20.4), [LATE]),
        ((22.0, 22.3), [LATE]),
        ((15.9, 16.5), [("late-bet", ("3.6(a)",), "suspected")]),
        ((19.9, 20.2), [("late-bet", ("3.6(a)",), "breach")]),  # late for certain, after the drop only perhaps
    ],
)
def test_when_chips_land(table, placed, verdict):
    said = table.judge(spin(table, extra=[table.at(*placed).chips_placed(spot="17", count=5)]))
    assert late_bets(said) == verdict


def test_without_a_call_the_drop_closes(table):
    told = spin(table, call=None, extra=[
        table.at(19.5, 19.8).chips_placed(spot="20", count=1), table.at(19.9, 20.3).chips_placed(spot="17", count=5),
    ])
    (found,) = [found for found in table.judge(told).findings if found.rule == "late-bet"]
    assert (found.spot, found.clauses) == ("17", ("3.6(a)", "3.6A"))
    assert (found.verdict, found.probability) == ("suspected", 0.75)
    assert "Probably (75 %) five green chips (25.00) put on 17" in found.sentence
    assert "between 0.1 s before and 0.3 s after the ball dropped" in found.sentence
    assert "division-current 3.6A: void if upheld." in found.sentence


def test_hardly_late_could_not_be_seen(table):
    said = table.judge(spin(table, extra=[table.at(15.0, 16.1).chips_placed(spot="17")]))
    assert late_bets(said) == []
    assert said.unseen.count("late-bet") == 1


def test_clocks_of_two_sources_may_be_off(make_table):
    table = make_table(clock_error_ms=100)
    said = table.judge(spin(table, extra=[table.at(16.1, 16.3).chips_placed(spot="17")]))
    assert late_bets(said) == [("late-bet", ("3.6(a)",), "suspected")]


def test_one_source_agrees_with_itself(make_table):
    table = make_table(clock_error_ms=100, house=HousePart(wave_closes=True))
    told = spin(table, call=None, extra=[
        table.at(18).dealer_waved(), table.at(18.05, 18.1).chips_placed(spot="17", stack="a"),
    ])
    said = table.judge(told)
    assert late_bets(said) == [("late-bet", ("3.6(a)",), "breach")]
    assert [closed.by for closed in said.every(BettingClosed)] == [("wave",)]


def test_a_wave_closes_only_where_the_house_lets_it(table):
    told = spin(table, call=None, extra=[table.at(18).dealer_waved(), table.at(18.5).chips_placed(spot="17")])
    assert late_bets(table.judge(told)) == []


def test_a_hand_not_seen_is_never_a_breach(table):
    said = table.judge(spin(table, extra=[table.at(22).chips_placed(spot="17", side="unknown", confidence=0.97)]))
    (found,) = [found for found in said.findings if found.rule == "late-bet"]
    assert (found.verdict, found.probability) == ("suspected", 0.97)


@pytest.mark.parametrize(
    ("when", "clauses"), [(17.0, ("3.4",)), (20.5, ("3.6A",)), (22.0, None)], ids=["called", "dropped", "paying"]
)
def test_the_dealers_hand(table, when, clauses):
    """Before rest a dealer who puts chips down is late; after it, pays."""
    told = spin(table, extra=[table.at(when).chips_placed(spot="14", side="dealer")])
    assert [found[1] for found in late_bets(table.judge(told))] == ([clauses] if clauses else [])


def test_the_dealer_may_put_a_misplaced_bet_right(table):
    told = spin(table, extra=[
        table.at(5).chips_placed(spot="17", stack="a"), table.at(18).chips_moved(stack="a", spot="17", to="20"),
    ])
    said = table.judge(told)
    assert late_bets(said) == []
    (owed,) = said.every(SettlementExpected)[-1].wagers
    assert (owed.spot, owed.outcome) == ("20", "loses")


def test_chips_added_to_a_bet_are_late_alone(table):
    told = spin(table, extra=[
        table.at(5).chips_placed(spot="17", stack="a", count=2),
        table.at(22).chips_added(spot="17", stack="a", count=3),
    ])
    said = table.judge(told)
    (found,) = [found for found in said.findings if found.rule == "late-bet"]
    assert found.stake == (1500, 1500)
    (owed,) = said.every(SettlementExpected)[-1].wagers
    assert (owed.stake, owed.owed) == ((1000, 1000), (35000, 35000))


@pytest.mark.parametrize(
    ("decided", "says"),
    [
        ("undecided", "The house decides."), ("returned", "Do not accept it; return the chips (house rule)."),
        ("void", "Do not pay; void (house rule)."), ("stands", "The bet stands (house rule)."),
    ],
)
def test_before_the_drop_the_house_decides(make_table, decided, says):
    table = make_table(house=HousePart(late_bet_before_drop=decided))
    said = table.judge(spin(table, extra=[table.at(17).chips_placed(spot="17")]))
    assert said.sentence("late-bet").endswith(says)


def test_a_call_that_comes_late_judges_the_round_again(table):
    chips, call = table.at(17).chips_placed(spot="17"), table.at(16).bets_closed(by="call")
    session = table.session_of(spin(table, call=None, extra=[chips]), until=60)
    held = next(nth for nth, each in enumerate(session) if each.time > table.at(24).clock_ticked(origin="wheel").time)
    said = type(table.judge([])).of([*session[:held], call, *session[held:]])

    (found,) = [found for found in said.findings if found.rule == "late-bet"]
    assert (found.clauses, found.late_arrival) == (("3.6(a)",), True)
    withdrawn = said.every(FindingWithdrawn)
    first = [each.id for each in said.entries if isinstance(each.data, BreachFound) and each.data.rule == "no-call"]
    assert [each.id for each in withdrawn] == first, "the missing call was a finding, until it came"


def test_the_drop_said_late_sharpens_the_finding(table):
    """The eye is sure of the drop only after the chips were told: the finding is replaced, not doubled."""
    at = table.at
    told = [
        at(2).bets_opened(), at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(16).bets_closed(by="call"), at(20.2, 20.3).chips_placed(spot="17"),
        at(20, said=20.6).ball_dropped(revolutions=(8, 8)), at(21.3).ball_rested(number="17"),
    ]
    said = table.judge(told)
    every = said.every(BreachFound)
    assert [found.clauses for found in every] == [("3.6(a)",), ("3.6(a)", "3.6A")]
    assert every[1].replaces is not None
    assert late_bets(said) == [LATE]


def test_chips_nobody_saw_come_could_not_be_judged(table):
    told = spin(table, extra=[
        table.at(19).camera_lost(camera="layout", origin="runtime"),
        table.at(24).camera_restored(camera="layout", origin="runtime"),
        table.at(19, 24).chips_standing(spot="17", side="unknown"),
    ])
    said = table.judge(told)
    assert late_bets(said) == []
    assert "late-bet" in said.unseen


def test_unknown_chips_leave_money_open(table):
    told = spin(table, extra=[table.at(22).chips_placed(spot="17", colour=None, count=(4, 6))])
    (found,) = [found for found in table.judge(told).findings if found.rule == "late-bet"]
    assert (found.stake, found.would_pay) == ((0, None), (0, None))
    assert "Between four and six unreadable chips (value not known) put on 17" in found.sentence


def test_a_hand_not_seen_after_the_dolly_may_have_been_paying(table):
    told = spin(table, extra=[
        table.at(5).chips_placed(spot="17", count=5), table.at(23).result_announced(number="17"),
        table.at(24).dolly_placed(number="17"),
        table.at(28).chips_placed(spot="17", colour="yellow", count=35, dy=-42, stack="paid", side="unknown"),
        table.at(34).dolly_lifted(),
    ])
    said = table.judge(told)
    assert (said.brief, said.unseen) == ([], ["late-bet"])


def test_too_late_for_a_void_spin_is_in_time_for_the_next(table):
    at = table.at
    told = [
        at(2).bets_opened(), at(5).ball_launched(direction="clockwise", rotor="clockwise"),
        at(8).bets_closed(by="call"),
        at(9).chips_placed(spot="17", count=5), at(9.5).no_spin_called(), at(9.7).hand_entered_wheel(side="dealer"),
        at(10).ball_returned(number="32"), *spin(table)[1:],
    ]
    said = table.judge(told)
    assert late_bets(said) == [("late-bet", ("3.6(a)",), "breach")]
    assert [owed.outcome for owed in said.every(SettlementExpected)[-1].wagers] == ["wins"]


@pytest.mark.parametrize(
    ("added", "clauses"), [(17, ("3.6(a)", "3.6(b)")), (20.5, ("3.6(a)", "3.6(b)", "3.6A"))],
)
def test_a_cap_handed_back_was_late_all_the_same(table, added, clauses):
    """Given a bet capped too late, when the dealer takes the cap off, then it is still found and the bet pays alone."""
    at = table.at
    said = table.judge(spin(table, extra=[
        at(5).chips_placed(spot="17", stack="a", count=1), at(added).chips_added(spot="17", stack="a", count=2),
        at(20.9).chips_reduced(spot="17", stack="a", count=2, side="dealer"),
    ]))
    (found,) = [found for found in said.findings if found.rule == "late-bet"]
    assert (found.clauses, found.verdict, found.stake) == (clauses, "breach", (1000, 1000))
    assert not said.every(FindingWithdrawn)
    (owed,) = said.every(SettlementExpected)[-1].wagers
    assert (owed.stake, owed.owed) == ((500, 500), (17500, 17500))
