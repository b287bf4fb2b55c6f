"""The rulebooks that ship: nothing of the clause index is left out, and every breach they name can be found."""

from __future__ import annotations

import tomllib
from typing import get_args

import pytest

from schemas.errors import NoMoreBetsError
from schemas.rulebook import Wager, known_rulebooks, load_rulebook, read_rulebook

INDEX = {
    "division-current": """
        1.1 | define
        1.2 | define, sense
        2.1 | config, notice
        2.2(a) 2.2(b) 2.2(c) | define, config
        2.3 2.3(a)i 2.3(a)ii 2.3(a)iii | define, config, sense
        2.4 | sense, notice
        2.5(a) 2.5(b) 2.5(c) | sense
        2.6(a) 2.6(b) 2.6(c) 2.6(d) 2.6(e) 2.6(f) 2.6(g) | notice, config
        3.1 3.1(a) 3.1(b) 3.1(c) 3.1(d) 3.1(e) 3.1(f) 3.1(g) 3.1(h) 3.1(i) 3.1(j) 3.1(k) 3.1(l) 3.1(m) | settle
        3.1A 3.1A(a) 3.1A(b) 3.1A(c) 3.1A(d) 3.1A(e) 3.1A(f) 3.1A(g) 3.1A(h) 3.1A(i) 3.1A(j) | settle
        3.1A(k) 3.1A(l) 3.1A(m) 3.1A(n) 3.1A(o) | settle
        3.2 3.2A(a) 3.2A(b) 3.2A(c) 3.2A(d) | settle
        3.2B 3.3 3.4 | rule
        3.5 | permit
        3.6(a) 3.6(b) | rule
        3.6_proviso | permit
        3.6A | rule, settle
        3.7 | rule
        3.8(1) 3.8(2) 3.8(3) 3.8_proviso_i 3.8_proviso_ii | settle
        3.9 3.10 3.11(a) 3.11(b) | settle
        4.1 | permit, rule
        4.2 4.3 4.4(a) 4.4(b) 4.5(a) 4.5(b) 4.5A 4.6 | rule
        4.7 | permit, rule
        4.8 | permit
        5.1 5.1(a) 5.1(b) 5.1(c) 5.1(d) 5.2 5.3 | rule, permit
        5.4 | rule
        5.5 | settle
        5.6 | permit
        5.7 5.8 5.9 | rule, settle
        5.10 | settle, notice
        6.1 6.3 6.4 | settle
        6.2 | notice
        7.1 7.2 7.3 7.4 7.6 7.9 7.12 | define, config
        7.5 | rule
        7.7(a) 7.7(b) 7.7(c) 7.8 7.10 7.11 | settle, config
        7.13 7.14 | rule
        7.15 | config
        8.1 8.2 8.8 | define
        8.3 8.4 8.5 | rule
        8.6 8.7 | settle
        8.9 | notice
        App._1 App._2 App._3 App._4 App._5 App._6 App._7 App._8 App._9 App._10 App._11 | define
    """,
    "division-8-2004": """
        1.0 | define
        2.1 | config, notice
        2.2(a) 2.2(b) 2.2(c) | define, config
        2.3 2.3(a) 2.3(b) 2.3(c) | define, config, sense
        2.4 | sense, notice
        2.5(a) 2.5(b) 2.5(c) | sense
        2.6(a) 2.6(b) 2.6(c) 2.6(d) 2.6(e) 2.6(f) 2.6(g) | notice, config
        3.1 3.1(a) 3.1(b) 3.1(c) 3.1(d) 3.1(e) 3.1(f) 3.1(g) 3.1(h) 3.1(i) 3.1(j) 3.1(k) 3.1(l) 3.1(m) | settle
        3.2 3.2A(a) 3.2A(b) 3.2A(c) 3.2A(d) | settle
        3.2B 3.3 3.4 | rule
        3.5 | permit
        3.6(a) 3.6(b) | rule
        3.6_proviso | permit
        3.7 | rule
        3.8(a) 3.8(b) 3.8_proviso_i 3.8_proviso_ii | settle
        3.9 3.10 | settle
        4.1 | permit, rule
        4.2 4.3 4.4(a) 4.4(b) 4.5(a) 4.5(b) 4.5A 4.6 | rule
        4.7 | permit, rule
        5.1 5.1(a) 5.1(b) 5.1(c) 5.1(d) 5.2 5.3 | rule, permit
        5.4 | rule
        5.5 | settle
        5.6 | permit
        5.7 5.8 5.9 | rule, settle
        App._1 App._2 App._3 App._3A App._4 | define
    """,
    "mbs-v2": """
        1.1.1 1.1.2 1.1.3 1.1.4 1.1.5 | define
        2.1 | define, settle
        3.1 3.2 | rule
        3.3 | define
        3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.4.7 3.4.8 3.4.9 3.4.10 3.4.11 3.4.12 3.4.13 | define, settle
        3.5 3.6 3.7 | rule
        4.1 | settle
        5.1 5.2 5.3 5.4 5.5 5.6 5.7 5.8 5.9 5.10 | rule
        5.11 5.12 | rule, settle
    """,
    "four-dollar": """
        Placement_1 | rule
        Placement_2 | rule, config
        Placement_3 Placement_4 | permit, settle
        Placement_5 | rule
        Types_1 Types_2 Types_3 Types_3.i Types_3.ii Types_4 Types_5 Types_6 Types_7 | settle, define
        Types_8 Types_9 Types_10 Types_11 Types_12 Types_13 Types_14 | settle, define
        Pay_table | settle
        Rotation_1 Rotation_2 Rotation_3 Rotation_4 | rule
        Irregularities_1 Irregularities_2 Irregularities_3 | rule, permit
        Irregularities_4 | rule, settle
    """,
}
"""The clause index, copied by hand: clauses | kinds. A blank within a clause's name is written `_`."""


