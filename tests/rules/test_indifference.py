"""What is not judged again would have changed nothing: judging after every fact says the same, with the same ids."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bench.floor import told
from schemas.codec import encode
from services.rules import table as judging
from services.rules.table import TableProcessor
from vision.simulator.script import play
from vision.simulator.story import known_stories, load_story

STORIES = sorted(
    each for each in (Path(__file__).parents[1] / "stories").glob("**/*.toml") if not each.stem.startswith("refused-")
)

STIRRED_MS = 6000
"""How far facts are thrown out of their order: beyond the sequencer's patience, so that some come late."""


def said(entries):
    processor = TableProcessor()
    state, lines = processor.begin("t1"), []
    for each in entries:
        state, found = processor.advance(state, each)
        lines += [encode(one) for one in found]
    return lines


def as_told(entries, _):
    return entries


def out_of_order(entries, chance):
    first, *others, last = entries
    return [first, *sorted(others, key=lambda each: each.time + chance.randrange(STIRRED_MS)), last]


def with_holes(entries, chance):
    first, *others, last = entries
    return [first, *(each for each in others if chance.random() < 0.85), last]


CHANGES = (as_told, out_of_order, with_holes)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("story", known_stories())
def test_judging_after_every_fact_says_the_same(story, change, monkeypatch):
    entries = change(list(told(play(load_story(story), 1)).entries), random.Random(story))

    sparing = said(entries)
    monkeypatch.setattr(judging, "stirs", lambda *_: True)

    assert sparing == said(entries)


@pytest.mark.parametrize("nth", range(len(STORIES)), ids=[f"{each.parent.name}-{each.stem}" for each in STORIES])
def test_so_in_every_story_told_in_turn_out_of_order_and_with_holes(nth, monkeypatch):
    script = play(load_story(str(STORIES[nth])), 1)
    entries = CHANGES[nth % 3](list(told(script).entries), random.Random(nth))

    sparing = said(entries)
    monkeypatch.setattr(judging, "stirs", lambda *_: True)

    assert sparing == said(entries)
