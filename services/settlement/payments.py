"""What was paid to a bet: the chips seen put to it, and what the desk reports as handed over."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import PayoutReported, Range
from schemas.money import NOTHING, add
from services.rules.play import Play
from services.rules.spin import Spin
from services.rules.stacks import Payment, Stack
from services.settlement.wager import dealers_after_rest


@dataclass(frozen=True)
class Paid:
    """What a bet was paid: the amount as far as known, by which facts; `surely` when it was paid at all."""

    amount: Range
    facts: tuple[Entry, ...]
    surely: bool


def paid_to(play: Play, stack: Stack, spin: Spin) -> Paid:
    """Everything paid to one bet after this spin."""
    seen = [paid for paid in payments_in(play, spin) if stack.id in paid.to]
    sure = [paid for paid in seen if paid.to == (stack.id,) and not paid.doubtful]
    amount = NOTHING
    for paid in seen:
        value = play.worth(paid.chips, paid.act)
        amount = add(amount, value if paid in sure else (0, value[1]))
    facts = tuple(play.facts[paid.act] for paid in seen)
    reported = reported_for(play, stack, spin)
    if not reported:
        return Paid(amount, facts, bool(sure))
    told = sum(fact.data.amount for fact in reported if isinstance(fact.data, PayoutReported))
    return Paid(_both(amount, told, seen=bool(seen)), (*facts, *reported), bool(sure) or told > 0)


def perhaps_paid(play: Play, paid: Paid, spin: Spin) -> Paid:
    """The same with the chips the dealer put down beside no bet: they may have been meant for this one."""
    if any(isinstance(fact.data, PayoutReported) for fact in paid.facts):
        return paid
    astray = [(each.chips, each.act) for each in payments_in(play, spin) if not each.to]
    astray += [(part.chips, part.act) for stack in play.felt.stacks for part in stack.parts
               if part.act is not None and dealers_after_rest(play, part)]
    amount = paid.amount
    for chips, act in astray:
        amount = add(amount, (0, play.worth(chips, act)[1]))
    return Paid(amount, (*paid.facts, *(play.facts[act] for _, act in astray)), paid.surely)


def payments_in(play: Play, spin: Spin) -> list[Payment]:
    """The payments seen after this spin, those taken back left out."""
    return [
        paid for paid in play.felt.payments
        if not paid.taken_back and play.running(play.facts[paid.act]).number == spin.number
    ]


def reported_for(play: Play, stack: Stack, spin: Spin) -> list[Entry]:
    """What the desk reports for a bet, when no other bet can be meant."""
    told = spin.every(PayoutReported)
    if not told:
        return []
    spots = play.spots(stack)
    alike = [each for each in play.felt.stacks if play.spots(each)[:1] == spots[:1]]
    found = []
    for fact in told:
        if isinstance(fact.data, PayoutReported) and fact.data.spot == (spots[0] if spots else None):
            colour = fact.data.colour
            meant = [each for each in alike if colour is None or any(pile.colour == colour for pile in each.chips)]
            if meant == [stack]:
                found.append(fact)
    return found


def _both(seen_amount: Range, told: int, *, seen: bool) -> Range:
    """The camera's amount and the desk's: what both allow; where they contradict, anything between."""
    low, high = seen_amount
    if not seen or (low <= told and (high is None or told <= high)):
        return (told, told)
    return (min(low, told), max(high if high is not None else told, told))