def indexed(named):
    lines = [line.split("|") for line in INDEX[named].strip().splitlines()]
    return {
        clause.replace("_", " "): tuple(kind.strip() for kind in kinds.split(","))
        for clauses, kinds in lines for clause in clauses.split()
    }


def test_four_rulebooks_ship():
    assert known_rulebooks() == tuple(sorted(INDEX))


@pytest.mark.parametrize("named", INDEX)
def test_it_lists_every_clause_of_the_index_with_its_kinds(named):
    assert {clause.id: clause.kinds for clause in load_rulebook(named).clauses} == indexed(named)


@pytest.mark.parametrize("named", INDEX)
def test_every_clause_that_can_be_broken_is_shown_by_a_rule(named):
    book = load_rulebook(named)
    cited = {clause for part in book.rules.values() for clause in part.cited}
    silent = [clause.id for clause in book.clauses
              if "rule" in clause.kinds and clause.id not in cited and not any(map(book.judges, clause.by))]
    assert silent == []


@pytest.mark.parametrize("named", INDEX)
def test_every_duty_after_a_void_spin_is_one_the_book_judges(named):
    book = load_rulebook(named)
    for rule, part in book.rules.items():
        assert all(map(book.judges, (*(part.duties or ()), *part.duty_clauses))), rule


@pytest.mark.parametrize("named", INDEX)
def test_every_notice_is_a_line_of_the_checklist(named):
    book = load_rulebook(named)
    notices = {clause.id for clause in book.clauses if "notice" in clause.kinds}
    signed = book.rules["checklist-not-signed"].clauses if book.judges("checklist-not-signed") else ()
    assert set(signed) == notices


@pytest.mark.parametrize("named", INDEX)
def test_every_wager_it_pays_has_its_clause(named):
    book = load_rulebook(named)
    chances = {"low", "high", "even", "odd", "red", "black"}
    bought = (set(book.odds) - {"even-chance"}) | chances
    if 37 in book.pockets:
        assert bought - {"five-line"} <= set(book.wager_clauses)
    if 38 in book.pockets:
        assert bought <= set(book.wager_clauses_38)
    assert set(book.odds) <= set(get_args(Wager))


@pytest.mark.parametrize("named", INDEX)
def test_what_a_clause_says_is_short_and_ends(named):
    for clause in load_rulebook(named).clauses:
        assert clause.short.endswith("."), clause.id
        assert len(clause.short) < 180, clause.id


