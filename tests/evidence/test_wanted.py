import pytest

from schemas.envelope import Entry, entry
from schemas.events import ClockTicked, EvidenceAttached, IncidentOpened, IncidentUpdated, TableClosed
from schemas.moment import Moment
from services.evidence.wanted import Desk

START = Moment.parse("2026-11-18T21:14:00Z")


def at(seconds: float, event, origin: str, id: str = "", session: str = "s1") -> Entry:
    id, when = id or f"{origin}-{seconds}", START.plus(seconds)
    return entry(event, id=id, table="t1", origin=origin, time=when, session=session)


def case(begin: float, end: float, kind: type = IncidentOpened, id: str = "c1") -> Entry:
    told = kind(
        incident="i1", round=1, round_id="r1", conduct="late-bet", rulebook="b", version="1", clauses=("3.6A",),
        verdict="breach", probability=1.0, seen=(START.plus(begin), START.plus(end)), findings=(), rules=(),
        sentences=(), remedies=(), stake=None, would_pay=None,
    )
    return at(end + 1, told, "casebook", id)


def clip(begin: float, end: float, camera: str = "layout") -> Entry:
    shown = (START.plus(begin), START.plus(end))
    told = EvidenceAttached(incident="i1", camera=camera, file="f", sha256="f", bytes=1, seen=shown)
    return at(end, told, "evidence", f"clip-{camera}-{end}")


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.take(case(10, 10.5))
    return desk


def test_a_clip_shows_four_seconds_before_and_three_after(desk):
    [cause] = desk.asking()

    assert desk.wants(cause, "layout").span == (START.plus(6), START.plus(13.5))


def test_a_file_being_played_is_cut_only_when_its_camera_has_shown_the_act(desk):
    want = desk.wants(desk.asking()[0], "layout")

    desk.take(at(13, ClockTicked(), "layout"))
    desk.take(at(20, ClockTicked(), "wheel"))
    desk.take(at(20, ClockTicked(), "layout", session="s2"))
    assert not desk.may_cut(want)
    desk.take(at(14, ClockTicked(), "layout"))
    assert desk.may_cut(want)


@pytest.mark.parametrize("end", [at(12, ClockTicked(ended=True), "layout"), at(12, TableClosed(), "config")])
def test_what_has_ended_is_cut_as_far_as_it_goes(desk, end):
    desk.take(end)

    assert desk.may_cut(desk.wants(desk.asking()[0], "layout"))


def test_an_update_that_extends_the_act_asks_for_a_longer_clip_and_one_that_does_not_asks_for_none(desk):
    desk.take(clip(6, 13.5))
    same, longer = case(10, 10.5, IncidentUpdated, "c2"), case(10, 24, IncidentUpdated, "c3")

    assert desk.wants(same, "layout") is None
    assert desk.wants(longer, "layout").span == (START.plus(6), START.plus(27))
    assert desk.wants(same, "wheel") is not None


def test_after_a_crash_the_log_tells_what_is_still_to_be_cut():
    desk = Desk()
    for told in (case(10, 10.5), clip(6, 13.5, "wheel"), at(20, ClockTicked(), "layout")):
        desk.take(told)
    [cause] = desk.asking()

    assert desk.wants(cause, "wheel") is None
    assert desk.may_cut(desk.wants(cause, "layout"))
    desk.settled(cause)
    assert desk.asking() == ()
