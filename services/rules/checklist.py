"""The duties no camera sees: lines of the table-opening checklist, signed by a person."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import BonusGeneratorFailed, ChecklistSigned, Event
from services.rules.finding import Conclusion, judged
from services.rules.play import Play
from services.rules.spin import seen_of


def checklist_not_signed(play: Play) -> Iterator[Conclusion]:
    """Due by the first spin of the session; a sign that something is out of order, by the next spin.

    Only at a table where the checklist is signed through the desk: elsewhere it is paper, and nobody is asked.
    """
    launch = play.spins[0].began
    if not play.book.judges("checklist-not-signed") or launch is None or not play.game.opened:
        return
    signing = (fact for fact in play.told.every(ChecklistSigned) if seen_of(fact)[0] <= seen_of(launch)[1])
    now: list[Event] = [fact.data for fact in signing]
    signed = {*play.round.signed, *(told.clause for told in now if isinstance(told, ChecklistSigned))}
    if not (play.sight.listens("checklist-signed") or signed):
        return
    missing = tuple(clause for clause in _due(play, launch) if clause not in signed)
    if not missing or not play.passed(launch.time):
        return
    yield from judged(
        play, "checklist-not-signed", "1", spin=1, causes=(launch,), clauses=missing,
        what="whether the opening checklist was signed",
        account=f"the ball was spun before the checklist was signed for {', '.join(missing)}",
    )


def _due(play: Play, launch: Entry) -> Iterator[str]:
    """The clauses a person answers for at this table now."""
    setup = play.game.setup
    failed = play.round.generator_failed or any(
        fact.time <= launch.time for fact in play.told.every(BonusGeneratorFailed)
    )
    for clause in play.book.clauses:
        if "notice" not in clause.kinds or clause.variant not in (None, *setup.variants):
            continue
        if clause.pockets not in (None, len(setup.wheel.pockets)) or not _there(play, clause.equipment):
            continue
        if (failed if clause.when == "generator-failed" else play.round.number == 1):
            yield clause.id


def _there(play: Play, equipment: str | None) -> bool:
    """Whether a table has what a line is about: what the book requires, or the table file says it has."""
    return equipment is None or equipment in play.book.equipment.required \
        or play.game.setup.equipment.get(equipment, False)
