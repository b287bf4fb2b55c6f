"""A conclusion the referee draws, ready to be said: a finding with its clauses and doubt, or that it could not see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal

from schemas.codec import pack
from schemas.envelope import Entry
from schemas.events import BreachFound, CouldNotSee, Event, Range, Remedy
from schemas.moment import Interval, Moment
from schemas.rulebook import Rule, StatedRemedy
from schemas.table import HousePart
from services.rules.lateness import Weight, weigh
from services.rules.play import Play
from services.rules.sentence import cite_clause, sentence, unseen
from services.rules.spin import seen_of, trust_in

Speaker = Literal["referee", "auditor"]


@dataclass(frozen=True)
class Conclusion:
    """Something to be said once under its key, and again only when the digest changes."""

    key: str
    event: Event
    speaker: Speaker = "referee"

    @property
    def digest(self) -> str:
        """What would be news: of a finding its clauses, verdict and remedies; of the rest, everything."""
        told = self.event
        if isinstance(told, BreachFound):
            return _digest((told.rule, told.clauses, told.verdict, told.remedies))
        return _digest(told.rule if isinstance(told, CouldNotSee) else told)


@lru_cache(maxsize=4096)
def _digest(told: object) -> str:
    """What is concluded again and again as it was need not be written out to know that."""
    return sha256(pack(told)).hexdigest()[:16]


def remedies_of(stated: Iterable[StatedRemedy], house: HousePart) -> tuple[Remedy, ...]:
    """What the book orders, and what the house has decided where the book is silent."""
    return tuple(
        Remedy(what=getattr(house, each.house, "undecided"), standing="house") if each.house
        else Remedy(what=each.what or "", standing="stated", clause=each.clause)
        for each in stated
    )


def find(
    play: Play, rule: Rule, about: str, *, spin: int, weight: Weight, seen: Interval, causes: Sequence[Entry],
    account: str, then: Sequence[str] = (), clauses: tuple[str, ...] = (), remedies: tuple[Remedy, ...] | None = None,
    stack: str | None = None, spot: str | None = None, stake: Range | None = None, would_pay: Range | None = None,
    speaker: Speaker = "referee", at: Moment | None = None, key: str | None = None,
) -> Conclusion:
    """A rule's finding about one act; `about` names the act within the round, `key` a finding it takes the place of."""
    book, part = play.book, play.book.rules[rule]
    two_zeros = part.two_zeros_clauses if len(play.order) == 38 else ()
    cited = clauses or two_zeros or part.clauses
    ordered = remedies_of(part.remedies, play.house) if remedies is None else remedies
    cite = cite_clause(book, cited, ordered, certain=weight.verdict == "breach")
    event = BreachFound(
        rule=rule, conduct=part.conduct, round=play.round.number, round_id=play.round.id, spin=spin, stack=stack,
        spot=spot, seen=seen, rulebook=book.id, version=book.version, clauses=cited,
        verdict="breach" if weight.verdict == "breach" else "suspected", probability=weight.probability,
        remedies=ordered, stake=stake, would_pay=would_pay, causes=tuple(fact.id for fact in causes), replaces=None,
        sentence=sentence(play.game.setup.title, at or seen[0], account, weight=weight, cite=cite, then=then),
        alert_from=play.house.alert_from,
    )
    return Conclusion(key or f"found/{rule}/{about}", event, speaker)


def could_not_see(
    play: Play, rule: Rule, about: str, *, what: str, why: str, at: Moment, causes: Sequence[Entry] = (),
    clauses: tuple[str, ...] = (), speaker: Speaker = "referee",
) -> Conclusion:
    """A rule that could not be judged, and why."""
    part = play.book.rules[rule]
    cited = clauses or part.clauses
    cite = f"{play.book.id} {', '.join(cited)}."
    event = CouldNotSee(
        rule=rule, clauses=cited, why=why, causes=tuple(fact.id for fact in causes), round=play.round.number,
        round_id=play.round.id, conduct=part.conduct, sentence=unseen(play.game.setup.title, at, what, why, cite),
    )
    return Conclusion(f"unseen/{rule}/{about}", event, speaker)


def judged(
    play: Play, rule: Rule, about: str, *, what: str, account: str, spin: int, causes: Sequence[Entry],
    chance: Fraction = Fraction(1), certain: bool = True, seen: Interval | None = None, **told: Any,
) -> Iterator[Conclusion]:
    """An act weighed and told: a finding, or that it was seen too poorly; nothing when it was none for certain."""
    weight = weigh(chance, map(trust_in, causes), suspect_from=play.house.suspect_from, side_known=certain)
    if weight is None:
        return
    when = seen_of(causes[0]) if seen is None else seen
    why = "it was seen too poorly" if weight.verdict == "could-not-see" else None
    if any(play.sight.missed(fact) for fact in causes):
        why = "a camera did not see all of it"
    if why is not None:
        clauses, speaker = told.get("clauses", ()), told.get("speaker", "referee")
        yield could_not_see(
            play, rule, about, what=what, why=why, at=when[0], causes=causes, clauses=clauses, speaker=speaker
        )
        return
    yield find(play, rule, about, spin=spin, weight=weight, seen=when, causes=causes, account=account, **told)
