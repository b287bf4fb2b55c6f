"""`nomorebets judge`: lines in, findings out, exit codes."""

from __future__ import annotations

import subprocess
import sys

import pytest

from schemas.codec import decode, encode
from schemas.events import BreachFound, LineRefused


@pytest.fixture
def late(table):
    """A past post, told by cameras and desk."""
    at = table.at
    return [
        at(2).bets_opened(), at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(16).bets_closed(by="call"), at(20).ball_dropped(revolutions=(8, 8)), at(21.3).ball_rested(number="17"),
        at(22).chips_placed(spot="17", count=5), at(23).result_announced(number="17"),
        at(24).dolly_placed(number="17"), at(30).dolly_lifted(),
    ]


@pytest.fixture
def write(tmp_path):
    def write(name, entries):
        path = tmp_path / name
        path.write_bytes(b"".join(encode(each) + b"\n" for each in entries))
        return str(path)

    return write


def judge(*arguments, stdin=None):
    command = [sys.executable, "-m", "services.cli", "judge", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60)


def test_text_for_people(table, late, write):
    ended = judge(write("all.jsonl", table.session_of(late, until=40)))
    told = ended.stdout.decode()
    assert ended.returncode == 1
    assert "breach: late-bet [3.6(a), 3.6A]" in told
    assert "Do not pay; return the chips (house rule)." in told
    assert told.splitlines()[-1] == "1 round, 1 breach, 0 suspected, 1 incident, 0 could not be seen."


def test_files_are_merged_by_time_and_stdin_reads_the_same(table, late, write):
    session = table.session_of(late, until=40)
    desk = write("desk.jsonl", [each for each in session if each.origin == "desk"])
    rest = write("rest.jsonl", [each for each in session if each.origin != "desk"])
    merged = judge(rest, desk, "--format", "jsonl")
    piped = judge("-", "--format", "jsonl", stdin=b"".join(encode(each) + b"\n" for each in session))
    assert merged.stdout == piped.stdout
    assert sum(isinstance(decode(line).data, BreachFound) for line in piped.stdout.splitlines()) == 1


def test_lines_without_a_configuration_need_a_rulebook(late, write):
    path = write("bare.jsonl", late)
    without, with_it = judge(path), judge(path, "--rulebook", "division-current")
    assert without.returncode == 2
    assert without.stderr.decode().startswith("nomorebets: table t1 adopts no rulebook; name one with --rulebook.")
    assert with_it.returncode == 1
    assert "late-bet [3.6(a), 3.6A]" in with_it.stdout.decode()


def test_a_clean_round_exits_with_0(table, late, write):
    clean = [each for each in late if each.type != "nomorebets.chips-placed"]
    assert judge(write("clean.jsonl", table.session_of(clean, until=40))).returncode == 0


def test_a_bad_line_stops_or_is_set_aside(table, late, write, tmp_path):
    path = write("bad.jsonl", table.session_of(late, until=40))
    good = (tmp_path / "bad.jsonl").read_bytes()
    (tmp_path / "bad.jsonl").write_bytes(good + b'{"kind":"nonsense"}\n')
    lines = len(good.splitlines()) + 1

    stopped = judge(path)
    assert stopped.returncode == 2
    assert stopped.stderr.decode().startswith(f"nomorebets: {path}:{lines}: ")
    assert len(stopped.stderr.splitlines()) == 1

    letters = tmp_path / "dead.jsonl"
    assert judge(path, "--dead-letters", str(letters)).returncode == 1
    (letter,) = [decode(line).data for line in letters.read_bytes().splitlines()]
    assert isinstance(letter, LineRefused)
    assert letter.line == '{"kind":"nonsense"}'


def test_a_configuration_with_a_typo_names_its_line(table, late, write):
    session = table.session_of(late, until=40)
    session[0].data.config["ruleboook"] = "x"
    ended = judge(write("typo.jsonl", session))
    assert ended.returncode == 2
    assert b":1: TableOpened.config: unknown key 'ruleboook'. Did you mean 'rulebook'?" in ended.stderr


def test_what_was_found_in_the_end_no_longer_could_not_be_seen(table, write):
    """Given chips hardly late for the drop, when the call is reported late, then they count as found alone."""
    at = table.at
    told = table.session_of([
        at(2).bets_opened(), at(4).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(14).ball_dropped(revolutions=(8, 8)), at(11, 14.2).chips_placed(spot="20", count=2),
        at(16).ball_rested(number="17"), at(17).result_announced(number="17"), at(18).dolly_placed(number="17"),
        at(19).chips_collected(spot="20", count=2), at(24).dolly_lifted(),
    ], until=40)
    ended = judge(write("late.jsonl", [*told[:-1], at(10).bets_closed(by="call"), told[-1]]))
    told = ended.stdout.decode()
    assert "breach: late-bet [3.6(a)]" in told
    assert told.endswith("1 round, 1 breach, 0 suspected, 1 incident, 0 could not be seen.\n")


def test_dead_letters_that_cannot_be_written_are_one_clear_line(late, write, tmp_path):
    ended = judge(write("late.jsonl", late), "--dead-letters", str(tmp_path / "nowhere" / "letters"))
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1
    assert b"--dead-letters: cannot write" in ended.stderr
