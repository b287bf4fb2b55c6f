"""What people ask for, made from hand-written lines of the log."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError
from schemas.events import (
    AlertFailed,
    AlertRaised,
    AlertSent,
    BreachFound,
    CouldNotSee,
    Event,
    EvidenceAttached,
    FindingWithdrawn,
    IncidentAcknowledged,
    IncidentDecided,
    IncidentOpened,
    IncidentUpdated,
    NoteAdded,
    Remedy,
    RoundClosed,
    RoundOpened,
    SpinVoided,
    TableOpened,
)
from schemas.moment import Moment
from schemas.topics import ALERTS, CASES, FINDINGS, OBSERVATIONS
from services.alerts.courier import Errand
from services.runtime.engine import Engine, engine
from services.settings import Settings
from services.store import projections, queries
from services.store.sends import SendsLedger

T0 = Moment.parse("2026-11-18T21:14:00Z")
SEEN = (T0.plus(32.4), T0.plus(32.8))
BREACH = BreachFound(
    rule="late-bet", conduct="late-bet", round=1, round_id="r1", spin=1, stack="k17", spot="17", seen=SEEN,
    rulebook="division-current", version="1", clauses=("3.6(a)", "3.6A"), verdict="breach", probability=1.0,
    remedies=(Remedy(what="void", standing="stated", clause="3.6A"),), stake=(2500, 2500), would_pay=(87500, None),
    causes=("o1",), replaces=None, sentence="Five green chips put on 17.",
)
OPENED = IncidentOpened(
    incident="i1", round=1, round_id="r1", conduct="late-bet", rulebook="division-current", version="1",
    clauses=BREACH.clauses, verdict="breach", probability=1.0, seen=SEEN, findings=("f1",), rules=("late-bet",),
    sentences=(BREACH.sentence,), remedies=BREACH.remedies, stake=BREACH.stake, would_pay=BREACH.would_pay,
)


def said(id: str, event: Event, *, at: float = 33.0, table: str = "t1") -> Entry:
    return entry(event, id=id, table=table, origin="test", time=T0.plus(at), session="s1")


def with_lines(url: str, data: Path, story, *told: tuple[str, list[Entry]]) -> object:
    async def run() -> object:
        async with engine(Settings(data=data, database_url=url), processors="builtins:list") as running:
            for topic, entries in told:
                await running.append(topic, entries)
            await running.caught_up()
            return await story(running)

    return asyncio.run(run())


FLOOR = (
    (OBSERVATIONS, [said("o0", TableOpened(config={"table": "t1", "rulebook": "division-current", "name": "Salon"},
                                           config_sha256="", sources=()), at=0)]),
    (FINDINGS, [
        said("f0", RoundOpened(round=1, round_id="r1", rulebook="division-current", version="1", seen=SEEN), at=1),
        said("f1", BREACH),
        said("f2", CouldNotSee(rule="no-spin-not-called", clauses=("5.1",), why="no desk", round_id="r1")),
        said("f3", SpinVoided(round=1, round_id="r1", spin=1, seen=SEEN, rule="same-direction", clauses=("4.2",),
                              means="re-spin")),
        said("f4", RoundClosed(round=1, round_id="r1", number="17", why="the dolly was lifted", spins=1), at=50),
    ]),
    (CASES, [said("c1", OPENED)]),
)


def test_an_incident_with_everything_that_belongs_to_it(postgres: str, tmp_path: Path):
    async def story(running: Engine):
        return await queries.incident(running.pool, "i1")

    page = with_lines(
        postgres, tmp_path, story, *FLOOR,
        (CASES, [
            said("c2", EvidenceAttached(incident="i1", camera="layout", file="a.mp4", sha256="ab", bytes=9, seen=SEEN)),
            said("c3", NoteAdded(incident="i1", by="admin", text="seen it\x00")),
            said("c4", IncidentAcknowledged(incident="i1", by="admin")),
            said("c5", IncidentDecided(incident="i1", by="admin", ruling="upheld", note="clear")),
            said("c6", msgspec.structs.replace(
                _updated(OPENED), sentences=("one", "two"), clauses=("3.6(a)", "3.6A", "4.5"))),
        ]),
        (ALERTS, [
            said("a1", AlertRaised(alert="al1", incident="i1", text="late", verdict="breach", probability=1.0)),
            said("a2", AlertFailed(alert="al1", channel="webhook", why="500", attempt=1)),
            said("a3", AlertSent(alert="al1", channel="webhook", key="a1")),
        ]),
    )
    one = page.incident
    assert (one.title, one.status, one.ruling, one.decided_by) == ("Salon", "decided", "upheld", "admin")
    assert (one.sentences, one.clauses) == (("one", "two"), ("3.6(a)", "3.6A", "4.5"))
    assert (one.stake, one.would_pay) == ((2500, 2500), (87500, None))
    assert one.seen == ("2026-11-18T21:14:32.400Z", "2026-11-18T21:14:32.800Z")
    assert one.remedies == (Remedy(what="void", standing="stated", clause="3.6A"),)
    assert [(finding.id, finding.stands) for finding in page.findings] == [("f1", True)]
    assert [clip.file for clip in page.evidence] == ["a.mp4"]
    assert [note.text for note in page.notes] == ["seen it\N{REPLACEMENT CHARACTER}"]
    assert [(sent.channel, sent.status) for sent in page.alerts[0].deliveries] == [("webhook", "sent")]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, True), ({"table": "t1"}, True), ({"table": "t2"}, False), ({"clause": "3.6A"}, True),
        ({"clause": "3.6"}, False), ({"verdict": "suspected"}, False), ({"status": "open"}, True),
        ({"from_": T0.plus(32.8)}, True), ({"from_": T0.plus(33)}, False), ({"to": T0.plus(32.5)}, True),
        ({"to": T0.plus(32.4)}, False), ({"limit": 0}, False),
    ],
)
def test_the_analysts_questions(postgres: str, tmp_path: Path, asked: dict[str, object], found: bool):
    async def story(running: Engine):
        return await queries.incidents(running.pool, **asked)

    assert [one.incident for one in with_lines(postgres, tmp_path, story, *FLOOR)] == (["i1"] if found else [])


def test_tables_and_rounds_with_what_could_not_be_seen(postgres: str, tmp_path: Path):
    async def story(running: Engine):
        return await queries.tables(running.pool), await queries.rounds(running.pool, "t1")

    (table,), (round_,) = with_lines(postgres, tmp_path, story, *FLOOR)
    assert (table.title, table.rounds, table.incidents, table.waiting, table.could_not_see) == ("Salon", 1, 1, 1, 1)
    assert table.last_event == "2026-11-18T21:14:50.000Z"
    assert (round_.number, round_.voided, round_.findings, round_.could_not_see) == ("17", ("same-direction",), 1, 1)


def test_the_last_word_on_a_finding_counts(postgres: str, tmp_path: Path):
    async def story(running: Engine):
        return (await queries.incident(running.pool, "i1")).findings

    again = msgspec.structs.replace(BREACH, replaces="f1", verdict="suspected", probability=0.7)
    findings = with_lines(
        postgres, tmp_path, story, *FLOOR,
        (FINDINGS, [said("f5", again, at=34), said("f6", FindingWithdrawn(id="f5", why="the call came first"), at=35)]),
    )
    assert [(one.id, one.stands, one.why_not) for one in findings] == [
        ("f1", False, "judged again"), ("f5", False, "the call came first"),
    ]


def test_a_line_that_no_statement_can_take_is_set_aside_and_the_others_kept(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async def story(running: Engine):
        async with running.pool.connection() as connection:
            aside = await (await connection.execute("select id from log where topic = 'dead-letters'")).fetchall()
        return len(aside), (await queries.incident(running.pool, "i1")).incident.incident

    monkeypatch.setitem(projections.STATEMENTS, "could_not_see", "insert into could_not_see (id) values (%(nobody)s)")
    assert with_lines(postgres, tmp_path, story, *FLOOR) == (1, "i1")


def test_an_unknown_incident_is_one_clear_line(postgres: str, tmp_path: Path):
    async def story(running: Engine):
        with pytest.raises(NoMoreBetsError, match="no incident 'nobody'"):
            await queries.incident(running.pool, "nobody")

    with_lines(postgres, tmp_path, story)


def test_a_channel_gets_what_is_raised_after_it_was_set_up_and_each_alert_once(postgres: str, tmp_path: Path):
    def raised(nth: int) -> tuple[str, list[Entry]]:
        alert = AlertRaised(alert=f"al{nth}", incident="i1", text="late", verdict="breach", probability=1.0)
        return ALERTS, [said(f"a{nth}", alert)]

    async def story(running: Engine):
        ledger = SendsLedger(running.pool)
        assert await ledger.errands(["webhook"]) == []
        await running.append(*raised(2))
        await running.caught_up()
        (errand,) = await ledger.errands(["webhook"])
        assert (errand.raised.id, errand.standing) == ("a2", "waiting")
        await ledger.write(msgspec.structs.replace(errand, standing="sending", attempts=1))
        assert [(one.standing, one.attempts) for one in await ledger.errands(["webhook"])] == [("sending", 1)]
        await ledger.write(Errand(raised=errand.raised, channel="webhook", standing="logged", attempts=1))
        assert await ledger.errands(["webhook"]) == []

    with_lines(postgres, tmp_path, story, raised(1))


def _updated(opened: IncidentOpened) -> IncidentUpdated:
    shared = {name: getattr(opened, name) for name in opened.__struct_fields__}
    return IncidentUpdated(**shared)
