"""What the referee found in an evening against what it had to find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from schemas.envelope import Entry
from schemas.events import BreachFound, CouldNotSee, FindingWithdrawn, TableOpened, Value
from services.rules.table import TableProcessor
from vision.simulator.story import Expectation

Outcome = Literal["breach", "suspected", "could-not-see", "missed"]


class Found(Value, frozen=True, kw_only=True):
    """One finding: what had to be found and what became of it, or something found that was not so."""

    rule: str
    spot: str | None
    expected: bool
    outcome: Outcome
    exact: bool = False
    """Rule, clauses, verdict, round and spot all as they had to be."""
    off_s: float | None = None
    """From when it happened to the middle of when it is said to have happened."""


class Word(Value, frozen=True, kw_only=True):
    """The last word of a referee on an evening."""

    breaches: tuple[BreachFound, ...]
    unseen: tuple[CouldNotSee, ...]


def last_word(entries: Iterable[Entry]) -> Word:
    """Everything found and not withdrawn, and what could not be seen."""
    processor = TableProcessor()
    state, said, unseen = processor.begin("t1"), dict[str, BreachFound](), list[CouldNotSee]()
    for each in entries:
        state, found = processor.advance(state, each)
        for one in found:
            match one.data:
                case BreachFound() as breach:
                    said.pop(breach.replaces or "", None)
                    said[one.id] = breach
                case FindingWithdrawn(id=gone):
                    said.pop(gone, None)
                case CouldNotSee() as blind:
                    unseen.append(blind)
    return Word(breaches=tuple(said.values()), unseen=tuple(unseen))


def without_desk(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The same evening had nobody pressed a button."""
    for each in entries:
        if isinstance(each.data, TableOpened):
            cameras = tuple(source for source in each.data.sources if source.kind != "desk")
            each = replace(each, data=replace(each.data, sources=cameras, reports=()))
        if each.origin != "desk":
            yield each


def compare(expected: Sequence[Expectation], truly: Word, said: Word) -> tuple[Found, ...]:
    """Each expectation with what became of it, then what was found besides."""
    left = list(said.breaches)
    found = []
    for wish in expected:
        its = next((one for one in left if _is(one, wish)), None)
        if its is not None:
            left.remove(its)
        found.append(_became(wish, its, truly, said))
    return (*found, *(Found(rule=one.rule, spot=one.spot, expected=False, outcome=one.verdict) for one in left))


def _is(one: BreachFound, wish: Expectation) -> bool:
    return (one.rule, one.round, one.spot) == (wish.rule, wish.round, wish.spot)


def _became(wish: Expectation, its: BreachFound | None, truly: Word, said: Word) -> Found:
    if its is None:
        blind = any(one.rule == wish.rule for one in said.unseen)
        return Found(rule=wish.rule, spot=wish.spot, expected=True, outcome="could-not-see" if blind else "missed")
    true = next((one for one in truly.breaches if _is(one, wish)), None)
    off = None if true is None else (sum(its.seen) - sum(true.seen)) / 2000
    return Found(rule=wish.rule, spot=wish.spot, expected=True, outcome=its.verdict, off_s=off,
                 exact=its.clauses == wish.clauses and its.verdict == wish.verdict)
