"""Everything to be concluded about a round from the facts it holds now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from schemas.events import BettingClosed, BreachFound, CouldNotSee, Event, FindingWithdrawn, RoundClosed, RoundOpened
from services.rules.call import no_call
from services.rules.duties import void_spin_duties
from services.rules.finding import Conclusion
from services.rules.irregular_spin import irregular_spins
from services.rules.late_bet import late_bet_findings, late_chips, unseen_hands
from services.rules.play import Play
from services.rules.round import Round
from services.rules.spin import seen_of
from services.settlement.order import paid_before_collecting
from services.settlement.paid_void import paid_on_void_spins, paid_void_bets
from services.settlement.reconcile import settlement
from services.settlement.shown import wrong_number_shown
from services.settlement.wager import bets_of


def conclusions(play: Play) -> Iterator[Conclusion]:
    """The referee's and the auditor's whole opinion of a round, in the order it is said."""
    yield _opened(play)
    yield from _betting_closed(play)
    yield from irregular_spins(play)
    yield from no_call(play)
    lates = {late.act.id: late for late in late_chips(play)}
    for late in lates.values():
        yield from late_bet_findings(play, late)
    yield from unseen_hands(play)
    bets = bets_of(play, lates)
    yield from paid_void_bets(play, bets, lates)
    yield from void_spin_duties(play)
    yield from paid_on_void_spins(play)
    yield from wrong_number_shown(play)
    yield from paid_before_collecting(play, bets)
    yield from settlement(play, bets)
    yield from _closed(play)


def news(round_: Round, drawn: Sequence[Conclusion], because: str) -> Iterator[Conclusion]:
    """What has not been said yet: new, changed (a finding then replaces its former self), or no longer so."""
    now = {conclusion.key for conclusion in drawn}
    for key, told in round_.told.items():
        if key.startswith("found/") and key not in now:
            why = f"judged again after {because}: no longer so."
            yield Conclusion(key, FindingWithdrawn(id=told.id, why=why, round_id=round_.id))
    for conclusion in drawn:
        told_before = round_.told.get(conclusion.key)
        if told_before is None:
            yield conclusion
        elif told_before.digest != conclusion.digest and not isinstance(conclusion.event, CouldNotSee):
            yield Conclusion(conclusion.key, _again(conclusion.event, told_before.id), conclusion.speaker)


def waits(play: Play) -> bool:
    """Whether table time alone can still change something: a deadline has come that is not past."""
    ending = play.round.ending
    if ending is not None:
        return not play.passed(ending.time)
    return bool(play.round.facts) and not play.passed(max(fact.time for fact in play.round.facts))


def _again(event: Event, before: str) -> Event:
    return replace(event, replaces=before) if isinstance(event, BreachFound) else event


def _opened(play: Play) -> Conclusion:
    round_, opening = play.round, play.round.opening
    return Conclusion("opened", RoundOpened(
        round=round_.number, round_id=round_.id, rulebook=play.book.id, version=play.book.version,
        seen=seen_of(opening), causes=(opening.id,),
    ))


def _betting_closed(play: Play) -> Iterator[Conclusion]:
    for spin in play.spins:
        closing = play.closing(spin)
        if closing is not None:
            yield Conclusion(f"closing/{spin.number}", BettingClosed(
                round=play.round.number, round_id=play.round.id, spin=spin.number, seen=closing.seen, by=closing.by,
                causes=tuple(fact.id for fact in closing.facts),
            ))


def _closed(play: Play) -> Iterator[Conclusion]:
    ending = play.round.ending
    if ending is not None:
        ran = sum(spin.began is not None for spin in play.spins)
        yield Conclusion("closed", RoundClosed(
            round=play.round.number, round_id=play.round.id, number=play.result.number if play.result else None,
            why=ending.why, spins=ran,
        ))
