"""Another casino is another file: other clauses, other closing, other odds, a void spin that ends the round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.events import BettingClosed, RoundClosed, RoundOpened, SettlementExpected, SpinVoided
from schemas.rulebook import read_rulebook
from services.rules.table import TableProcessor

HARBOUR = """
id = "harbour"
version = "7"
title = "Harbour club roulette"
source = "house rules"
pockets = [37]
placement = "printed"
closing = ["call", "button"]
void_spin = "round"
minimum_revolutions = 3
collect_before_pay = false
late_bet_after_drop_void = false

[odds]
straight = 34
split = 17
street = 11
corner = 8
six-line = 5
column = 2
dozen = 2
even-chance = 1

[rules.late-bet]
conduct = "late-bet"
clauses = ["H11"]
remedies = [{ what = "refused", clause = "H11" }]

[rules.paid-void-bet]
conduct = "late-bet"
clauses = ["H11.2"]

[rules.no-call]
conduct = "procedure"
clauses = ["H6"]

[rules.short-spin]
conduct = "spin"
clauses = ["H3"]
remedies = [{ what = "void", clause = "H3" }]

[rules.paid-on-void-spin]
conduct = "spin"
clauses = ["H3.1"]

[rules.overpaid]
conduct = "settlement"
clauses = ["H4"]
"""


@pytest.fixture
def harbour(make_table):
    return make_table(book=read_rulebook(HARBOUR, "harbour.toml"))


def spin(table, start, *, revolutions=(8, 8), call=5.0, number="17", rotor="anticlockwise"):
    at = table.at
    called = [at(start + call).bets_closed(by="call")] if call is not None else []
    return [
        at(start).ball_launched(direction="clockwise", rotor=rotor), *called,
        at(start + 9).ball_dropped(revolutions=revolutions), at(start + 10.3).ball_rested(number=number),
    ]


def test_its_clauses_and_its_remedy(harbour):
    said = harbour.judge([*spin(harbour, 10), harbour.at(22).chips_placed(spot="17", count=5)])
    assert said.brief == [("late-bet", ("H11",), "breach")]
    assert said.sentence("late-bet").endswith(
        "harbour H11: refused. It would pay 850.00. Do not accept it; return the chips."
    )


def test_only_a_call_closes(harbour):
    """No call came: betting counts as closed at rest, and chips between drop and rest are suspected."""
    late = [harbour.at(19.5).chips_placed(spot="17"), harbour.at(22).chips_placed(spot="20")]
    said = harbour.judge([*spin(harbour, 10, call=None), *late])
    assert said.brief == [
        ("late-bet", ("H11",), "breach"), ("late-bet", ("H11",), "suspected"), ("no-call", ("H6",), "breach"),
    ]
    assert [closed.by for closed in said.every(BettingClosed)] == [("rest",)]
    suspected = next(found for found in said.findings if found.verdict == "suspected")
    assert "0.5 s after the ball dropped; no call was made" in suspected.sentence


def test_the_same_direction_is_not_in_this_book(harbour):
    assert harbour.judge(spin(harbour, 10, rotor="clockwise")).brief == []


def test_three_revolutions_are_enough_here(harbour):
    assert harbour.judge(spin(harbour, 10, revolutions=(3.2, 3.4))).brief == []


def test_a_void_spin_ends_the_round(harbour):
    told = [
        harbour.at(5).chips_placed(spot="17", count=5), *spin(harbour, 10, revolutions=(2, 2.2)),
        harbour.at(24).chips_paid(spot="17", colour="yellow", count=34), *spin(harbour, 30),
    ]
    said = harbour.judge(told)
    assert said.brief == [("paid-on-void-spin", ("H3.1",), "breach"), ("short-spin", ("H3",), "breach")]
    assert [voided.means for voided in said.every(SpinVoided)] == ["round"]
    assert [opened.round for opened in said.every(RoundOpened)] == [1, 2]
    assert [closed.number for closed in said.every(RoundClosed)] == [None, "17"]


def test_its_odds(harbour):
    told = [
        harbour.at(5).chips_placed(spot="17", count=5), *spin(harbour, 10), harbour.at(22).dolly_placed(number="17"),
        harbour.at(24).chips_paid(spot="17", colour="yellow", count=35), harbour.at(30).dolly_lifted(),
    ]
    said = harbour.judge(told)
    assert said.every(SettlementExpected)[-1].wagers[0].owed == (85000, 85000)
    assert said.brief == [("overpaid", ("H4",), "breach")]
    told = said.sentence("overpaid")
    assert "875.00 paid for the bet of five green chips (25.00) on 17; 850.00 was owed: 25.00 too much" in told


def test_a_new_book_takes_effect_at_the_next_round(table, harbour, judged):
    told = spin(table, 10)
    session = table.session_of([*told, table.at(22).dolly_placed(number="17"), table.at(30).dolly_lifted(),
                                table.at(35).bets_opened()], until=60)
    book = harbour.book
    adopted = table.at(12).rulebook_adopted(
        origin="config", id=book.id, version=book.version, sha256=book.sha256, text=book.text
    )
    nth = next(nth for nth, each in enumerate(session) if each.time > adopted.time)
    said = judged.of([*session[:nth], adopted, *session[nth:]])
    assert [opened.rulebook for opened in said.every(RoundOpened)] == ["division-current", "harbour"]


def test_two_books_within_one_round_are_refused(table, harbour):
    processor = TableProcessor()
    state = processor.begin("t1")
    for each in table.session_of([table.at(2).bets_opened()], until=20)[:-1]:
        state, _ = processor.advance(state, each)
    later = replace(harbour.book, sha256="0" * 64, text=HARBOUR + "# another\n")
    for nth, book in enumerate((harbour.book, later)):
        adopted = table.at(19.5 + nth / 4).rulebook_adopted(
            origin="config", id=book.id, version=book.version, sha256=book.sha256, text=book.text
        )
        if nth:
            with pytest.raises(NoMoreBetsError, match="a second rulebook within one round: harbour 7"):
                processor.advance(state, adopted)
        else:
            state, _ = processor.advance(state, adopted)
