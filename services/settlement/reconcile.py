"""What was owed against what was done, bet by bet; a finding only where the two cannot agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from schemas.envelope import Entry
from schemas.events import Reconciled, SettlementExpected, SettlementReconciled, WagerStood
from schemas.moment import Interval
from schemas.money import NOTHING, below
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.lateness import NOT_QUITE, Weight, weigh
from services.rules.play import Play
from services.rules.result import Result
from services.rules.spin import Spin, seen_of, trust_in
from services.rules.wording import difference_text, money_text, pile_text, spot_text
from services.settlement.payments import Paid, paid_to, perhaps_paid
from services.settlement.wager import Bet, acts_of

Wrong = Literal["overpaid", "underpaid", "winner-unpaid", "loser-paid", "winner-collected", "loser-left"]
Outcome = Literal["agrees", "paid-void-bet", "unclear"] | Wrong


def settlement(play: Play, bets: tuple[Bet, ...]) -> Iterator[Conclusion]:
    """What is owed as soon as the number is known; what was done once the round is over."""
    spin, result = play.valid, play.result
    if spin is None:
        return
    if result is not None:
        yield from _expected(play, bets, spin, result)
    if play.closed and result is not None and bets:
        yield from _reconciled(play, bets, spin, result)
    elif (play.cut_short or (play.closed and result is None)) and spin.finished and play.felt.stacks:
        yield from _unsettled(play, spin, result)


def compare(bet: Bet, paid: Paid) -> Outcome:
    """How a bet was settled, as far as the bounds allow to say."""
    if bet.outcome == "unclear":
        return "unclear"
    if bet.outcome == "void":
        return "paid-void-bet" if paid.surely else "agrees"
    gone = bet.stack.gone.how if bet.stack.gone else None
    if bet.outcome == "loses":
        if paid.surely:
            return "loser-paid"
        return {None: "loser-left", "collected": "agrees"}.get(gone, "unclear")  # type: ignore[return-value]
    if paid.amount == NOTHING and bet.owed[0] > 0:
        return "winner-collected" if gone == "collected" else "winner-unpaid"
    if below(paid.amount, bet.owed):
        return "underpaid"
    if not below(bet.owed, paid.amount):
        return "agrees"
    return "paid-void-bet" if bet.partly_void else "overpaid"


def _expected(play: Play, bets: tuple[Bet, ...], spin: Spin, result: Result) -> Iterator[Conclusion]:
    number, name = play.round.number, play.round.id
    for bet in bets:
        if bet.outcome != "void":
            yield Conclusion(f"stood/{spin.number}/{bet.stack.id}", WagerStood(
                round=number, round_id=name, spin=spin.number, stack=bet.stack.id, spots=bet.spots,
                chips=bet.stack.chips, stake=bet.stake, causes=tuple(act.id for act in acts_of(play, bet.stack)),
            ))
    yield Conclusion(f"expected/{spin.number}", SettlementExpected(
        round=number, round_id=name, spin=spin.number, number=result.number, wagers=tuple(bet.told for bet in bets),
        causes=(result.fact.id,),
    ), "auditor")


def _reconciled(play: Play, bets: tuple[Bet, ...], spin: Spin, result: Result) -> Iterator[Conclusion]:
    ending = play.round.ending
    assert ending is not None
    settled: Interval = (seen_of(result.fact)[0], ending.time)
    looking = play.sight.looking("layout", settled)
    if spin.perhaps_void or play.sight.missed(result.fact) or not (looking or play.sight.listens("payout-reported")):
        yield from _unsettled(play, spin, result)
        return
    rows = []
    for bet in bets:
        paid = paid_to(play, bet.stack, spin)
        outcome = compare(bet, paid)
        if outcome in ("winner-unpaid", "underpaid", "winner-collected"):
            outcome, paid = _or_paid_elsewhere(bet, outcome, paid, perhaps_paid(play, paid, spin))
        if outcome in ("loser-left", "winner-collected") and not looking:
            outcome = "unclear"  # the desk tells what was paid, not what was taken
        taken: Literal["left", "collected", "unclear"] = "left"
        if bet.stack.gone is not None:
            taken = "collected" if bet.stack.gone.how == "collected" else "unclear"
        rows.append(Reconciled(
            stack=bet.stack.id, spot=bet.spot, owed=bet.owed, paid=paid.amount, taken=taken, verdict=outcome
        ))
        if bet.outcome == "wins" and outcome == "unclear" and looking and play.book.judges("winner-unpaid"):
            yield _paid_elsewhere(play, bet, paid, spin)
        if outcome != "agrees" and outcome != "unclear" and outcome != "paid-void-bet" and play.book.judges(outcome):
            yield from _finding(play, bet, paid, outcome, spin, result)
    yield Conclusion(f"reconciled/{spin.number}", SettlementReconciled(
        round=play.round.number, round_id=play.round.id, spin=spin.number, wagers=tuple(rows), causes=(ending.act,),
    ), "auditor")


def _or_paid_elsewhere(bet: Bet, outcome: Outcome, paid: Paid, perhaps: Paid) -> tuple[Outcome, Paid]:
    """Too little for certain only if it is too little with every chip put down beside no bet."""
    if perhaps.amount == paid.amount:
        return outcome, paid
    if not below(perhaps.amount, bet.owed):
        return "unclear", perhaps
    return "underpaid" if outcome == "winner-unpaid" else outcome, perhaps


def _paid_elsewhere(play: Play, bet: Bet, paid: Paid, spin: Spin) -> Conclusion:
    pile = f"the bet of {pile_text(bet.stack.chips, play.stake(*bet.stack.parts))} on {spot_text(bet.spots)}"
    return could_not_see(
        play, "winner-unpaid", f"{spin.number}/{bet.stack.id}", what=f"whether {pile} was paid",
        why="chips were put down beside no bet, and may have been meant for it", at=seen_of(paid.facts[-1])[0],
        causes=(*acts_of(play, bet.stack), *paid.facts), speaker="auditor",
    )


def _finding(play: Play, bet: Bet, paid: Paid, rule: Rule, spin: Spin, result: Result) -> Iterator[Conclusion]:
    ending = play.round.ending
    acts = [*acts_of(play, bet.stack), *paid.facts, *_taking(play, bet)]
    weight = settled_weight(play, acts, result)
    if weight is None:
        return
    times = [seen_of(fact) for fact in [*paid.facts, *_taking(play, bet)]]
    seen = (min(each[0] for each in times), max(each[1] for each in times)) if times else None
    end = ending.time if ending else seen_of(result.fact)[1]
    yield find(
        play, rule, f"{spin.number}/{bet.stack.id}", spin=spin.number, weight=weight, seen=seen or (end, end),
        causes=(result.fact, *acts), account=_account(play, bet, paid, rule, result), stack=bet.stack.id, spot=bet.spot,
        stake=bet.stake, would_pay=bet.owed, speaker="auditor",
    )


def settled_weight(play: Play, acts: Sequence[Entry], result: Result) -> Weight | None:
    """How sure a settlement finding is; where the number is disputed, never certain; None when too poorly seen."""
    weight = weigh(Fraction(1), map(trust_in, [result.fact, *acts]), suspect_from=play.house.suspect_from)
    if weight is None or weight.verdict == "could-not-see":
        return None
    if not result.against:
        return weight
    return Weight(verdict="suspected", probability=min(NOT_QUITE, weight.probability))


def _account(play: Play, bet: Bet, paid: Paid, rule: Rule, result: Result) -> str:
    pile = f"the bet of {pile_text(bet.stack.chips, play.stake(*bet.stack.parts))} on {spot_text(bet.spots)}"
    owed, amount = money_text(bet.owed), money_text(paid.amount)
    return {
        "overpaid": f"{amount} paid for {pile}; {owed} was owed: "
                    f"{difference_text(paid.amount, bet.owed)} too much",
        "underpaid": f"{amount} paid for {pile}; {owed} was owed: "
                     f"{difference_text(bet.owed, paid.amount)} too little",
        "winner-unpaid": f"nothing paid for {pile}, which won on {result.number}; {owed} is owed",
        "winner-collected": f"{pile} collected though it won on {result.number}; {owed} and the stake are owed",
        "loser-paid": f"{amount} paid for {pile}, which lost on {result.number}",
        "loser-left": f"{pile} left standing though it lost on {result.number}",
    }[rule]


def _taking(play: Play, bet: Bet) -> list[Entry]:
    gone = bet.stack.gone
    return [play.facts[gone.act]] if gone and gone.act in play.facts else []


def _unsettled(play: Play, spin: Spin, result: Result | None) -> Iterator[Conclusion]:
    if not play.book.judges("winner-unpaid") or play.round.ending is None:
        return
    why = "the session ended before the round" if play.cut_short else "the camera over the felt did not see all of it"
    if result is None or play.sight.missed(result.fact):
        why = "the winning number was not seen"
    elif spin.perhaps_void:
        why = "it could not be seen whether the spin counts"
    yield could_not_see(
        play, "winner-unpaid", f"{spin.number}", what="whether the bets were settled", why=why,
        at=play.round.ending.time, speaker="auditor",
    )
