"""A rule or a clause explained: in our own words, in which rulebooks, how it is seen, which stories prove it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from schemas.errors import NoMoreBetsError, meant
from schemas.rulebook import Clause, Rule, Rulebook
from services.rulebooks.proof import proofs
from services.rulebooks.show import bound_to, rule_text
from services.rulebooks.sight import SEEN

ON_THE_FLOOR: dict[str, Rule] = {
    "past-posting": "late-bet", "past-post": "late-bet", "capping": "late-bet", "cap": "late-bet",
    "pinching": "bet-reduced", "pinch": "bet-reduced", "dragging": "bet-withdrawn", "drag": "bet-withdrawn",
    "pushing": "push", "topping": "top-hat", "no-spin": "no-spin-not-called",
}
"""What the floor calls some rules."""
KINDS = {
    "rule": "its breach is found", "settle": "bets are settled by it", "permit": "it allows something: we stay silent",
    "config": "checked when a table is set up", "sense": "measured by the eyes",
    "notice": "a line of the opening checklist", "define": "it fixes a word, a layout or a wheel",
}


def explain_lines(asked: str, books: Sequence[Rulebook]) -> Iterator[str]:
    """The rule of that name, or the clauses of that number in each of the books."""
    word = re.sub(r"[\s_]", "-", asked.lower())
    word = ON_THE_FLOOR.get(word, word)
    rule = next((rule for rule in get_args(Rule) if rule == word), None)
    if rule is not None:
        yield from _rule(rule, books)
        return
    found = [(book, clause) for book in books for clause in _clauses(asked, book)]
    if not found:
        raise NoMoreBetsError(_nothing(asked, books))
    for nth, (book, clause) in enumerate(found):
        if nth:
            yield ""
        yield from _clause(book, clause)


def _rule(rule: Rule, books: Sequence[Rulebook]) -> Iterator[str]:
    yield f"{rule}: {SEEN[rule].what}"
    having = [book for book in books if book.judges(rule)]
    for book in having:
        yield f"  {book.id} {rule_text(book.rules[rule])}"
    if not having:
        yield f"  not in {', '.join(book.id for book in books)}."
    yield _seen(rule)
    yield from _stories(rule, having)


def _clause(book: Rulebook, clause: Clause) -> Iterator[str]:
    yield f"{book.id} {clause.id}: {clause.short}"
    yield f"  kind     {'; '.join(f'{kind} ({KINDS[kind]})' for kind in clause.kinds)}"
    if bound := bound_to(clause):
        yield f"  binds    tables with {' and '.join(bound)}"
    for wagers in (book.wager_clauses, book.wager_clauses_38):
        for wager in (wager for wager, named in wagers.items() if named == clause.id):
            yield f"  wager    {wager}"
    for rule in rules_showing(book, clause):
        yield f"  rule     {rule}: {SEEN[rule].what}"
        yield f"         {_seen(rule)}"
    yield from _stories(clause.id, [book])


def rules_showing(book: Rulebook, clause: Clause) -> list[Rule]:
    """The rules that cite a clause, or show it without citing it."""
    return [rule for rule, part in book.rules.items() if clause.id in part.cited or rule in clause.by]


def _seen(rule: Rule) -> str:
    return f"  seen by  {', '.join(SEEN[rule].by) or 'nothing at the table'}"


def _stories(named: str, books: Sequence[Rulebook]) -> Iterator[str]:
    ids = [book.id for book in books]
    proving = [proof.story for proof in proofs() if any(proof.proves(named, id) for id in ids)]
    nearly = [proof.story for proof in proofs() if any(proof.nearly_breaks(named, id) for id in ids)]
    yield f"  stories  {', '.join(proving) or 'none yet'}"
    if nearly:
        yield f"  silent   {', '.join(nearly)}"


def _clauses(asked: str, book: Rulebook) -> list[Clause]:
    """The clause of that number, however it is written; else the clauses under it."""
    wanted = _written(asked)
    exact = [clause for clause in book.clauses if _written(clause.id) == wanted]
    below = re.compile(re.escape(wanted) + (r"[(.p]" if wanted[:1].isdigit() else r"\d"))
    return exact or [clause for clause in book.clauses if below.match(_written(clause.id))]


def _written(clause: str) -> str:
    """`3.6a`, `3.6 (A)` and `app 1` as they are kept; `3.6A` is another clause than `3.6(a)`."""
    joined = re.sub(r"\((\w+)\)", lambda letter: letter[0].lower(), clause.replace(" ", ""))
    if not joined[:1].isdigit():
        return joined.lower().replace("app.", "app")
    return re.sub(r"^([\d.]+[A-Z]?)([a-z])$", r"\1(\2)", joined)


def _nothing(asked: str, books: Sequence[Rulebook]) -> str:
    known = [*get_args(Rule), *(clause.id for book in books for clause in book.clauses)]
    guess = meant(asked, known).split(" Known:")[0]
    where = f" in {books[0].id}" if len(books) == 1 else ""
    return f"no rule or clause '{asked}'{where}.{guess} `nomorebets rulebooks show R` lists the rules and clauses of R."
