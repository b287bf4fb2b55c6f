"""No clause of any rulebook is without the stories that its kind asks for."""

from __future__ import annotations

import pytest

from docs.generate import story_proofs
from schemas.rulebook import known_rulebooks, load_rulebook
from services.rulebooks.coverage import ELSEWHERE, FREE, lacking

PROOFS = story_proofs()


@pytest.mark.parametrize("book", known_rulebooks())
def test_every_clause_has_what_its_kind_asks(book):
    assert lacking(load_rulebook(book), PROOFS) == []


@pytest.mark.parametrize("book", known_rulebooks())
def test_a_story_names_only_clauses_that_its_rulebook_has(book):
    listed = {clause.id for clause in load_rulebook(book).clauses}
    strange = {f"{proof.story}: {named}" for proof in PROOFS if proof.rulebook == book
               for named in (*proof.clauses, *proof.near_miss, *proof.signed) if named not in listed}
    assert strange == set()


@pytest.mark.parametrize("book", known_rulebooks())
def test_every_rule_of_a_rulebook_is_broken_in_some_story(book):
    broken = {rule for proof in PROOFS if proof.rulebook == book for rule in proof.rules}
    assert set(load_rulebook(book).rules) - broken == set()


def test_what_no_story_shows_is_a_clause_all_the_same():
    for book, clauses in [*FREE.items(), *ELSEWHERE.items()]:
        assert set(clauses) <= {clause.id for clause in load_rulebook(book).clauses}


def test_no_two_stories_of_a_rulebook_have_one_name():
    names = [(proof.rulebook, proof.story) for proof in PROOFS]
    assert len(names) == len(set(names))
