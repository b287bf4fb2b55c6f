"""Evenings whose truth is at hand, so that nothing need be drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vision.benchmark.evenings import Evening
from vision.simulator.case import simulate_case
from vision.simulator.story import load_story

Told = Callable[[str], tuple[Evening, Path]]


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """An evening of a story, and the file in which an eye's words about it are looked for: at first the truth."""

    def made(story: str) -> tuple[Evening, Path]:
        evening = Evening(story=story, seed=5, difficulty="easy")
        case = tmp_path / evening.name
        simulate_case(load_story(story), evening.seed, case, events=True)
        words = tmp_path / "words" / f"{evening.name}.jsonl"
        words.parent.mkdir(exist_ok=True)
        words.write_bytes((case / "truth.jsonl").read_bytes())
        return evening, words

    return made
