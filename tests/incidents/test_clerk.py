"""Lines that could not be judged become a case."""

from __future__ import annotations

import pytest

from schemas.codec import decode, encode
from schemas.envelope import entry
from schemas.events import CouldNotSee, IncidentOpened, IncidentUpdated, LineRefused
from schemas.moment import Moment
from services.alerts.herald import Herald
from services.incidents.clerk import KEPT, Clerk

START = Moment.parse("2026-11-18T21:14:32.000Z")


def letter(nth, *, at=0.0, session="s", why="no pocket '99' on this wheel."):
    refused = LineRefused(why=why, topic="observations", line="{ half a li")
    return entry(refused, id=f"l{nth}", table="t1", origin="referee", time=START.plus(at), session=session)


@pytest.fixture
def clerk():
    def run(*letters):
        clerk = Clerk()
        state, said = clerk.begin("t1"), []
        for each in letters:
            state, found = clerk.advance(clerk.load(clerk.save(state)), each)
            said += found
        return said

    return run


def test_a_line_set_aside_opens_an_incident_that_says_why(clerk):
    (said,) = clerk(letter(1))

    assert isinstance(said.data, IncidentOpened)
    assert decode(encode(said)).data == said.data
    assert (said.table, said.session, said.causationid) == ("t1", "s", "l1")
    assert (said.data.conduct, said.data.rules, said.data.clauses) == ("equipment", ("line-unreadable",), ())
    assert said.data.sentences == (
        "Table 1, 21:14:32. A line of observations could not be judged and was set aside: no pocket '99' on this "
        "wheel. Whatever it tells is not in any verdict.",
    )


def test_a_source_that_writes_only_nonsense_is_one_case_and_not_a_flood(clerk):
    first, *more = clerk(*(letter(nth, at=nth / 10) for nth in range(1000)))

    assert {said.data.incident for said in more} == {first.data.incident}
    assert all(isinstance(said.data, IncidentUpdated) for said in more)
    assert [int(said.data.sentences[1].split()[0]) for said in more] == [2, 4, 8, 16, 32, 64, 128, 256, 512]
    assert more[-1].data.seen == (START, START.plus(51.1))


@pytest.mark.parametrize("other", [letter(2, at=3600), letter(2, session="s2")])
def test_another_hour_or_session_is_another_case(clerk, other):
    one, two = clerk(letter(1), other)
    assert isinstance(two.data, IncidentOpened)
    assert one.data.incident != two.data.incident


def test_nobody_is_woken_for_what_was_not_judged(clerk):
    herald = Herald()
    state = herald.begin("t1")
    for said in clerk(letter(1), letter(2)):
        state, raised = herald.advance(state, said)
        assert raised == ()


def test_anything_else_on_the_topic_is_nothing_to_the_clerk(clerk):
    other = entry(CouldNotSee(rule="late-bet", clauses=(), why="dark"), id="c", table="t1", origin="x", time=START,
                  session="s")
    assert clerk(other) == []


def test_old_cases_are_let_go_and_told_again_under_the_same_name(clerk):
    hours = [letter(nth, at=3600 * nth) for nth in range(KEPT + 1)]
    said = clerk(*hours, letter(99))
    assert isinstance(said[-1].data, IncidentOpened)
    assert said[-1].data.incident == said[0].data.incident
