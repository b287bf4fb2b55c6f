"""Everything to be concluded about a round from the facts it holds now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from schemas.events import BettingClosed, BreachFound, CouldNotSee, Event, FindingWithdrawn, RoundClosed, RoundOpened
from services.rules.alternation import rotor_not_alternated
from services.rules.announcing import result_not_shown
from services.rules.ball_change import ball_changed_during_spin, ball_size
from services.rules.bell import call_without_bell
from services.rules.bets_standing import bets_standing
from services.rules.bonus import bonus_numbers
from services.rules.call import no_call
from services.rules.checklist import checklist_not_signed
from services.rules.colours import colour_shared, value_chips_on_layout
from services.rules.duties import void_spin_duties
from services.rules.finding import Conclusion
from services.rules.handled import handled_bets
from services.rules.irregular_spin import irregular_spins
from services.rules.late_bet import late_bet_findings, late_chips, unseen_hands
from services.rules.limits import outside_limits
from services.rules.opening import bets_not_opened
from services.rules.oral import oral_bet_without_chips
from services.rules.pile_order import chips_out_of_order
from services.rules.play import Play
from services.rules.round import Round
from services.rules.sections import player_on_section
from services.rules.spin import seen_of
from services.rules.spinner import spun_by_another
from services.rules.tricks import hats_of
from services.rules.void_bet import void_bet_findings, void_bets
from services.settlement.disputed import disputed_reports
from services.settlement.moved_first import winners_moved_first
from services.settlement.order import paid_before_collecting
from services.settlement.paid_void import paid_on_void_spins, paid_other_void_bets, paid_void_bets
from services.settlement.reconcile import settlement
from services.settlement.shown import wrong_number_shown
from services.settlement.wager import bets_of


def conclusions(play: Play) -> Iterator[Conclusion]:
    """The referee's and the auditor's whole opinion of a round, in the order it is said."""
    yield _opened(play)
    yield from _betting_closed(play)
    yield from procedure(play)
    lates = {late.act.id: late for late in late_chips(play)}
    hats = hats_of(play, lates)
    for act, late in lates.items():
        yield from late_bet_findings(play, late, play.facts[hats[act].act] if act in hats else None)
    yield from unseen_hands(play)
    voids = void_bets(play)
    yield from void_bet_findings(play, voids)
    yield from handled_bets(play, lates, {handled.act for handled in hats.values()})
    yield from made_up(play, lates)
    bets = bets_of(play, lates, voids)
    yield from paid_void_bets(play, bets, lates)
    yield from paid_other_void_bets(play, bets, voids)
    yield from void_spin_duties(play)
    yield from paid_on_void_spins(play)
    yield from result_not_shown(play, lates)
    yield from wrong_number_shown(play)
    yield from winners_moved_first(play, bets)
    yield from paid_before_collecting(play, bets)
    yield from settlement(play, bets)
    yield from disputed_reports(play, bets)
    yield from _closed(play)


def told_apart(drawn: Iterable[Conclusion]) -> Iterator[Conclusion]:
    """Two stacks may bear one name (a desk names the spot alone): what is said of each is said once, and not again."""
    times = Counter[str]()
    for conclusion in drawn:
        times[conclusion.key] += 1
        nth = times[conclusion.key]
        yield conclusion if nth == 1 else Conclusion(f"{conclusion.key}/{nth}", conclusion.event, conclusion.speaker)


def procedure(play: Play) -> Iterator[Conclusion]:
    """The spin, and what the dealer and the house owe before and around it."""
    yield from irregular_spins(play)
    for rule in (
        checklist_not_signed, bets_not_opened, no_call, call_without_bell, rotor_not_alternated, spun_by_another,
        ball_changed_during_spin, ball_size, bonus_numbers,
    ):
        yield from rule(play)


def made_up(play: Play, late_acts: Collection[str]) -> Iterator[Conclusion]:
    """How bets were made up and by whom: limits, order, colours, calls."""
    standing = tuple(bets_standing(play, late_acts))
    yield from outside_limits(play, standing)
    yield from chips_out_of_order(play, standing)
    yield from value_chips_on_layout(play, standing)
    yield from colour_shared(play)
    yield from oral_bet_without_chips(play)
    yield from player_on_section(play)


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
