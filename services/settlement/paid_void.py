"""Paying what is not owed: a void bet, or any bet on a void spin."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.moment import Interval
from schemas.money import NOTHING, below
from schemas.rulebook import Rule
from services.rules.duties import duty_clauses, duty_weight
from services.rules.finding import Conclusion, could_not_see, find, judged
from services.rules.irregular_spin import why_void
from services.rules.late_bet import LateChips
from services.rules.lateness import resting_on
from services.rules.play import Play
from services.rules.spin import Spin, seen_of, trust_in
from services.rules.void_bet import VoidBet
from services.rules.wording import capital, money_text, pile_text, spot_text
from services.settlement.payments import Paid, paid_to
from services.settlement.wager import Bet


def paid_void_bets(play: Play, bets: tuple[Bet, ...], lates: dict[str, LateChips]) -> Iterator[Conclusion]:
    """A bet that was void because it came too late, and was paid all the same."""
    spin = play.valid
    if spin is None or not play.book.judges("paid-void-bet"):
        return
    for bet in bets:
        late = next((lates[part.act] for part in bet.stack.parts if part.act in lates), None)
        if late is None or late.spin.number != spin.number or not _not_owed(late):
            continue
        paid = paid_to(play, bet.stack, spin)
        if not paid.surely or (bet.outcome not in ("void", "unclear") and not below(bet.owed, paid.amount)):
            continue
        weight = resting_on(late.weight, map(trust_in, paid.facts), suspect_from=play.house.suspect_from)
        if weight.verdict == "could-not-see" or _missed(play, paid):
            yield _unseen(play, "paid-void-bet", bet.stack.id, paid, "whether a bet put down too late was paid")
            continue
        pile = pile_text(late.part.chips, play.stake(late.part))
        told = f"{pile} on {spot_text(bet.spots)} that had been put down too late"
        yield find(
            play, "paid-void-bet", bet.stack.id, spin=spin.number, weight=weight, seen=_when(paid),
            causes=(late.act, *paid.facts), account=f"{money_text(paid.amount)} paid to {told}",
            clauses=play.book.rules["paid-void-bet"].clauses if late.after_drop else late.clauses,
            then=["Nothing was owed." if bet.owed == NOTHING else f"{capital(money_text(bet.owed))} was owed."],
            stack=bet.stack.id, spot=bet.spot, stake=play.stake(late.part), would_pay=paid.amount, speaker="auditor",
        )


def paid_other_void_bets(play: Play, bets: tuple[Bet, ...], voids: dict[str, VoidBet]) -> Iterator[Conclusion]:
    """A bet that was void for where it was put or how much it was, and was paid all the same."""
    spin = play.valid
    if spin is None or not play.book.judges("paid-void-bet"):
        return
    for bet in bets:
        void = voids.get(bet.stack.id)
        paid = paid_to(play, bet.stack, spin)
        if void is None or void.beyond is not None or not paid.surely:
            continue
        pile = f"{pile_text(bet.stack.chips, bet.stake)} on {spot_text(bet.spots)}"
        yield from judged(
            play, "paid-void-bet", bet.stack.id, spin=spin.number, seen=_when(paid), certain=void.certain,
            causes=(*void.acts, *paid.facts), account=f"{money_text(paid.amount)} paid to a void bet: {pile}",
            what="whether a void bet was paid", clauses=play.book.rules[void.rule].clauses[-1:],
            then=["Nothing was owed."], stack=bet.stack.id, spot=bet.spot, stake=bet.stake, would_pay=paid.amount,
            speaker="auditor",
        )


def paid_on_void_spins(play: Play) -> Iterator[Conclusion]:
    """Any bet paid on a spin that does not count."""
    if not play.book.judges("paid-on-void-spin"):
        return
    for spin in play.spins:
        for stack in play.felt.stacks if spin.void and _nothing_owed(play, spin) else ():
            paid = paid_to(play, stack, spin)
            if not paid.surely or spin.void is None:
                continue
            weight = duty_weight(play, spin.void, paid.facts)
            if weight.verdict == "could-not-see" or _missed(play, paid):
                what = "whether bets were paid on a void spin"
                yield _unseen(play, "paid-on-void-spin", f"{spin.number}/{stack.id}", paid, what)
                continue
            spots = play.spots(stack)
            pile = pile_text(stack.chips, play.stake(*stack.parts))
            yield find(
                play, "paid-on-void-spin", f"{spin.number}/{stack.id}", spin=spin.number,
                weight=weight, seen=_when(paid),
                causes=(*spin.void.facts, *paid.facts), clauses=duty_clauses(play, spin.void, "paid-on-void-spin"),
                account=f"{money_text(paid.amount)} paid to {pile} on {spot_text(spots)}, though {why_void(spin)}",
                then=["The spin is void; nothing was owed."], stack=stack.id, spot=spots[0] if spots else None,
                stake=play.stake(*stack.parts), would_pay=paid.amount, speaker="auditor",
            )


def _nothing_owed(play: Play, spin: Spin) -> bool:
    """Whether paying on this void spin is wrong: not where the house decides what it comes to."""
    due = play.book.duties_of(spin.void.rule if spin.void else None)
    return "paid-on-void-spin" in due and spin.means != "house"


def _not_owed(late: LateChips) -> bool:
    """Void, or void if the suspicion is upheld."""
    if late.weight.verdict == "could-not-see":
        return False
    return any(remedy.what in ("void", "returned", "refused") for remedy in late.remedies)


def _missed(play: Play, paid: Paid) -> bool:
    """Whether only a camera that was blind tells of the payment."""
    return all(play.sight.missed(fact) for fact in paid.facts)


def _unseen(play: Play, rule: Rule, about: str, paid: Paid, what: str) -> Conclusion:
    return could_not_see(
        play, rule, about, what=what, why="it was seen too poorly, or not all of it", at=_when(paid)[0],
        causes=paid.facts, speaker="auditor",
    )


def _when(paid: Paid) -> Interval:
    times = [seen_of(fact) for fact in paid.facts]
    return (min(seen[0] for seen in times), max(seen[1] for seen in times))
