"""Two tables under two rulebooks at once, from pixels: each is judged by its own."""

import shutil
from pathlib import Path

import pytest

pytestmark = pytest.mark.pixels

SMALL = """
id = "small"
version = "2"
title = "A small house book"
source = "made for this test"
pockets = [37]
placement = "touch"
closing = ["call", "button"]
void_spin = "round"
minimum_revolutions = 3
collect_before_pay = false
late_bet_after_drop_void = true
[odds]
straight = 35
split = 17
street = 11
corner = 8
six-line = 5
column = 2
dozen = 2
even-chance = 1
[rules.late-bet]
conduct = "late-bet"
clauses = ["7"]
remedies = [{ what = "returned", clause = "7" }]
[[clauses]]
id = "7"
kinds = ["rule"]
short = "A bet after the call is handed back; the spin stands."
"""


@pytest.fixture(scope="module")
def evenings(studio, tmp_path_factory):
    """The past-post at t1 under its own book, and the same films at t2 under the small one."""
    case, other = studio.case("past-post", 41), tmp_path_factory.mktemp("t2")
    for file in case.iterdir():
        if file.suffix in (".mp4", ".png"):
            shutil.copyfile(file, other / file.name)
    (other / "small.toml").write_text(SMALL)
    told = (case / "table.toml").read_text().replace('"t1"', '"t2"').replace('"division-current"', '"small.toml"')
    (other / "table.toml").write_text(told)
    (other / "desk.jsonl").write_text((case / "desk.jsonl").read_text().replace("t1", "t2"))
    seen = other / "seen.jsonl"
    seen.write_bytes(studio.command("watch", "--table", str(other / "table.toml")).stdout)
    return [studio.seen("past-post", 41), seen]


def check(kept, found, only):
    first, second = (found(only(kept["findings"], table)) for table in ("t1", "t2"))
    assert {(one[0], one[1]) for one in first} == {("late-bet", ("3.6(a)", "3.6A")), ("paid-void-bet", ("3.6A",))}
    assert {(one[0], one[1], one[4]) for one in second} == {("late-bet", ("7",), "17")}
    assert b'"rulebook":"small","version":"2"' in b"".join(only(kept["cases"], "t2"))


def test_two_books_at_once_on_the_embedded_host(evenings: list[Path], hosted, found, only):
    check(hosted(evenings), found, only)


@pytest.mark.kafka
def test_two_books_at_once_on_kafka(evenings: list[Path], hosted, found, only, kafka):
    check(hosted(evenings, kafka=kafka), found, only)
