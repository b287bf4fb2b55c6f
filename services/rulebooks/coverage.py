"""Which story proves which clause, in the way its kind asks; and which clause is left without."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from schemas.rulebook import VOIDING, Clause, Rulebook
from services.rulebooks.explain import rules_showing
from services.rulebooks.proof import Proof

FREE = {
    "division-8-2004": ("2.6(e)", "2.6(f)"),
    "division-current": ("2.6(c)", "2.6(e)", "2.6(f)", "2.6(g)"),
}
"""Of the kind config, but leaving the choice to the operator: no table is refused, so a clean one proves them."""
NOT_YET = "not measured yet: it shows only over many spins"
ELSEWHERE = {
    "division-8-2004": {
        "2.3(b)": "nothing yet: neither a file nor a camera tells of hazards",
        **dict.fromkeys(("2.3(c)", "2.5(a)", "2.5(b)", "2.5(c)"), NOT_YET),
    },
    "division-current": dict.fromkeys(("2.3(a)iii", "2.5(a)", "2.5(b)", "2.5(c)"), NOT_YET),
}
"""What one evening's story cannot show: let off here by name, and told on the page as not yet shown by anything."""

Asked = tuple[str, Callable[[Proof, Clause], bool]]


def _breaks(proof: Proof, clause: Clause) -> bool:
    shown = clause.id in proof.shows and bool(set(clause.by) & set(proof.rules))
    return clause.id in proof.breaks or shown


def _allows(proof: Proof, clause: Clause) -> bool:
    """Nothing is found in it but the irregular spin that the lawful hand puts right."""
    return clause.id in proof.shows and set(proof.rules) <= set(VOIDING) and not proof.refused


def _named(proof: Proof, clause: Clause) -> bool:
    return clause.id in (*proof.clauses, *proof.near_miss)


def _unsigned(proof: Proof, clause: Clause) -> bool:
    return "checklist-not-signed" in proof.rules and clause.id in proof.breaks


ASKS: dict[str, tuple[Asked, ...]] = {
    "rule": (("breaks", _breaks), ("near miss", lambda proof, clause: clause.id in proof.near_miss)),
    "settle": (("pays", lambda proof, clause: clause.id in proof.pays),
               ("does not pay", lambda proof, clause: clause.id in proof.pays_not)),
    "permit": (("silent", _allows),),
    "config": (("refused", lambda proof, clause: proof.refused and clause.id in proof.shows),),
    "notice": (("signed", lambda proof, clause: clause.id in proof.signed and clause.id not in proof.breaks),
               ("not signed", _unsigned)),
    "sense": (("shown", _named),),
    "define": (("shown", _named),),
}
"""What each kind of clause asks of the stories."""


def asked(book: Rulebook, clause: Clause) -> Iterator[Asked]:
    """What this clause asks: what its kinds ask, less what no story can show."""
    elsewhere = clause.id in ELSEWHERE.get(book.id, {})
    for kind in clause.kinds:
        if kind == "config" and clause.id in FREE.get(book.id, ()):
            yield "allowed", _allows
        elif not (elsewhere and kind in ("config", "sense", "define")):
            yield from ASKS[kind]


def proving(book: Rulebook, clause: Clause, proofs: Iterable[Proof]) -> dict[str, list[str]]:
    """The stories of this book in each role the clause asks for."""
    own = [proof for proof in proofs if proof.rulebook == book.id]
    return {role: [_short(proof) for proof in own if plays(proof, clause)] for role, plays in asked(book, clause)}


def lacking(book: Rulebook, proofs: Sequence[Proof]) -> list[str]:
    """Every clause that has no story in a role it asks for, told in words."""
    return [f"{book.id} {clause.id} ({', '.join(clause.kinds)}): no story for '{role}'"
            for clause in book.clauses for role, stories in proving(book, clause, proofs).items() if not stories]


def coverage_of(book: Rulebook, proofs: Sequence[Proof]) -> Iterator[str]:
    """A rulebook's table: clause, kind, rule, stories."""
    yield f"## {book.id} (version {book.version})\n"
    yield "| clause | kind | rules | stories |"
    yield "|---|---|---|---|"
    for clause in book.clauses:
        rules = ", ".join(f"`{rule}`" for rule in rules_showing(book, clause))
        told = [f"{role}: {_listed(stories)}" for role, stories in proving(book, clause, proofs).items()]
        if clause.id in ELSEWHERE.get(book.id, {}):
            told.append(ELSEWHERE[book.id][clause.id])
        yield f"| {clause.id} | {', '.join(clause.kinds)} | {rules} | {'<br>'.join(told)} |"
    yield ""


def _short(proof: Proof) -> str:
    """Its name in the table of its own rulebook."""
    return proof.story.removeprefix(f"{proof.rulebook}/")


def _listed(stories: list[str]) -> str:
    """The first few by name: a clause as old as 3.6(a) has dozens."""
    shown, more = stories[:4], len(stories) - 4
    return ", ".join(f"`{story}`" for story in shown) + (f" and {more} more" if more > 0 else "") or "none"
