"""Every line, file and id of the contracts, frozen: what was written once is read, and written again, for ever.

A field that is added shows here first: freeze its example anew in the same commit, and keep the old one beside it.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec
import pytest

from schemas import ids
from schemas.codec import BadLine, decode, encode
from schemas.events import KINDS, Observation
from schemas.moment import Moment
from schemas.rulebook import read_rulebook
from schemas.table import read_table
from vision.desk import DESK_KINDS, desk_entries
from vision.session import open_session
from vision.simulator.case import read_expected
from vision.simulator.script import play
from vision.simulator.story import load_story

EXAMPLES = Path(__file__).parent / "examples"
CASE = EXAMPLES / "case"
EVENTS = sorted((EXAMPLES / "events").glob("*.json"))


def test_every_kind_has_an_example_and_every_example_a_kind():
    assert {path.stem for path in EVENTS} == set(KINDS)


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_a_line_is_read_and_written_byte_for_byte(path):
    line = path.read_bytes().removesuffix(b"\n")
    entry = decode(line)
    assert encode(entry) == line
    assert isinstance(entry.data, KINDS[path.stem])
    assert entry.type == f"nomorebets.{path.stem}"
    assert entry.table == "t1"


RELEASED = sorted((EXAMPLES / "released").glob("*/*.json"))


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_was_ever_released_is_read_for_ever(path):
    """A released folder is never edited; what a later version added is at its default."""
    before, entry = json.loads(path.read_bytes()), decode(path.read_bytes())
    now = json.loads(encode(entry))
    assert isinstance(entry.data, KINDS[path.stem])
    assert {key: now["data"][key] for key in before["data"]} == before["data"]


@pytest.mark.parametrize("path", sorted((EXAMPLES / "released").glob("*/*.toml")), ids=lambda path: path.stem)
def test_a_rulebook_once_adopted_is_read_for_ever(path):
    assert read_rulebook(path.read_text(), path.name).id == path.stem


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)
def test_what_was_seen_was_seen_before_it_was_said(path):
    entry = decode(path.read_bytes())
    if isinstance(entry.data, Observation):
        earliest, latest = entry.data.seen
        assert earliest <= latest <= entry.time
    else:
        assert "clock_error_ms" not in json.loads(path.read_bytes())["data"]


def test_the_contracts_own_line():
    line = (EXAMPLES / "line.json").read_bytes().removesuffix(b"\n")
    entry = decode(line)
    assert encode(entry) == line
    assert (entry.origin, entry.data.spot, entry.data.chips[0].count) == ("layout", "17", (5, 5))


@pytest.mark.parametrize(("line", "why"), [
    (b'{"specversion":"1.0"}', "missing required field"),
    (b"[]", "not a JSON object"),
    (b"", "not a JSON object"),
    (b'{"specversion":"1.0","id":"1","source":"/t1/desk","type":"x","subject":"t1","time":"2026-11-18T21:14:00Z",'
     b'"data":{"kind":"bets-open","seen":["2026-11-18T21:14:00Z","2026-11-18T21:14:00Z"]}}',
     "Did you mean 'bets-opened'"),
    (b'{"specversion":"1.0","id":"1","source":"/t1/wheel","type":"nomorebets.incident-opened","subject":"t1",'
     b'"time":"2026-11-18T21:14:00Z","data":{"kind":"clock-ticked"}}',
     "type is 'nomorebets.incident-opened', its data is of kind 'clock-ticked'"),
])
def test_a_line_that_is_none_is_refused_with_a_reason(line, why):
    with pytest.raises(BadLine, match=why):
        decode(line)


@pytest.mark.parametrize(("change", "why"), [
    ({"seen": ["2026-11-18T21:14:33.000Z", "2026-11-18T21:14:32.000Z"]}, "the earliest comes first"),
    ({"seen": ["2026-11-18T21:14:33.000Z", "2026-11-18T21:14:33.121Z"]}, "before it happened"),
    ({"confidence": 1.01}, "confidence is 1.01"),
    ({"confidence": -0.1}, "confidence is -0.1"),
    ({"clock_error_ms": -1}, "clock_error_ms is -1"),
    ({"chips": [{"colour": "green", "count": [6, 4]}]}, r"\[6, 4\]"),
    ({"chips": [{"colour": "green", "count": [-5, None]}]}, r"\[-5, None\]"),
])
def test_what_the_contracts_forbid_is_no_line(change, why):
    line = json.loads((EXAMPLES / "line.json").read_bytes())
    with pytest.raises(BadLine, match=why):
        decode(json.dumps({**line, "data": {**line["data"], **change}}))


def test_an_open_count_and_the_edges_are_lawful():
    line = json.loads((EXAMPLES / "line.json").read_bytes())
    edges = {"confidence": 0, "seen": [line["time"]] * 2, "chips": [{"colour": None, "count": [0, None]}]}
    assert decode(json.dumps({**line, "data": {**line["data"], **edges}})).data.chips[0].count == (0, None)


def test_ids_come_out_as_frozen():
    for name, frozen in json.loads((EXAMPLES / "ids.json").read_text()).items():
        for one in frozen:
            given = dict(one["given"])
            if "starts_at" in given:
                given["starts_at"] = Moment.parse(given["starts_at"])
            assert getattr(ids, f"{name}_id")(**given) == one["id"]


def test_a_session_does_not_depend_on_the_order_of_its_files():
    start = Moment.parse("2026-11-18T21:14:00Z")
    assert ids.session_id(["a", "b"], start) == ids.session_id(["b", "a"], start)


# ------------------------------------------------------------------------------------------------ the files of a case


@pytest.mark.parametrize("name", ["desk.jsonl", "truth.jsonl"])
def test_a_cases_lines_are_read_and_written_byte_for_byte(name):
    lines = (CASE / name).read_bytes().splitlines()
    assert lines
    assert [encode(decode(line)) for line in lines] == lines


def test_truth_begins_and_ends_as_a_log_does():
    kinds = [decode(line).type.removeprefix("nomorebets.") for line in (CASE / "truth.jsonl").read_bytes().splitlines()]
    assert kinds[:2] == ["table-opened", "rulebook-adopted"]
    assert kinds[-1] == "table-closed"


def test_expectations_are_five_fields_and_whether_a_desk_is_needed():
    read = [json.loads(line) for line in (CASE / "expected.jsonl").read_text().splitlines()]
    assert all(list(one) == ["rule", "clauses", "verdict", "round", "spot", "desk"] for one in read)
    assert [msgspec.to_builtins(one) for one in read_expected(CASE / "expected.jsonl")] == [
        {**one, "clauses": tuple(one["clauses"])} for one in read]


def test_the_table_file_is_a_session_with_a_desk():
    session = open_session(read_table(CASE / "table.toml"))
    assert [source.name for source in session.sources] == ["wheel", "layout", "desk"]
    assert str(session.starts_at) == "2026-11-18T21:14:00.000Z"
    said = desk_entries(session)
    assert {one.type.removeprefix("nomorebets.") for one in said} <= set(DESK_KINDS)
    assert {one.session for one in said} == {session.id}
    assert session.id == decode((CASE / "truth.jsonl").read_bytes().splitlines()[0]).session


def test_the_script_still_plays():
    story = load_story(str(CASE / "script.toml"))
    assert len(play(story, 1).cues) == len(tomllib.loads((CASE / "script.toml").read_text())["do"])
