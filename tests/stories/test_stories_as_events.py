"""Every shipped story, played as events and judged: exactly what it expects, with and without the desk."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schemas.codec import decode
from schemas.events import BreachFound, FindingWithdrawn, TableOpened
from services.rules.table import TableProcessor
from vision.simulator.case import read_expected, simulate_case
from vision.simulator.story import known_stories, load_story


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
    return sorted((each.rule, each.clauses, each.verdict, each.round, each.spot or "") for each in said.values())


def without_desk(entries):
    for each in entries:
        if isinstance(each.data, TableOpened):
            cameras = tuple(source for source in each.data.sources if source.kind != "desk")
            each = replace(each, data=replace(each.data, sources=cameras, reports=()))
        if each.origin != "desk":
            yield each


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("story", known_stories())
def test_a_story_gives_exactly_its_findings(story, seed, tmp_path):
    simulate_case(load_story(story), seed=seed, out=tmp_path, events=True)
    entries = [decode(line) for line in (tmp_path / "truth.jsonl").read_bytes().splitlines()]
    for desk in (True, False):
        expected = read_expected(tmp_path / "expected.jsonl", desk=desk)
        told = findings(entries if desk else without_desk(entries))
        assert told == sorted((each.rule, each.clauses, each.verdict, each.round, each.spot or "") for each in expected)
