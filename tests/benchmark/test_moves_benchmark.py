"""The benchmark of the moves: a perfect eye gets everything right, and each way to be wrong shows where it should."""

from __future__ import annotations

import json

import msgspec
import pytest

from schemas.errors import NoMoreBetsError
from services.benchmark.evening import Tried, try_evening
from services.benchmark.figures import clean, highest_mean, move, moves, sight
from services.benchmark.jobs import TRIED, try_all
from services.benchmark.page import page
from services.commands.benchmark_moves import BEGIN, END, evenings, numbers, write_part
from vision.benchmark.bounds import at_least
from vision.benchmark.evenings import MOVES, Evening
from vision.benchmark.tally import summed


def tried(evening, words):
    return try_evening(evening, words.parent.parent, words.parent)


def edit(words, change):
    """Leave a line out (None) or put another in its place."""
    lines = [json.loads(line) for line in words.read_text().splitlines()]
    kept = [changed for line in lines if (changed := change(line)) is not None]
    words.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in kept))


@pytest.mark.parametrize("story", ["cap", "on-the-racetrack", "collect-then-pay"])
def test_the_truth_itself_is_exactly_right(told, story):
    evening, words = told(story)
    result = tried(evening, words)
    assert (result.failed, result.exact, result.exact_without_desk) == (None, True, True)
    for figure in sight([result]):
        assert figure.count == (0 if figure.at_most or "was none" in figure.what else figure.of), figure.what


def test_chips_that_were_not_seen_are_a_missed_breach(told):
    evening, words = told("past-post")
    late = lambda line: line["data"]["kind"] == "chips-placed" and line["data"]["spot"] == "17"  # noqa: E731
    edit(words, lambda line: None if late(line) else line)
    result = tried(evening, words)
    row = move("past-post", [result])
    assert (row.due, row.breach, row.exact) == (2, 0, 0)
    assert row.recall.count == 0
    assert summed(result.sight)["stacks found"].good < summed(result.sight)["stacks found"].of


def test_a_doubtful_act_is_suspected_and_a_stack_that_is_not_there_is_false(told):
    evening, words = told("drag")

    def doubt(line):
        if line["data"]["kind"] == "chips-removed":
            line["data"]["confidence"] = 0.7
        if line["data"]["kind"] == "chips-placed" and line["data"]["spot"] == "32":
            line["data"]["x_mm"] += 60
        return line

    edit(words, doubt)
    result = tried(evening, words)
    row = move("drag", [result])
    assert (row.due, row.breach, row.suspected) == (1, 0, 1)
    assert summed(result.sight)["frames with a false stack"].good > 5


def test_a_breach_in_lawful_play_is_false_and_bounds_the_hour(told):
    evening, words = told("sleeve-brush")
    touched = '{"kind":"chips-removed","stack":"k","x_mm":187.5,"y_mm":135,"spot":"8","side":"player"}'

    def snatched(line):
        if line["data"]["kind"] == "hand-left" and line["time"] > "2026-11-18T21:14:22":
            line["type"] = "nomorebets.chips-removed"
            line["data"] = json.loads(touched) | {"seen": line["data"]["seen"], "stack": "k3", "confidence": 1.0}
        return line

    edit(words, snatched)
    calm = clean([tried(evening, words)])
    assert calm.false >= 1
    assert calm.at_most_per_hour > highest_mean(1) / 0.02


def test_what_has_been_tried_is_not_tried_again(told, tmp_path):
    evening, words = told("cap")
    done = tried(evening, words)
    (tmp_path / TRIED).write_bytes(msgspec.json.encode(done) + b"\n")
    heard: list[Tried] = []
    assert try_all([evening], tmp_path, jobs=1, heard=heard.append, keep=True) == [done]
    assert heard == []


def test_an_evening_nobody_could_watch_counts_as_missed():
    lost = Tried(evening=Evening(story="cap", seed=1), expected=1, failed="no felt found")
    row = move("cap", [lost])
    assert (row.failed, row.due, row.recall.count, row.exact) == (1, 1, 0, 0)


def test_the_page_tells_every_move_with_its_bound(told):
    results = [tried(*told(story)) for story in ("cap", "clean")]
    text = page(results, "Told.")
    assert "| cap | 1 | 1 | 1 | 1 | 1 | 0 | 0 | 1 of 1 (100.0 %), at least 5.0 % |" in text
    assert "0 false breaches in 0.01 table-hours" in text
    assert [row.move for row in moves(results)] == ["cap", "clean", "all moves"]


def test_its_part_of_the_page_is_replaced_and_the_rest_is_left(tmp_path):
    path = tmp_path / "accuracy.md"
    path.write_text("# Eyes\n\nWheel.\n")
    write_part(path, "first\n")
    write_part(path, "second\n")
    assert path.read_text() == f"# Eyes\n\nWheel.\n\n## The felt\n\n{BEGIN}\nsecond\n{END}\n"


def test_seeds_and_moves_are_named_or_refused():
    assert numbers("3,7-9") == [3, 7, 8, 9]
    played = evenings(None, "1-2", "medium", "easy")
    assert len(played) == 2 * len(MOVES)
    with pytest.raises(NoMoreBetsError, match="Did you mean 'push'"):
        evenings("pushh", "1", "easy", "easy")
    with pytest.raises(NoMoreBetsError, match="numbers and spans"):
        numbers("seven")


def test_a_bound_of_many_is_as_exact_as_one_of_few():
    assert at_least(10, 10) == pytest.approx(0.05 ** 0.1)
    assert at_least(19_990, 20_000) == pytest.approx(0.99915, abs=1e-4)
    assert highest_mean(0) == pytest.approx(2.996, abs=1e-3)
