"""The invented rulebook of the how-to: TOML and nothing else, and its story is found as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemas.codec import decode
from schemas.errors import NoMoreBetsError
from schemas.events import BreachFound, RulebookAdopted
from schemas.lawful import check_table
from schemas.moment import Moment
from schemas.rulebook import load_rulebook, read_rulebook
from schemas.table import TableSetup, read_table
from services.rulebooks.check import remarks
from services.rules.table import TableProcessor
from vision.session import open_session, opening
from vision.simulator.case import restamp, simulate_case
from vision.simulator.story import load_story

DOCS = Path(__file__).parents[2] / "docs"
HARBOUR, STORY = DOCS / "examples" / "harbour.toml", DOCS / "examples" / "harbour-story.toml"


def test_it_leaves_nothing_open():
    assert list(remarks(load_rulebook(str(HARBOUR)))) == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_its_story_is_found_as_it_says(seed, tmp_path):
    story = load_story(str(STORY))
    simulate_case(story, seed, tmp_path, events=True)
    processor, said = TableProcessor(), []
    state = processor.begin("t1")
    for line in (tmp_path / "truth.jsonl").read_bytes().splitlines():
        state, found = processor.advance(state, decode(line))
        said += [one.data for one in found if isinstance(one.data, BreachFound)]
    assert [(one.rule, one.clauses, one.verdict, one.spot) for one in said] == [
        (one.rule, one.clauses, one.verdict, one.spot) for one in story.expect]
    assert {(one.rulebook, one.version) for one in said} == {("harbour", "1")}


def test_the_rulebook_comes_with_the_case_and_with_its_copy(tmp_path):
    simulate_case(load_story(str(STORY)), 1, tmp_path / "case", events=True)
    again = restamp(tmp_path / "case", tmp_path / "again", Moment.parse("2026-11-19T20:00:00Z"))
    adopted = opening(open_session(read_table(again)))[1].data
    assert isinstance(adopted, RulebookAdopted)
    assert adopted.text == HARBOUR.read_text()


def test_a_harbour_table_without_its_bell_is_refused():
    setup = TableSetup(table="t1", rulebook="harbour.toml", equipment={"bell": False})
    with pytest.raises(NoMoreBetsError, match=r"bell = false; it is required \(harbour H5\)"):
        check_table(setup, load_rulebook(str(HARBOUR)))


def test_the_page_quotes_the_file_and_its_error():
    page, text = (DOCS / "how-to" / "write-a-rulebook.md").read_text(), HARBOUR.read_text()
    for quoted in re.findall(r"```toml\n(.*?)```", page, re.DOTALL):
        for line in quoted.splitlines():
            assert line.split("  #")[0].rstrip() in text
    with pytest.raises(NoMoreBetsError) as refused:
        read_rulebook(text.replace("minimum = 500", "minimun = 500", 1), "mine.toml")
    assert f"nomorebets: {refused.value}" in page
