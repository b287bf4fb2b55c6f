"""`nomorebets rulebooks` and `nomorebets explain`, as a person uses them."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from schemas.errors import NoMoreBetsError
from schemas.events import KINDS
from schemas.rulebook import Rule, known_rulebooks, load_rulebook
from services.cli import cli
from services.rulebooks.proof import gather, index_of, proofs
from services.rulebooks.sight import SEEN


def said(*words):
    """What the command prints; what a person can put right comes as the error itself."""
    ran = CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False)
    return ran.output


def code(*words):
    return CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False).return_value


def refused(*words):
    with pytest.raises(NoMoreBetsError) as wrong:
        said(*words)
    return str(wrong.value)


def mine(tmp_path, find="", put=""):
    text = load_rulebook("mbs-v2").text
    assert find in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(find, put, 1) if find else text)
    return str(path)


def test_alone_it_lists():
    assert said("rulebooks") == said("rulebooks", "list")
    assert [line.split()[0] for line in said("rulebooks").splitlines()] == list(known_rulebooks())


@pytest.mark.parametrize("named", known_rulebooks())
def test_a_book_is_shown_whole(named):
    told = said("rulebooks", "show", named)
    book = load_rulebook(named)
    assert all(f"  {clause.id} " in told and clause.short in told for clause in book.clauses)
    assert all(f"  {rule} " in told for rule in book.rules)


def test_the_file_itself_begins_another(tmp_path):
    assert said("rulebooks", "show", "four-dollar", "--toml") == load_rulebook("four-dollar").text


@pytest.mark.parametrize("named", known_rulebooks())
def test_the_books_that_ship_leave_nothing_open(named):
    assert code("rulebooks", "check", named) == 0


@pytest.mark.parametrize(("find", "put", "told"), [
    ('clauses = ["3.1"]', 'clauses = ["3.5"]', "clause 3.1 is a rule, but nothing in [rules] cites it: its breach is"),
    ("[rules.paid-on-void-spin]", "[rules.over-maximum]", "brings the duty 'paid-on-void-spin', which [rules] does no"),
    ('split = "3.4.2"\n', "", "[wager_clauses] has no 'split', though [odds] pays it."),
])
def test_a_gap_is_told(tmp_path, find, put, told):
    file = mine(tmp_path, find, put)
    assert told in said("rulebooks", "check", file)
    assert code("rulebooks", "check", file) == 1


def line_of(file, word):
    return next(nth for nth, line in enumerate(Path(file).read_text().splitlines(), 1) if word in line)


def test_a_book_that_cannot_be_used_is_one_line(tmp_path):
    file = mine(tmp_path, "void_spin", "voidspin")
    told = refused("rulebooks", "check", file)
    assert told.startswith(f"{file}:{line_of(file, 'voidspin')}: unknown key 'voidspin'. Did you mean 'void_spin'? ")


def test_no_file():
    assert refused("rulebooks", "check", "nowhere.toml") == (
        "cannot read the rulebook nowhere.toml: No such file or directory")


def test_an_unknown_book_or_word():
    assert refused("rulebooks", "show", "mbs-v1") == (
        "no rulebook 'mbs-v1'. Did you mean 'mbs-v2'? Known: division-8-2004, division-current, four-dollar, mbs-v2.")
    assert refused("rulebooks", "lst") == (
        "rulebooks: no 'lst'. Did you mean 'list'? Known: check, diff, list, show.")


def test_what_differs_between_the_divisions():
    told = said("rulebooks", "diff", "division-8-2004", "division-current")
    assert "pockets\n  division-8-2004: 37\n  division-current: 37 or 38\n" in told
    assert "rule call-without-bell\n  division-8-2004: 4.3\n  division-current: —\n" in told
    assert "clause 3.6A\n  division-8-2004: —\n" in told
    assert "rule short-spin" not in told
    assert code("rulebooks", "diff", "division-8-2004", "division-current") == 1


def test_books_that_number_differently_are_not_compared_clause_by_clause():
    assert "clause " not in said("rulebooks", "diff", "mbs-v2", "four-dollar")


def test_a_book_is_like_itself(tmp_path):
    assert said("rulebooks", "diff", "001", "004") == "001 and 004 judge alike.\n"
    assert code("rulebooks", "diff", "001", "004") == 0


def test_a_new_edition_is_told_by_its_digest(tmp_path):
    told = said("rulebooks", "diff", "mbs-v2", mine(tmp_path, "straight = 35", "straight = 34"))
    assert told.startswith("odds\n  mbs-v2 1 (")


@pytest.mark.parametrize(("find", "put", "told"), [
    ("still_counts = true", "still_counts = false", "rules.bet-withdrawn.still_counts\n"),
    ('layout_clause = "2.1"', 'layout_clause = "3.3"', "equipment.layout_clause\n"),
    ('duties = ["paid-on-void-spin"]', "duties = []", "rules.same-direction.duties\n"),
    ('split = "3.4.2"', 'split = "3.4.3"', "wager_clauses.split\n"),
    ("late_bet_after_drop_void = false", "late_bet_after_drop_void = true", "late_bet_after_drop_void\n"),
])
def test_nothing_that_judges_otherwise_is_passed_over(tmp_path, find, put, told):
    assert said("rulebooks", "diff", "mbs-v2", mine(tmp_path, find, put)).startswith(told)


def test_a_rule_explained():
    lines = said("explain", "late-bet").splitlines()
    assert lines[0] == "late-bet: Chips that landed after betting closed, whoever's hand put them there."
    assert [line.split()[0] for line in lines[1:5]] == list(known_rulebooks())
    assert lines[5].startswith("  seen by  chips-placed, chips-added")
    assert "past-post" in next(line for line in lines if line.startswith("  stories"))


def test_a_rule_in_one_book():
    told = said("explain", "bell without call", "--rulebook", "mbs-v2")
    assert "not in mbs-v2." in told


@pytest.mark.parametrize(("asked", "found"), [
    (["3.6A"], ["division-current 3.6A"]),
    (["3.6a"], ["division-8-2004 3.6(a)", "division-current 3.6(a)"]),
    (["division-current", "3.6"], [
        "division-current 3.6(a)", "division-current 3.6(b)", "division-current 3.6 proviso"]),
    (["placement", "5"], ["four-dollar Placement 5"]),
    (["App", "3a"], ["division-8-2004 App. 3A"]),
    (["3.1", "--rulebook", "mbs-v2"], ["mbs-v2 3.1"]),
    (["5.1", "--rulebook", "001"], ["division-8-2004 5.1"]),
])
def test_a_clause_explained_however_it_is_written(asked, found):
    told = [line.split(":")[0] for line in said("explain", *asked).splitlines() if line and line[0] != " "]
    assert told == found


def test_a_clause_says_how_its_breach_is_seen_and_by_which_story():
    told = said("explain", "division-current", "3.6A")
    assert "rule (its breach is found); settle (bets are settled by it)" in told
    assert "late-bet: Chips that landed" in told
    assert "past-post" in next(line for line in told.splitlines() if line.startswith("  stories"))


def test_a_clause_of_a_variant_says_so():
    assert "binds    tables with 38 pockets and the variant 'sections'" in said("explain", "7.11")


def test_a_clause_that_is_shown_without_being_cited():
    assert "no-call" in said("explain", "mbs-v2", "3.2")


def test_nothing_of_that_name():
    assert refused("explain", "late-bat") == (
        "no rule or clause 'late-bat'. Did you mean 'late-bet'? "
        "`nomorebets rulebooks show R` lists the rules and clauses of R.")
    assert "no rule or clause '9.9' in mbs-v2." in refused("explain", "9.9", "--rulebook", "mbs-v2")


def test_every_rule_says_what_it_means_and_how_it_is_seen():
    assert tuple(SEEN) == get_args(Rule)
    assert {kind for seen in SEEN.values() for kind in seen.by} <= set(KINDS)


def test_the_index_of_stories_is_read_as_it_was_written(tmp_path):
    kept = tmp_path / "mbs-v2" / "pinch.toml"
    kept.parent.mkdir()
    kept.write_text(
        'rulebook = "mbs-v2"\nproves = ["3.6"]\nnear_miss = ["5.11"]\n'
        '[[expect]]\nrule = "bet-reduced"\nclauses = ["5.12"]\n')
    (one,) = gather([kept])
    assert index_of([one]) == (
        '[\n{"story":"mbs-v2/pinch","rulebook":"mbs-v2","rules":["bet-reduced"],"breaks":["5.12"],"shows":["3.6"],'
        '"near_miss":["5.11"]}\n]\n')
    assert all(one.proves(named, "mbs-v2") for named in ("bet-reduced", "5.12", "3.6"))
    assert one.nearly_breaks("5.11", "mbs-v2")
    assert not one.proves("5.12", "division-current")
    assert "past-post" in {proof.story for proof in proofs()}
