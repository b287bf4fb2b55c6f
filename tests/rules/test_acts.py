"""The three acts as events, with and without the desk."""

from __future__ import annotations

import pytest

from schemas.events import RoundClosed, RoundOpened, SettlementReconciled, SpinVoided


def honest_spin(table, *, rotor="anticlockwise", number="17"):
    at = table.at
    laps = [at(12 + nth * 1.1).ball_lapped(lap=nth + 1, direction="clockwise", rotor=rotor) for nth in range(8)]
    return [
        at(2).bets_opened(),
        at(11).ball_launched(direction="clockwise", rotor=rotor),
        *laps,
        at(16).bets_closed(by="call"),
        at(20.0, said=20.2).ball_dropped(revolutions=(8.2, 8.6)),
        at(21.3, said=21.6).ball_rested(number=number),
    ]


def past_post(table):
    at = table.at
    return [
        *honest_spin(table),
        at(5).chips_placed(spot="17-20", colour="blue", count=4),
        at(6).chips_placed(spot="red", colour="orange", count=3),
        at(7).chips_placed(spot="dozen-2", colour="blue", count=2, stack="honest"),
        at(21.7, 22.1, said=22.4).chips_placed(spot="17", colour="green", count=5, dx=6, dy=5, stack="late"),
        at(23).result_announced(number="17", colour="black"),
        at(24).dolly_placed(number="17"),
        at(26).chips_collected(spot="red", colour="orange", count=3),
        at(28).chips_paid(spot="17-20", colour="blue", count=68),
        at(30).chips_paid(spot="dozen-2", colour="blue", count=4),
        at(32).chips_paid(spot="17", colour="yellow", count=35, dx=6, dy=-37, stack="paid-late"),
        at(36).dolly_lifted(),
    ]


def wrong_way(table):
    at = table.at
    return [
        at(5).chips_placed(spot="17", colour="green", count=5),
        *honest_spin(table, rotor="clockwise"),
        at(23).result_announced(number="17"),
        at(24).dolly_placed(number="17"),
        at(28).chips_paid(spot="17", colour="yellow", count=35),
        at(34).dolly_lifted(),
    ]


def by_the_book(table):
    at = table.at
    return [
        *honest_spin(table),
        at(5).chips_placed(spot="17", colour="green", count=5),
        at(6).chips_placed(spot="dozen-1", colour="orange", count=3),
        at(23).result_announced(number="17", colour="black"),
        at(24).dolly_placed(number="17"),
        at(26).chips_collected(spot="dozen-1", colour="orange", count=3),
        at(28).chips_paid(spot="17", colour="yellow", count=35),
        at(33).dolly_lifted(),
        at(35).chips_removed(spot="17", colour="yellow", count=35, stack="paid-17"),
    ]


@pytest.mark.parametrize("desk", [True, False])
def test_past_post(make_table, desk):
    said = make_table(desk=desk)
    said = said.judge(past_post(said))

    assert said.brief == [
        ("late-bet", ("3.6(a)", "3.6A"), "breach"),
        ("paid-void-bet", ("3.6A",), "breach"),
    ]
    assert {(found.round, found.spot, found.conduct) for found in said.findings} == {(1, "17", "late-bet")}
    assert said.unseen == ([] if desk else ["no-call", "result-not-announced"])
    (settled,) = said.every(SettlementReconciled)
    assert sorted((row.stack, row.verdict) for row in settled.wagers) == [
        ("honest", "agrees"), ("k-17-20", "agrees"), ("k-red", "agrees"), ("late", "paid-void-bet"),
    ]


def test_past_post_reads_as_the_pit_boss_reads_it(table):
    said = table.judge(past_post(table))

    assert said.sentence("late-bet") == (
        "Table 1, 21:14:21. Five green chips (25.00) put on 17 by a player's hand, between 0.4 and 0.8 s after the "
        "ball came to rest, 1.7 s after it dropped. division-current 3.6A: void. It would pay 875.00. "
        "Do not pay; return the chips (house rule)."
    )
    assert said.sentence("paid-void-bet") == (
        "Table 1, 21:14:32. 875.00 paid to five green chips (25.00) on 17 that had been put down too late. "
        "division-current 3.6A: a wager placed after the ball dropped is void. Nothing was owed."
    )


def test_same_direction(table):
    said = table.judge(wrong_way(table))

    assert said.brief == [
        ("ball-not-removed", ("5.1",), "breach"),
        ("ball-not-returned", ("5.4",), "breach"),
        ("no-spin-not-called", ("5.1",), "breach"),
        ("paid-on-void-spin", ("5.1",), "breach"),
        ("same-direction", ("4.2", "5.1(a)"), "breach"),
    ]
    assert {found.conduct for found in said.findings} == {"spin"}
    assert said.unseen == []
    (voided,) = said.every(SpinVoided)
    assert (voided.rule, voided.means) == ("same-direction", "re-spin")


def test_same_direction_without_a_desk(make_table):
    table = make_table(desk=False)
    said = table.judge(wrong_way(table))

    assert [rule for rule, _, _ in said.brief] == [
        "ball-not-removed", "ball-not-returned", "paid-on-void-spin", "same-direction",
    ]
    assert said.unseen == ["no-call", "no-spin-not-called"]


@pytest.mark.parametrize("desk", [True, False])
def test_by_the_book(make_table, desk):
    table = make_table(desk=desk)
    said = table.judge(by_the_book(table))

    assert said.brief == []
    assert said.unseen == ([] if desk else ["no-call", "result-not-announced"])
    assert len(said.every(RoundOpened)) == 1
    assert [(closed.number, closed.spins) for closed in said.every(RoundClosed)] == [("17", 1)]
