"""Findings become cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schemas.envelope import entry
from schemas.events import (
    BreachFound,
    FindingWithdrawn,
    IncidentClosed,
    IncidentOpened,
    IncidentUpdated,
    Remedy,
    RoundOpened,
)
from schemas.ids import incident_id
from schemas.moment import Moment
from services.incidents.casebook import Casebook

T = Moment(0)
FOUND = BreachFound(
    rule="late-bet", conduct="late-bet", round=1, round_id="r1", spin=1, stack="k", spot="17", seen=(T, T),
    rulebook="b", version="1", clauses=("3.6(a)",), verdict="suspected", probability=0.8, remedies=(), stake=(100, 100),
    would_pay=(3500, 3500), causes=(), replaces=None, sentence="One.",
)


def told_as(name, event):
    return entry(event, id=name, table="t1", origin="referee", time=T, session="s")


def withdrawn(finding):
    return FindingWithdrawn(id=finding, why="so")


def round_opened(nth):
    return RoundOpened(round=nth, round_id=f"r{nth}", rulebook="b", version="1", seen=(T, T))


@pytest.fixture
def book():
    def run(*told, cut=False):
        casebook = Casebook()
        state, said = casebook.begin("t1"), []
        for name, event in told:
            state, found = casebook.advance(state, told_as(name, event))
            said += [each.data for each in found]
            state = casebook.load(casebook.save(state)) if cut else state
        return said

    return run


def test_one_incident_per_round_and_conduct(book):
    paid = replace(FOUND, rule="paid-void-bet", clauses=("3.6A",), verdict="breach", probability=1.0, sentence="Two.")
    spun = replace(FOUND, rule="same-direction", conduct="spin")
    opened, updated, other = book(("f1", FOUND), ("f2", paid), ("f3", spun), cut=True)

    assert isinstance(opened, IncidentOpened)
    assert opened.incident == incident_id("r1", "late-bet")
    assert isinstance(updated, IncidentUpdated)
    assert (updated.clauses, updated.verdict, updated.sentences) == (("3.6(a)", "3.6A"), "breach", ("One.", "Two."))
    assert (updated.stake, updated.remedy_changed) == ((100, 100), False), "one bet is counted once"
    assert other.incident == incident_id("r1", "spin")


def test_the_same_finding_twice_is_one(book):
    assert len(book(("f1", FOUND), ("f1", FOUND))) == 1


def test_a_replaced_finding_repeats_only_when_its_remedy_changed(book):
    sharper = replace(FOUND, clauses=("3.6(a)", "3.6A"), replaces="f1")
    void = replace(sharper, remedies=(Remedy(what="void", standing="stated", clause="3.6A"),), replaces="f2")
    _, first, second = book(("f1", FOUND), ("f2", sharper), ("f3", void))
    assert (first.findings, first.remedy_changed) == (("f2",), False)
    assert (second.findings, second.remedy_changed) == (("f3",), True)


def test_a_case_with_nothing_left_is_closed(book):
    second = replace(FOUND, rule="paid-void-bet", stack="m")
    said = book(("f1", FOUND), ("f2", second), ("w1", withdrawn("f1")), ("w2", withdrawn("f2")))
    assert [type(each) for each in said] == [IncidentOpened, IncidentUpdated, IncidentUpdated, IncidentClosed]
    assert said[2].rules == ("paid-void-bet",)


def test_old_rounds_are_let_go(book):
    rounds = [(f"o{nth}", round_opened(nth)) for nth in range(1, 6)]
    casebook = Casebook()
    state = casebook.begin("t1")
    for name, event in [rounds[0], ("f1", FOUND), *rounds[1:]]:
        state, _ = casebook.advance(state, told_as(name, event))
    assert not state.cases
