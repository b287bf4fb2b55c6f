"""What a rulebook that can be read still leaves open: told, because a breach that no rule shows is never found."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.rulebook import VOIDING, Rulebook

CHANCES = ("low", "high", "even", "odd", "red", "black")


def remarks(book: Rulebook) -> Iterator[str]:
    """Each gap in one line."""
    cited = {clause for part in book.rules.values() for clause in part.cited}
    if not book.clauses:
        yield "no [[clauses]]: findings will cite numbers without saying what they mean."
    for clause in book.clauses:
        if "rule" in clause.kinds and clause.id not in cited and not any(map(book.judges, clause.by)):
            yield f"clause {clause.id} is a rule, but nothing in [rules] cites it: its breach is never found."
        for rule in clause.by:
            if not book.judges(rule):
                yield f"clause {clause.id} is shown by '{rule}', which [rules] does not have."
    yield from _duties(book)
    yield from _wagers(book)


def _duties(book: Rulebook) -> Iterator[str]:
    for rule, part in book.rules.items():
        for duty in (*(part.duties or ()), *part.duty_clauses):
            if not book.judges(duty):
                yield f"[rules.{rule}] brings the duty '{duty}', which [rules] does not have."
    if any(map(book.judges, VOIDING)) and not book.judges("paid-on-void-spin"):
        yield "spins can be void, but [rules.paid-on-void-spin] is missing: paying on one is never found."


def _wagers(book: Rulebook) -> Iterator[str]:
    for pockets, clauses in ((37, book.wager_clauses), (38, book.wager_clauses_38)):
        if pockets not in book.pockets or not clauses:
            continue
        paid = [wager for wager in book.odds if wager != "even-chance" and (pockets == 38 or wager != "five-line")]
        for wager in (*paid, *CHANCES):
            if wager not in clauses:
                yield f"[wager_clauses{'_38' if pockets == 38 else ''}] has no '{wager}', though [odds] pays it."
