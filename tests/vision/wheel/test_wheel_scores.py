"""The figures published for the wheel eye: worse ones are not published without somebody deciding so here."""

import json
from pathlib import Path

import pytest

from vision.benchmark.bounds import at_least, at_most

SCORES = Path(__file__).parents[3] / "docs" / "reference" / "wheel-scores.json"
FLOOR = {
    "wheel found by itself": 0.95, "ball direction right, of launches told": 0.95,
    "rotor direction right, of launches told": 0.95, "number right, of all spins": 0.8,
}
"""Lower one only with a reason in the commit."""
CEILING = {"number wrong, of all spins (at most)": 0, "said of balls": 0}


def figures():
    return {each["what"]: each for each in json.loads(SCORES.read_text())["figures"]}


@pytest.mark.parametrize("what", FLOOR)
def test_no_share_drops(what):
    told = figures()[what]
    assert told["count"] >= FLOOR[what] * told["of"]


@pytest.mark.parametrize("what", CEILING)
def test_nothing_false_rises(what):
    told = next(each for name, each in figures().items() if name.startswith(what))
    assert told["count"] <= CEILING[what]


def test_the_page_tells_the_same():
    page = (SCORES.parent / "accuracy.md").read_text()
    assert all(name.removesuffix(" (at most)") in page for name in figures())


def test_a_bound_says_what_a_count_proves():
    assert at_least(0, 10) == 0
    assert at_least(10, 10) == pytest.approx(0.05 ** (1 / 10), abs=1e-6)
    assert at_most(0, 200) == pytest.approx(0.0149, abs=1e-4)
