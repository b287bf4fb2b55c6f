"""The order of settling: first all losing bets are collected, then the winning ones are paid."""

from __future__ import annotations

from collections.abc import Iterator

from services.rules.finding import Conclusion, could_not_see, find
from services.rules.play import Play
from services.rules.spin import seen_of
from services.rules.stacks import Payment
from services.rules.wording import pile_text, span_after, spot_text
from services.settlement.payments import payments_in
from services.settlement.reconcile import settled_weight
from services.settlement.wager import Bet, acts_of


def paid_before_collecting(play: Play, bets: tuple[Bet, ...]) -> Iterator[Conclusion]:
    """The first payment while a losing bet certainly still stood; one finding for the spin."""
    spin, result = play.valid, play.result
    if spin is None or result is None or not play.book.collect_before_pay or spin.perhaps_void:
        return
    sure = [each for each in payments_in(play, spin) if not each.doubtful]
    paid = sorted(sure, key=lambda each: (each.seen, each.act))
    if not paid or not play.book.judges("paid-before-collecting"):
        return
    standing = [bet for bet in bets if bet.outcome == "loses" and _stood(play, bet, paid[0])]
    if not standing:
        return
    bet, act = standing[0], play.facts[paid[0].act]
    facts = [act, *acts_of(play, bet.stack)]
    pile = f"the bet of {pile_text(bet.stack.chips, play.stake(*bet.stack.parts))} on {spot_text(bet.spots)}"
    later = "was never collected"
    if bet.stack.gone is not None:
        later = f"was collected {span_after(bet.stack.gone.seen, paid[0].seen)} that"
    weight = settled_weight(play, facts, result)
    if weight is None:
        return
    ending = play.round.ending
    until = bet.stack.gone.seen[1] if bet.stack.gone else ending.time if ending else paid[0].seen[1]
    since = seen_of(result.fact)[0]
    if play.sight.blind("layout", (since, max(since, until))) or play.sight.missed(result.fact):
        yield could_not_see(
            play, "paid-before-collecting", f"{spin.number}", why="a camera did not see all of it",
            what="whether losing bets still stood when bets were paid", at=paid[0].seen[0],
            causes=(result.fact, *facts), speaker="auditor",
        )
        return
    yield find(
        play, "paid-before-collecting", f"{spin.number}", spin=spin.number, weight=weight, seen=paid[0].seen,
        causes=(result.fact, *facts), account=f"bets were paid while losing ones still stood: {pile} {later}",
        stack=bet.stack.id, spot=bet.spot, stake=bet.stake, speaker="auditor",
    )


def _stood(play: Play, bet: Bet, paid: Payment) -> bool:
    """Whether a losing bet was there for certain when the payment was made."""
    gone = bet.stack.gone
    if gone is None:
        return play.closed
    return gone.how == "collected" and gone.seen[0] > paid.seen[1]
