"""`judge --as`: the same evening under another rulebook, and what differs."""

from __future__ import annotations

import json
import subprocess
import sys


def judge(*args):
    return subprocess.run([sys.executable, "-m", "services.cli", "judge", *args], capture_output=True, text=True,
                          timeout=60)


def evening(tmp_path, story="past-post"):
    case = tmp_path / story
    made = subprocess.run([sys.executable, "-m", "services.cli", "simulate", story, "--seed", "3", "--events", "--out",
                           str(case)], capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    return str(case / "truth.jsonl")


def test_another_remedy_is_told_and_another_number_of_the_clause_is_not(tmp_path):
    said = judge(evening(tmp_path), "--as", "mbs-v2")
    assert said.returncode == 1
    assert said.stdout.count("round 1, ") == 1, "paid-void-bet differs only in its clause"
    assert "round 1, late-bet on 17:" in said.stdout
    assert "  mbs-v2: breach [5.11]." in said.stdout
    assert said.stdout.endswith("2 as adopted, 2 under mbs-v2: 1 the same, 1 differ.\n")


def test_the_same_book_differs_in_nothing(tmp_path):
    said = judge(evening(tmp_path), "--as", "division-current")
    assert said.stdout == "2 as adopted, 2 under division-current: 2 the same, 0 differ.\n"


def test_a_clean_evening_is_clean_under_both(tmp_path):
    assert judge(evening(tmp_path, "clean"), "--as", "division-current").returncode == 0


def test_as_lines_for_programs(tmp_path):
    said = judge(evening(tmp_path), "--as", "mbs-v2", "--format", "jsonl")
    (line,) = map(json.loads, said.stdout.splitlines())
    assert (line["adopted"]["clauses"], line["mbs-v2"]["clauses"]) == (["3.6(a)", "3.6A"], ["5.11"])


def test_standard_input_cannot_be_read_twice():
    said = judge("-", "--as", "mbs-v2")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "nomorebets: --as reads the input twice: name files, not '-'.\n"
