"""A rulebook as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.money import text
from schemas.rulebook import Clause, Rulebook, RulePart, StatedRemedy

VOID = {
    "re-spin": "spun again, bets stand", "round": "the round is void", "spin": "the spin is void",
    "house": "the house decides",
}
PLACEMENT = {"touch": "touch: on every line a chip touches", "printed": "printed: where a chip's middle is"}


def list_lines(books: Sequence[Rulebook]) -> Iterator[str]:
    """One line each: id, version, pockets, how much is in it, where it is from."""
    wide = max(len(book.id) for book in books)
    for book in books:
        documents = f" ({', '.join(book.documents)})" if book.documents else ""
        size = f"{len(book.clauses):3} clauses, {len(book.rules)} rules"
        pockets = "/".join(map(str, book.pockets))
        yield f"{book.id:{wide}}  version {book.version:3} {pockets:5}  {size}  {book.title}{documents}"


def show_lines(book: Rulebook) -> Iterator[str]:
    """Everything in it: what it is, what it pays, what it finds, and its clauses."""
    yield f"{book.id}, version {book.version}: {book.title}"
    for name, value in facts(book).items():
        yield f"  {name:20} {value}"
    yield ""
    yield "What can be found, with the clauses it cites:"
    for rule, part in book.rules.items():
        yield f"  {rule:27} {rule_text(part)}"
    yield ""
    yield "Clauses, in our own words:"
    for clause in book.clauses:
        only = f" [{', '.join(bound_to(clause))}]" if bound_to(clause) else ""
        yield f"  {clause.id:16} {', '.join(clause.kinds):21} {clause.short}{only}"


def bound_to(clause: Clause) -> list[str]:
    """What a table must have for the clause to bind it."""
    told = [f"{clause.pockets} pockets"] if clause.pockets else []
    told += [f"the variant '{clause.variant}'"] if clause.variant else []
    return told + ([clause.equipment.replace("_", " ")] if clause.equipment else [])


def facts(book: Rulebook) -> dict[str, str]:
    """What a book says besides its rules and clauses, each in a few words."""
    told = {
        "source": book.source, "date": book.date or "", "pockets": " or ".join(map(str, book.pockets)),
        "placement": PLACEMENT[book.placement], "betting closes by": ", ".join(book.closing),
        "an irregular spin": VOID[book.void_spin], "revolutions": f"at least {book.minimum_revolutions}",
        "settlement": "collect, then pay" if book.collect_before_pay else "in no stated order",
        "dealer repositions": _yes(book.repositioning), "invited spinner": _yes(book.invited_spinner),
        "original place": "if the operator so rules" if book.original_place_on_ruling else "never",
        "ball examined by": book.examined_by or "", "the display": f"binds nobody ({book.display_clause})"
        if book.display_clause else "",
        "odds": ", ".join(f"{wager} {odds}" for wager, odds in book.odds.items()),
    }
    for zeros, spots in book.zero_combinations.items():
        told[f"zero bets, {zeros}"] = ", ".join(spots)
    for name, variant in book.variants.items():
        told[f"variant {name}"] = ", ".join(variant.cited)
    if book.limits is not None:
        told["limits"] = f"{_money(book.limits.minimum)} to {_money(book.limits.maximum)} ({book.limits.clause})"
    if book.equipment.required:
        told["required"] = ", ".join(f"{name} ({clause})" for name, clause in book.equipment.required.items())
    return {name: value for name, value in told.items() if value}


def rule_text(part: RulePart) -> str:
    """`3.6(a); after the drop 3.6(a), 3.6A. Void (3.6A); the house decides (void_bet_chips)`."""
    cases = {
        "": part.clauses, "after the drop ": part.after_drop_clauses, "chips added ": part.increase_clauses,
        "losing bet ": part.losing_clauses, "dealer's hand ": part.dealer_clauses,
        "section bet ": part.section_dealer_clauses, "bonus shown ": part.bonus_clauses,
    }
    cited = "; ".join(
        f"{case}{', '.join(clauses)}" for case, clauses in cases.items()
        if clauses and (not case or clauses != part.clauses)
    )
    orders = "; ".join(dict.fromkeys(map(remedy_text, part.ordered)))
    return f"{cited}. {orders[0].upper()}{orders[1:]}" if orders else cited


def remedy_text(remedy: StatedRemedy) -> str:
    """`void (3.6A)`, or which setting of the house decides."""
    if remedy.house:
        return f"the house decides ({remedy.house})"
    return f"{remedy.what} ({remedy.clause})" if remedy.clause else f"{remedy.what}"


def _yes(told: bool) -> str:
    return "allowed" if told else "not provided for"


def _money(amount: int | None) -> str:
    return "no limit" if amount is None else text(amount)
