"""Every story, played as events and judged: exactly what it expects; where a desk is marked, also without it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from schemas.codec import decode
from schemas.errors import NoMoreBetsError
from schemas.events import BreachFound, FindingWithdrawn, TableOpened
from services.rules.table import TableProcessor
from vision.simulator.case import read_expected, simulate_case
from vision.simulator.story import known_stories, load_story

HERE = Path(__file__).parent
WRITTEN = sorted(str(path.relative_to(HERE)) for path in HERE.glob("*/*.toml"))
REFUSED = [name for name in WRITTEN if "refused" in tomllib.loads((HERE / name).read_text())]
PLAYED = [name for name in WRITTEN if name not in REFUSED]


def findings(entries):
    """The last word on every finding: rule, clauses, verdict, round, spot."""
    processor = TableProcessor()
    state, said = processor.begin("t1"), {}
    for each in entries:
        state, found = processor.advance(state, each)
        for one in found:
            if isinstance(one.data, BreachFound):
                said.pop(one.data.replaces, None)
                said[one.id] = one.data
            elif isinstance(one.data, FindingWithdrawn):
                said.pop(one.data.id)
    return told(said.values())


def told(findings):
    return sorted((each.rule, each.clauses, each.verdict, each.round, each.spot or "") for each in findings)


def without_desk(entries):
    for each in entries:
        if isinstance(each.data, TableOpened):
            cameras = tuple(source for source in each.data.sources if source.kind != "desk")
            each = replace(each, data=replace(each.data, sources=cameras, reports=()))
        if each.origin != "desk":
            yield each


def truth_of(story, seed, folder):
    simulate_case(story, seed=seed, out=folder, events=True)
    return [decode(line) for line in (folder / "truth.jsonl").read_bytes().splitlines()]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("story", known_stories())
def test_an_act_gives_exactly_its_findings(story, seed, tmp_path):
    entries = truth_of(load_story(story), seed, tmp_path)
    for desk in (True, False):
        expected = read_expected(tmp_path / "expected.jsonl", desk=desk)
        assert findings(entries if desk else without_desk(entries)) == told(expected)


@pytest.mark.parametrize("name", PLAYED)
def test_a_story_gives_exactly_its_findings(name, tmp_path):
    story = load_story(str(HERE / name))
    entries = truth_of(story, 1, tmp_path)
    assert findings(entries) == told(read_expected(tmp_path / "expected.jsonl"))
    if any(wish.desk for wish in story.expect):
        assert findings(without_desk(entries)) == told(read_expected(tmp_path / "expected.jsonl", desk=False))


@pytest.mark.parametrize("name", REFUSED)
def test_a_table_that_is_not_lawful_is_refused_in_one_line(name, tmp_path):
    with pytest.raises(NoMoreBetsError) as refused:
        truth_of(load_story(str(HERE / name)), 1, tmp_path)
    assert tomllib.loads((HERE / name).read_text())["refused"] in str(refused.value)
    assert "\n" not in str(refused.value)
