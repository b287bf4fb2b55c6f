"""Reports that were not so: a display that shows another number, a pit system that tells another payout."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import PayoutReported, ReportDisputed, ResultDisplayed
from schemas.money import NOTHING, add
from services.rules.finding import Conclusion
from services.rules.play import Play
from services.rules.sentence import cite_clause
from services.rules.spin import Spin, seen_of
from services.rules.wording import clock, money_text, spot_text
from services.settlement.payments import payments_in, reported_for
from services.settlement.wager import Bet


def disputed_reports(play: Play, bets: tuple[Bet, ...]) -> Iterator[Conclusion]:
    """What binds nobody and is no breach, but worth telling."""
    spin, result = play.valid, play.result
    if spin is None or result is None:
        return
    for fact in spin.every(ResultDisplayed):
        if isinstance(fact.data, ResultDisplayed) and fact.data.number != result.number:
            told = f"The display shows {fact.data.number}, but the number is {result.number}."
            yield _told(play, spin, "display", fact, told, play.book.display_clause)
    for bet in bets:
        yield from _payouts(play, spin, bet)


def _payouts(play: Play, spin: Spin, bet: Bet) -> Iterator[Conclusion]:
    """A payout reported that is not what was seen put to the bet."""
    reported = reported_for(play, bet.stack, spin)
    seen = [paid for paid in payments_in(play, spin) if paid.to == (bet.stack.id,) and not paid.doubtful]
    if not reported or not seen:
        return
    amount = NOTHING
    for paid in seen:
        amount = add(amount, play.worth(paid.chips, paid.act))
    told = sum(fact.data.amount for fact in reported if isinstance(fact.data, PayoutReported))
    if told < amount[0] or (amount[1] is not None and told > amount[1]):
        place = spot_text(bet.spots)
        words = f"{money_text((told, told))} is reported paid on {place}, but {money_text(amount)} was seen."
        yield _told(play, spin, "payout", reported[-1], words, None)


def _told(play: Play, spin: Spin, about: str, fact: Entry, words: str, clause: str | None) -> Conclusion:
    clauses = (clause,) if clause else ()
    title = f"{play.game.setup.title}, {clock(seen_of(fact)[0])}."
    return Conclusion(f"disputed/{about}/{fact.id}", ReportDisputed(
        about="display" if about == "display" else "payout", round=play.round.number, round_id=play.round.id,
        spin=spin.number, clauses=clauses, causes=(fact.id,),
        sentence=f"{title} {words} {cite_clause(play.book, clauses, (), certain=True)}",
    ), "auditor")
