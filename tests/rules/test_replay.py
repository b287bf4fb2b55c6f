"""The same facts give the same findings under the same ids: shuffled, repeated, cut in two."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.codec import encode
from schemas.events import RoundClosed, RoundOpened
from services.rules.table import TableProcessor


@pytest.fixture
def session(table):
    """Two rounds: a late bet paid, then a spin with the wheel, called off."""
    at = table.at
    told = [
        at(2).bets_opened(), at(5).chips_placed(spot="17-20", colour="blue", count=4), at(6).chips_placed(spot="red"),
        at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        *(at(12 + nth).ball_lapped(lap=nth, direction="clockwise", rotor="anticlockwise") for nth in range(5)),
        at(16).bets_closed(by="call"), at(20, said=20.3).ball_dropped(revolutions=(8.2, 8.4)),
        at(21.3, said=21.7).ball_rested(number="17"), at(21.9, 22.2).chips_placed(spot="17", count=5),
        at(23).result_announced(number="17"), at(24).dolly_placed(number="17"), at(26).chips_collected(spot="red"),
        at(28).chips_paid(spot="17-20", colour="blue", count=68),
        at(30).chips_paid(spot="17", colour="yellow", count=35), at(36).dolly_lifted(), at(38).bets_opened(),
        at(40).chips_placed(spot="5"),
        at(42).ball_launched(direction="clockwise", rotor="clockwise"), at(44).no_spin_called(),
        at(47).ball_returned(number="17"),
    ]
    return table.session_of(told, until=55)


def judge(entries, *, cut=None):
    processor = TableProcessor()
    state, said = processor.begin("t1"), []
    for nth, each in enumerate(entries):
        if nth == cut:
            state = processor.load(processor.save(state))
        state, found = processor.advance(state, each)
        said += [encode(one) for one in found]
    return said


quick = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@quick
@given(seed=st.integers(0, 10_000))
def test_arriving_out_of_order_within_lateness_changes_nothing(session, seed):
    chance = random.Random(seed)
    head, body, tail = session[:2], session[2:-1], session[-1:]
    jumbled = sorted(body, key=lambda each: each.time + (chance.uniform(0, 700) if each.origin == "desk" else 0))
    assert judge([*head, *jumbled, *tail]) == judge(session)


@quick
@given(seed=st.integers(0, 10_000))
def test_saying_it_twice_changes_nothing(session, seed):
    chance = random.Random(seed)
    doubled = [each for one in session for each in [one] * chance.choice([1, 1, 2])]
    assert judge(doubled) == judge(session)


def test_watching_again_from_the_beginning_changes_nothing(session):
    half = len(session) // 2
    assert judge([*session[:half], *session]) == judge(session)


@quick
@given(share=st.floats(0, 1))
def test_a_state_saved_and_loaded_goes_on_as_if_nothing_had_happened(session, share):
    assert judge(session, cut=int(share * len(session))) == judge(session)


def test_the_state_stays_small(make_table):
    """A night of rounds does not grow it."""
    processor = TableProcessor()
    table = make_table()
    state = processor.begin("t1")
    sizes = []
    for each in table.opening():
        state, _ = processor.advance(state, each)
    for nth in range(12):
        at, start = table.at, nth * 60
        told = [
            at(start + 2).bets_opened(), at(start + 5).chips_placed(spot="17", stack=f"k{nth}"),
            at(start + 11).ball_launched(direction="clockwise", rotor="anticlockwise"),
            at(start + 16).bets_closed(by="call"), at(start + 20).ball_dropped(revolutions=(8, 8)),
            at(start + 21).ball_rested(number="5"), at(start + 24).dolly_placed(number="5"),
            at(start + 26).chips_collected(spot="17", stack=f"k{nth}"), at(start + 36).dolly_lifted(),
            at(start + 40).clock_ticked(origin="wheel"), at(start + 40).clock_ticked(origin="layout"),
        ]
        for each in told:
            state, _ = processor.advance(state, each)
        sizes.append(len(processor.save(state)))
    assert sizes[-1] <= sizes[2] * 1.02
    assert sizes[-1] < 40_000


def test_a_state_saved_after_every_event_is_the_same_too(session):
    processor = TableProcessor()
    data, said = processor.save(processor.begin("t1")), []
    for each in session:
        state, found = processor.advance(processor.load(data), each)
        data = processor.save(state)
        said += [encode(one) for one in found]
    assert said == judge(session)


def test_a_desk_is_known_again_however_far_the_cameras_lag(table, judged):
    """Given a camera two rounds behind, when the desk repeats a value since replaced, then the new one stays."""
    at = table.at

    def spun(start):
        return [
            at(start + 2).bets_opened(), at(start + 11).ball_launched(direction="clockwise", rotor="anticlockwise"),
            at(start + 16).bets_closed(by="call"), at(start + 20).ball_dropped(revolutions=(8, 8)),
            at(start + 21).ball_rested(number="5"), at(start + 22).result_announced(number="5"),
        ]

    old, new = at(64).colour_assigned(colour="green", value=500), at(65).colour_assigned(colour="green", value=100)
    caught_up = at(70).clock_ticked(origin="layout")
    told = [*table.opening(), *spun(0), *spun(40), old, new, at(70).clock_ticked(origin="wheel"), caught_up]
    then = [
        at(81).chips_placed(spot="17", count=5), *spun(80), at(103).dolly_placed(number="5"), at(110).dolly_lifted(),
        at(115).clock_ticked(origin="wheel"), at(115).clock_ticked(origin="layout"), at(116).table_closed(),
    ]
    said = judged.of([*told, old, *then])
    assert said.entries == judged.of([*told, *then]).entries
    assert [found.stake for found in said.findings if found.rule == "loser-left"] == [(500, 500)]


def test_a_new_session_cuts_an_open_round_short_and_counts_from_one(make_table, judged):
    first, second = make_table(session="s1"), make_table(session="s2")
    launched = {"direction": "clockwise", "rotor": "clockwise"}
    told = [
        *first.session_of([first.at(2).bets_opened(), first.at(5).ball_launched(**launched)], until=8)[:-1],
        *second.session_of([second.at(2).bets_opened()], until=8),
    ]
    said = judged.of(told)
    assert [rule for rule, _, _ in said.brief] == ["same-direction"]
    assert said.unseen == ["ball-not-returned", "no-spin-not-called"]
    rounds = [each for each in said.entries if isinstance(each.data, (RoundOpened, RoundClosed))]
    assert [(each.session, each.data.round) for each in rounds] == [("s1", 1), ("s1", 1), ("s2", 1), ("s2", 1)]
