"""Bets declared aloud: taken only with chips, and by the dealer's hand."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import ChipsPlaced, Event, OralBetCalled
from schemas.layout import is_section
from services.rules.finding import Conclusion, judged
from services.rules.play import Play
from services.rules.spin import seen_of
from services.rules.wording import spot_text


def oral_bet_without_chips(play: Play) -> Iterator[Conclusion]:
    """The dealer placed a bet that was called with nothing to back it; cash backs a section bet only."""
    if not play.book.judges("oral-bet-without-chips"):
        return
    for call in oral_bets(play):
        told = call.data
        assert isinstance(told, OralBetCalled)
        section = is_section(told.bet)
        enough = ("chips", "cash", "unknown") if section else ("chips", "unknown")
        placed = placed_for(play, call)
        if told.accompanied in enough or placed is None:
            continue
        part = play.book.rules["oral-bet-without-chips"]
        backed = f"called aloud with {'nothing' if told.accompanied == 'nothing' else 'cash'}"
        yield from judged(
            play, "oral-bet-without-chips", call.id, spin=play.running(call).number, causes=(placed, call),
            what="whether a bet called aloud came with chips", spot=told.bet,
            clauses=part.section_dealer_clauses if section and part.section_dealer_clauses else part.clauses,
            account=f"a bet on {spot_text((told.bet,))} {backed} was accepted and placed by the dealer",
        )


def oral_bets(play: Play) -> list[Entry]:
    """Every bet declared aloud in this round."""
    return play.told.every(OralBetCalled)


def placed_for(play: Play, call: Entry) -> Entry | None:
    """The chips the dealer put down for a bet called aloud."""
    assert isinstance(call.data, OralBetCalled)
    for fact in play.told.every(ChipsPlaced):
        put: Event = fact.data
        if isinstance(put, ChipsPlaced) and put.side == "dealer" and seen_of(fact)[1] >= seen_of(call)[0]:
            stack = next((each for each in play.felt.stacks if any(part.act == fact.id for part in each.parts)), None)
            if stack is not None and call.data.bet in (put.spot, *play.spots(stack)):
                return fact
    return None
