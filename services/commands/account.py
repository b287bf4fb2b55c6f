"""A readable account of what the referee says, as it is said."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import (
    BettingClosed,
    BreachFound,
    CouldNotSee,
    FindingWithdrawn,
    LineRefused,
    ReportDisputed,
    RoundClosed,
    RoundOpened,
    SpinVoided,
)
from schemas.ids import incident_id
from services.rules.wording import clock

MEANS = {
    "re-spin": "spin again", "round": "the round is void", "spin": "it does not count", "house": "the house decides",
}


class Account:
    """Keeps the last word on every finding, and what could not be seen."""

    def __init__(self) -> None:
        self.standing: dict[str, BreachFound] = {}
        self.unseen: list[CouldNotSee] = []
        self.rounds = 0
        self.refused = 0

    def add(self, entry: Entry) -> None:
        """Count one derived event."""
        match entry.data:
            case RoundOpened():
                self.rounds += 1
            case BreachFound() as found:
                self.standing.pop(found.replaces or "", None)
                self.standing[entry.id] = found
            case FindingWithdrawn(id=withdrawn):
                self.standing.pop(withdrawn, None)
            case CouldNotSee() as unseen:
                self.unseen.append(unseen)
            case LineRefused():
                self.refused += 1

    def lines(self, entry: Entry) -> Iterator[str]:
        """What to print for one derived event."""
        match entry.data:
            case RoundOpened(round=number, rulebook=book, version=version, seen=seen):
                yield f"{entry.table} round {number}: opened {clock(seen[0])}, {book} {version}"
            case BettingClosed(by=by, seen=seen):
                yield f"  betting closed {clock(seen[0])} by {' and '.join(by)}"
            case SpinVoided(spin=spin, rule=rule, means=means):
                yield f"  spin {spin} void ({rule}): {MEANS[means]}"
            case ReportDisputed(sentence=sentence):
                yield f"  no breach, but told: {sentence}"
            case BreachFound() as found:
                again = ", judged again" if found.replaces else ""
                doubt = "" if found.verdict == "breach" else f" {found.probability * 100:.0f} %"
                yield f"  {found.verdict}{doubt}: {found.rule} [{', '.join(found.clauses)}]{again}"
                yield f"    {found.sentence}"
            case FindingWithdrawn(why=why):
                yield f"  withdrawn: {why}"
            case RoundClosed(round=number, number=won, why=why):
                yield f"{entry.table} round {number}: closed, {f'number {won}' if won else 'no number'} ({why})"
            case LineRefused(why=why, line=line):
                yield f"  could not be judged ({why}): {line}"

    @property
    def still_unseen(self) -> list[CouldNotSee]:
        """What could not be seen and was not found since: the last word counts."""
        return [unseen for unseen in self.unseen if not any(_same(unseen, found) for found in self.standing.values())]

    def closing_lines(self) -> Iterator[str]:
        """What could not be seen, and the counts."""
        if self.still_unseen:
            yield "Could not see:"
        for unseen in self.still_unseen:
            yield f"  {unseen.rule} [{', '.join(unseen.clauses)}]: {unseen.sentence or unseen.why}"
        breaches = sum(found.verdict == "breach" for found in self.standing.values())
        cases = {incident_id(found.round_id, found.conduct) for found in self.standing.values()}
        yield (
            f"{_count(self.rounds, 'round')}, {_count(breaches, 'breach', 'breaches')}, "
            f"{len(self.standing) - breaches} suspected, {_count(len(cases), 'incident')}, "
            f"{len(self.still_unseen)} could not be seen."
        )


def _same(unseen: CouldNotSee, found: BreachFound) -> bool:
    """Whether a finding is about the very act that could not be judged before; its first cause is that act."""
    if (unseen.rule, unseen.round_id) != (found.rule, found.round_id):
        return False
    return not unseen.causes or unseen.causes[0] in found.causes


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"
