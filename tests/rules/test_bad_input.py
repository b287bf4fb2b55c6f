"""Bad input to `nomorebets judge`: one clear line with file and line number, exit 2; or set aside, and on it goes."""

from __future__ import annotations

import json
import re
import sys

import pytest
from msgspec.structs import replace

from schemas.codec import decode, encode
from schemas.events import LineRefused
from schemas.rulebook import load_rulebook
from schemas.table import config_of
from services.cli import main
from tests.rules.evening import every_table

TABLES = every_table()


@pytest.fixture
def evening(table):
    """A past post, told by cameras and desk; where it is one line too many, the fifth."""
    at = table.at
    return table.session_of([
        at(2).bets_opened(), at(11).ball_launched(direction="clockwise", rotor="anticlockwise"),
        at(16).bets_closed(by="call"), at(20).ball_dropped(revolutions=(8, 8)), at(21.3).ball_rested(number="17"),
        at(22).chips_placed(spot="17", count=5), at(23).result_announced(number="17"),
        at(24).dolly_placed(number="17"), at(30).dolly_lifted(),
    ], until=40)


@pytest.fixture
def judge(tmp_path, monkeypatch, capsys):
    """Lines to `nomorebets judge`: its exit code, what it printed and its complaint, which is one line or none."""

    def judge(lines, *arguments):
        path = tmp_path / "evening.jsonl"
        path.write_bytes(b"".join(line + b"\n" for line in lines))
        monkeypatch.setattr(sys, "argv", ["nomorebets", "judge", str(path), *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        complaints = [line for line in told.err.splitlines() if not line.startswith("judging by")]
        assert len(complaints) <= 1
        return ended.value.code, told.out, "".join(complaints).replace(str(path), "evening.jsonl")

    return judge


def lines_of(entries):
    return [encode(each) for each in entries]


def altered(entry, **data):
    """The line of an entry with other data, written as a careless source would."""
    told = json.loads(encode(entry))
    told["data"] = {key: value for key, value in {**told["data"], **data}.items() if value is not ...}
    told["type"] = f"nomorebets.{told['data']['kind']}"
    return json.dumps(told).encode()


BAD = {
    "cut off": (lambda bets: encode(bets)[:40], "not a JSON object"),
    "no object": (lambda bets: b"[1, 2]", "not a JSON object"),
    "no text": (lambda bets: b"\xff\xfe\x00", "not a JSON object"),
    "unknown kind": (
        lambda bets: altered(bets, kind="bets-closd"), "unknown kind 'bets-closd'. Did you mean 'bets-closed'?",
    ),
    "missing field": (lambda bets: altered(bets, by=...), "Object missing required field `by`"),
    "unknown word": (lambda bets: altered(bets, by="whistle"), "Invalid enum value 'whistle' - at `data.by`"),
    "wrong type": (lambda bets: altered(bets, confidence="high"), "Expected `float`, got `str` - at `data.confidence`"),
    "no zone": (lambda bets: altered(bets, seen=["2026-11-18T21:14:16"] * 2), "has no time zone"),
    "backwards": (
        lambda bets: altered(bets, seen=["2026-11-18T21:14:16Z", "2026-11-18T21:14:15Z"]), "the earliest comes first",
    ),
    "no pocket": (
        lambda bets: altered(bets, kind="result-announced", by=..., number="37"), "no pocket '37' on this wheel.",
    ),
    "no spot": (
        lambda bets: altered(bets, kind="payout-reported", by=..., spot="17-19", amount=5), "no spot '17-19' on this",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_is_named_by_its_number(judge, evening, what):
    make, expected = BAD[what]
    lines = lines_of(evening)
    code, _, complaint = judge([*lines[:4], make(call_of(evening)), *lines[4:]])
    assert code == 2
    assert complaint.startswith("nomorebets: evening.jsonl:5: ")
    assert expected in complaint


@pytest.mark.parametrize("what", BAD)
def test_a_bad_line_set_aside_changes_nothing_else(judge, evening, tmp_path, what):
    make, expected = BAD[what]
    lines, bad = lines_of(evening), make(call_of(evening))
    code, told, _ = judge([*lines[:4], bad, *lines[4:]], "--dead-letters", str(tmp_path / "dead.jsonl"))
    assert (code, told) == judge(lines)[:2]
    assert code == 1
    (letter,) = [decode(line).data for line in (tmp_path / "dead.jsonl").read_bytes().splitlines()]
    assert isinstance(letter, LineRefused)
    assert expected in letter.why
    assert letter.line == bad.decode(errors="replace")


def call_of(evening):
    return next(each for each in evening if each.type == "nomorebets.bets-closed")


def opening_of(evening, setup, book=None):
    """The evening under another configuration and its book."""
    book = book or load_rulebook(setup.rulebook)
    told = replace(evening[0], data=replace(evening[0].data, config=config_of(replace(setup, table="t1"))))
    named = {"id": book.id, "version": book.version, "sha256": book.sha256, "text": book.text}
    return [told, replace(evening[1], data=replace(evening[1].data, **named)), *evening[2:]]


UNLAWFUL = {
    "no section pay": (
        replace(TABLES["current 37 sections"], section_pay={"voisins": 1, "tier": 2}),
        "[section_pay] has no 'orphans'; the pay table is the operator's and must be given (division-current 7.8).",
    ),
    "no order": (
        replace(TABLES["current 00-0 sections"], wheel=TABLES["current 00-0"].wheel),
        '[wheel] order = "american"; section bets are played on another wheel: give its pockets, clockwise '
        "(division-current 7.9).",
    ),
    "no limits": (
        replace(TABLES["current 37 racetracks"], limits=None),
        "[limits.racetrack] has no minimum; a felt with a racetrack needs it (division-current 5.8).",
    ),
    "a variant the book has not": (
        replace(TABLES["mbs"], variants=("viva",)), "variants: mbs-v2 has no 'viva'.",
    ),
    "pockets the book has not": (
        replace(TABLES["current 00-0"], rulebook="mbs-v2"), "[wheel] order has 38 pockets; 37 are played (mbs-v2",
    ),
}


@pytest.mark.parametrize("what", UNLAWFUL)
def test_a_table_its_book_does_not_allow_is_refused_with_the_clause(judge, evening, what):
    """Whether the table adopts the book or the command names it: at the line where the two meet."""
    setup, expected = UNLAWFUL[what]
    lines = lines_of(opening_of(evening, setup))
    code, _, complaint = judge(lines)
    assert code == 2
    assert complaint.startswith(f"nomorebets: evening.jsonl:2: TableOpened.config: {expected}")

    code, _, complaint = judge(lines, "--rulebook", setup.rulebook)
    assert code == 2
    assert complaint.startswith(f"nomorebets: evening.jsonl:1: TableOpened.config: {expected}")


def test_a_wheel_that_is_only_drawn_needs_its_order(judge, evening):
    config = config_of(replace(TABLES["current 00-0"], table="t1"))
    config["wheel"]["order"] = "european-double-zero"
    told = replace(evening[0], data=replace(evening[0].data, config=config))
    code, _, complaint = judge(lines_of([told, *evening[1:]]))
    assert code == 2
    assert complaint.startswith("nomorebets: evening.jsonl:1: TableOpened.config: ")
    assert "only drawn in the rules (7.9)" in complaint


TYPOS = {
    "a key": (("minimum_revolutions", "minimum_revolution"), "unknown key 'minimum_revolution'. Did you mean"),
    "a rule": (("[rules.late-bet]", "[rules.late-bets]"), "no rule 'late-bets' in [rules]. Did you mean 'late-bet'?"),
    "a clause": (('clauses = ["3.6(a)"]', 'clauses = ["3.6(z)"]'), "[rules.late-bet] cites clause '3.6(z)'."),
    "odds": (("street = 11\n", ""), "[odds] has no 'street'; every ordinary wager needs its odds."),
    "no TOML": (("[odds]", "[odds"), "not a TOML file: "),
}


@pytest.mark.parametrize("what", TYPOS)
def test_a_rulebook_with_a_typo_is_one_line(judge, evening, tmp_path, what):
    """In the log at the line that adopts it; as a file under its own name."""
    (right, wrong), expected = TYPOS[what]
    text = load_rulebook("division-current").text
    assert right in text
    text = text.replace(right, wrong)
    adopted = replace(evening[1], data=replace(evening[1].data, text=text))
    code, _, complaint = judge(lines_of([evening[0], adopted, *evening[2:]]))
    assert code == 2
    assert complaint.startswith("nomorebets: evening.jsonl:2: RulebookAdopted")
    assert expected in complaint

    (tmp_path / "ours.toml").write_text(text)
    code, _, complaint = judge(lines_of(evening), "--rulebook", str(tmp_path / "ours.toml"))
    assert code == 2
    assert re.match(rf"nomorebets: {tmp_path / 'ours.toml'}(:\d+: |: not a TOML file: .*at line \d+)", complaint)
    assert expected in complaint


def adopting(table, seconds, book):
    return table.at(seconds).rulebook_adopted(
        origin="config", id=book.id, version=book.version, sha256=book.sha256, text=book.text
    )


def test_two_rulebooks_within_a_round_are_an_error(judge, evening, table):
    """One adopted while a round is played is for the next; a second one then cannot be meant."""
    once, twice = adopting(table, 8, load_rulebook("mbs-v2")), adopting(table, 9, load_rulebook("division-8-2004"))
    told = sorted([*evening[2:-1], once, twice], key=lambda each: (each.time, each.source))
    lines = lines_of([*evening[:2], *told, evening[-1]])
    code, _, complaint = judge(lines)
    assert code == 2
    assert complaint.startswith(f"nomorebets: evening.jsonl:{lines.index(encode(twice)) + 1}: ")
    assert "a second rulebook within one round: division-8-2004" in complaint
    lines.remove(encode(twice))
    assert judge(lines)[0] == 1
