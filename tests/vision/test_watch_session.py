"""Which sources a session has, and what the desk's file may say."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import RulebookAdopted, TableOpened
from schemas.moment import Moment
from schemas.table import read_table
from vision.desk import desk_entries
from vision.session import NO_START, open_session, opening
from vision.simulator.case import simulate_case
from vision.simulator.story import load_story
from vision.watch import film_of


@pytest.fixture
def case(tmp_path):
    simulate_case(load_story("clean"), 1, tmp_path, events=True)
    return tmp_path


def test_a_source_left_out_is_left_out_everywhere(case):
    session = open_session(read_table(case / "table.toml"), without=["desk"])
    opened = opening(session)[0].data
    assert isinstance(opened, TableOpened)
    assert [source.name for source in opened.sources] == ["wheel", "layout"]
    assert "desk" not in opened.config["sources"]
    assert opened.reports == ()
    assert desk_entries(session) == []


def test_the_log_begins_with_configuration_rulebook_and_colours(case):
    first, second, *others = opening(open_session(read_table(case / "table.toml")))
    assert isinstance(first.data, TableOpened)
    assert isinstance(second.data, RulebookAdopted)
    assert second.data.text.startswith("#")
    assert {one.data.colour for one in others} == {"green", "blue", "orange", "yellow", "black", "purple"}
    assert first.data.previous_number == "12"


def test_only_one_camera_given_and_no_beginning(tmp_path):
    (tmp_path / "t.toml").write_text('table = "t1"\nrulebook = "division-current"\n')
    session = open_session(read_table(tmp_path / "t.toml"), given={"wheel": "some/where/film.mp4"})
    assert [camera.name for camera in session.cameras] == ["wheel"]
    assert session.starts_at == NO_START
    assert opening(session)[0].data.config["sources"] == {"wheel": {"url": "film.mp4"}}


def test_nothing_to_watch(tmp_path):
    (tmp_path / "t.toml").write_text('table = "t1"\nrulebook = "division-current"\n')
    with pytest.raises(NoMoreBetsError, match="nothing to watch"):
        open_session(read_table(tmp_path / "t.toml"))


def test_a_table_its_rulebook_does_not_allow(tmp_path):
    (tmp_path / "t.toml").write_text('table = "t1"\nrulebook = "division-8-2004"\n[equipment]\nbell = false\n')
    session = open_session(read_table(tmp_path / "t.toml"), given={"wheel": "film.mp4"})
    with pytest.raises(NoMoreBetsError, match=r"t\.toml: \[equipment\] bell = false.*division-8-2004 2\.6\(g\)"):
        opening(session)


def test_an_unknown_source(case):
    with pytest.raises(NoMoreBetsError, match="Did you mean 'desk'"):
        open_session(read_table(case / "table.toml"), without=["dsk"])


def test_the_desks_clock_is_put_right(case):
    table = case / "table.toml"
    told = desk_entries(open_session(read_table(table)))
    table.write_text(table.read_text().replace("error_ms = 50", "error_ms = 70\noffset_ms = -250"))
    moved = desk_entries(open_session(read_table(table)))
    assert [one.time - other.time for one, other in zip(moved, told, strict=True)] == [-250] * len(told)
    assert all(one.data.clock_error_ms == 70 and one.time == one.data.seen[1] for one in moved)


@pytest.mark.parametrize(("line", "why"), [
    ("{}", "desk.jsonl line 1: "),
    ("nonsense", "desk.jsonl line 1: not a JSON object"),
    ('{"specversion":"1.0","id":"1","source":"/t1/desk","type":"nomorebets.dolly-lifted","subject":"t1",'
     '"time":"2026-11-18T21:14:02Z","data":{"kind":"dolly-lifted","seen":["2026-11-18T21:14:02Z","2026-11-18T21:14:02Z"]}}',
     "a desk does not report 'dolly-lifted'"),
    ('{"specversion":"1.0","id":"1","source":"/t2/desk","type":"nomorebets.bets-opened","subject":"t2",'
     '"time":"2026-11-18T21:14:02Z","data":{"kind":"bets-opened","seen":["2026-11-18T21:14:02Z","2026-11-18T21:14:02Z"]}}',
     "'subject' is 't2'; for this desk it is 't1'"),
    ('{"specversion":"1.0","id":"1","source":"/t1/desk","type":"nomorebets.bets-opened","subject":"t1",'
     '"time":"2026-11-18T21:14:02Z","data":{"kind":"bets-opened","seen":["2026-11-18T21:14:02Z","2026-11-18T21:14:03Z"]}}',
     "before it happened"),
])
def test_a_line_that_no_desk_wrote_is_refused(case, line, why):
    (case / "desk.jsonl").write_text(line + "\n")
    with pytest.raises(NoMoreBetsError) as refused:
        desk_entries(open_session(read_table(case / "table.toml")))
    assert why in str(refused.value)


def test_the_session_is_its_files_and_its_beginning(case):
    table = case / "table.toml"
    one = open_session(read_table(table))
    table.write_text(table.read_text().replace("2026-11-18T21:14:00", "2026-11-18T21:15:00"))
    other = open_session(read_table(table))
    assert one.id != other.id
    assert other.starts_at == Moment(one.starts_at + 60_000)


def test_a_wheel_the_rulebook_does_not_know_is_refused(tmp_path):
    told = 'table = "t1"\nrulebook = "mbs-v2"\n[wheel]\norder = "american"\n'
    (tmp_path / "t.toml").write_text(f'{told}[felt]\nlayout = "double-zero"\nzeros = "0-00"\n')
    session = open_session(read_table(tmp_path / "t.toml"), given={"wheel": "film.mp4"})
    with pytest.raises(NoMoreBetsError, match=r"order has 38 pockets; 37 are played \(mbs-v2 2\.1\)"):
        opening(session)


@pytest.mark.parametrize("name", ["t1/wheel", "t 1", "", "../t1"])
def test_a_table_id_that_cannot_be_part_of_an_address_is_refused(tmp_path, name):
    (tmp_path / "t.toml").write_text(f'table = "{name}"\nrulebook = "division-current"\n')
    with pytest.raises(NoMoreBetsError, match="its id has letters, digits"):
        read_table(tmp_path / "t.toml")


def test_a_film_of_what_was_seen_never_lands_on_what_is_watched(tmp_path):
    told = 'table = "t1"\nrulebook = "division-current"\n[sources.wheel]\nurl = "a.mp4"\n'
    (tmp_path / "table.toml").write_text(told)
    (tmp_path / "a.mp4").write_bytes(b"an evening")
    session = open_session(read_table(tmp_path / "table.toml"))
    for name in ("a.mp4", "table.toml"):
        with pytest.raises(NoMoreBetsError, match="would write over what is watched"):
            film_of(tmp_path / name, session.cameras[0], session)
    with pytest.raises(NoMoreBetsError, match="there is no folder"):
        film_of(tmp_path / "none" / "out.mp4", session.cameras[0], session)
    assert film_of(tmp_path / "out.mp4", session.cameras[0], session) == tmp_path / "out.mp4"