def test_two_documents_are_one_rulebook():
    """001 and 004 are the same rules, one of them a scan."""
    one, other = load_rulebook("001"), load_rulebook("004")
    assert one.id == other.id == "division-8-2004"
    assert one.sha256 == other.sha256 == load_rulebook("division-8-2004").sha256


@pytest.mark.parametrize(
    ("document", "named"), [("000", "division-current"), ("002", "mbs-v2"), ("003", "four-dollar")]
)
def test_a_document_is_found_by_its_number(document, named):
    assert load_rulebook(document).id == named


@pytest.mark.parametrize(("named", "zeros", "spot", "offered"), [
    ("division-8-2004", "single-zero", "0-1-2-3", True),
    ("division-8-2004", "single-zero", "0-1-3", False),
    ("division-current", "00-0", "00-1-2", True),
    ("division-current", "00-0", "0-1-2", False),
    ("division-current", "0-00", "0-1-2", True),
    ("division-current", "0-00", "0-2-3", False),
    ("division-current", "0-00", "0-1-2-3", False),
    ("division-current", "0-00", "0-00-1-2-3", True),
    ("mbs-v2", "single-zero", "0-2", True),
    ("mbs-v2", "single-zero", "0-2-3", False),
    ("four-dollar", "0-00", "0-00-2", True),
    ("four-dollar", "0-00", "00-2-3", True),
])
def test_the_combinations_with_a_zero_are_the_books_own(named, zeros, spot, offered):
    assert load_rulebook(named).offers(spot, zeros) is offered


def test_bonus_prevails_over_viva_over_sections():
    variants = load_rulebook("division-current").variants
    assert sorted(variants, key=lambda name: variants[name].precedence) == ["sections", "viva", "bonus"]
    assert not any(load_rulebook(named).variants for named in INDEX if named != "division-current")


@pytest.mark.parametrize(("find", "put", "told"), [
    ('placement = "touch"', 'placment = "touch"', "book.toml: unknown key 'placment'. Did you mean 'placement'?"),
    ("[rules.late-bet]", "[rules.late-bets]", "book.toml: no rule 'late-bets' in [rules]. Did you mean 'late-bet'?"),
    ('clauses = ["5.8"]', 'clauses = ["5.88"]', "book.toml: [rules.racetrack-under-minimum] cites clause '5.88'."),
    ('house = "bet_moved"', 'house = "bet_move"', "book.toml: [rules.bet-moved] leaves the remedy to [house] 'bet_mo"),
    ("dozen = 2\n", "", "book.toml: [odds] has no 'dozen'; every ordinary wager needs its odds."),
    ('id = "3.7"', 'id = "3.9"', "book.toml: clause '3.9' is listed twice in [[clauses]]."),
    ("never_clause", "never_claus", "book.toml: unknown key 'never_claus' in [variants]"),
    ('order_clause = "2.3"', 'order_clause = "2.33"', "book.toml: [equipment] order_clause cites clause '2.33'."),
    ("wheel_clause", "weel_clause", "book.toml: unknown key 'weel_clause' in [equipment]. Did you mean 'wheel_"),
])
def test_a_mistake_in_the_file_is_one_line(find, put, told):
    text = load_rulebook("division-current").text
    assert find in text
    with pytest.raises(NoMoreBetsError) as refused:
        read_rulebook(text.replace(find, put, 1), "book.toml")
    place, said = str(refused.value).split(": ", 1)
    assert f"book.toml: {said}".startswith(told)
    line = text.replace(find, put, 1).splitlines()[int(place.removeprefix("book.toml:")) - 1]
    assert put in line if put else line.startswith("[odds]")


@pytest.mark.parametrize("named", INDEX)
def test_its_text_says_whole_numbers_only_where_money_is(named):
    told = tomllib.loads(load_rulebook(named).text)
    assert all(isinstance(odds, int) for odds in told["odds"].values())
    assert all(isinstance(told["limits"][key], int) for key in ("minimum", "maximum") if "limits" in told)
