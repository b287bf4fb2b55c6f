"""The sentence a pit boss reads out: when, what, which clause, what to do."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.events import Remedy
from schemas.moment import Moment
from schemas.rulebook import Rulebook
from services.rules.lateness import Weight
from services.rules.wording import capital, clock, small


def sentence(
    title: str, when: Moment, account: str, *, weight: Weight, cite: str, then: Sequence[str] = ()
) -> str:
    """`Table 1, 21:14:32. Five green chips … division-current 3.6A: void. … Do not pay.`"""
    told = capital(account)
    if weight.verdict == "suspected":
        told = f"Probably ({weight.probability * 100:.0f} %) {small(account)}"
    return " ".join([f"{title}, {clock(when)}.", f"{told}.", cite, *then])


def unseen(title: str, when: Moment, what: str, why: str, cite: str) -> str:
    """`Table 1, 21:14:25. Could not see whether 'no spin' was called: nobody reports it. division-current 5.1.`"""
    return f"{title}, {clock(when)}. Could not see {what}: {why}. {cite}"


def cite_clause(book: Rulebook, clauses: Sequence[str], remedies: Sequence[Remedy], *, certain: bool) -> str:
    """The sharpest clause and what it orders; where it orders nothing, what it says."""
    if not clauses:
        return f"{book.id}."
    sharpest = clauses[-1]
    orders = [remedy.what for remedy in remedies if remedy.standing == "stated"]
    if orders:
        return f"{book.id} {sharpest}: {orders[0]}{'' if certain else ' if upheld'}."
    short = next((clause.short for clause in book.clauses if clause.id == sharpest), "")
    return f"{book.id} {sharpest}: {small(short)}" if short else f"{book.id} {sharpest}."


def chips_remedy(remedies: Sequence[Remedy]) -> str:
    """What to do with a bet put down too late."""
    void = any(remedy.standing == "stated" and remedy.what == "void" for remedy in remedies)
    house = next((remedy.what for remedy in remedies if remedy.standing == "house"), None)
    stated = next((remedy.what for remedy in remedies if remedy.standing == "stated"), None)
    if void:
        return "Do not pay" + {
            "returned": "; return the chips (house rule).", "void": "; the chips are lost (house rule).",
            "stands": "; leave the chips (house rule).", "undecided": "; what becomes of the chips, the house decides.",
        }.get(house or "", ".")
    if house is not None:
        return {
            "returned": "Do not accept it; return the chips (house rule).", "void": "Do not pay; void (house rule).",
            "stands": "The bet stands (house rule).",
        }.get(house, "The house decides.")
    return {"returned": "Return the chips.", "refused": "Do not accept it; return the chips.", None: ""}.get(
        stated, f"{capital(stated or '')}."
    )


def handled_remedy(remedies: Sequence[Remedy]) -> str:
    """What becomes of a bet that was taken, lessened or moved."""
    if not remedies:
        return "The clause orders nothing more."
    first = remedies[0]
    if first.standing == "stated":
        return f"{capital(first.what)} ({first.clause})."
    return {
        "void": "The bet is void (house rule).", "returned": "The chips are returned (house rule).",
        "stands": "The bet stands as it was (house rule).",
    }.get(first.what, "The house decides.")
