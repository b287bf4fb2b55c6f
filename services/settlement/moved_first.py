"""Winning racetrack and section bets moved to the layout before anything is collected or paid."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import ChipsCollected, ChipsMoved, ChipsPaid, Event, OnFelt
from schemas.layout import is_racetrack, is_section
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, could_not_see, judged
from services.rules.play import Play
from services.rules.spin import Spin, seen_of
from services.rules.wording import pile_text, spot_text
from services.settlement.wager import Bet


def winners_moved_first(play: Play, bets: tuple[Bet, ...]) -> Iterator[Conclusion]:
    """Due before the first collecting or paying (4.5A); a section bet, before losing section bets are taken (7.13)."""
    spin = play.valid
    if spin is None or spin.perhaps_void or spin.void is not None:
        return
    for bet in bets:
        if bet.outcome != "wins":
            continue
        if all(map(is_racetrack, bet.spots)) and play.book.judges("racetrack-not-moved"):
            yield from _judge(play, spin, bet, "racetrack-not-moved", _first_settling(play, spin, bets, sections=False))
        elif all(map(is_section, bet.spots)) and play.house.sections_by_dealer \
                and play.book.judges("sections-not-moved"):
            yield from _judge(play, spin, bet, "sections-not-moved", _first_settling(play, spin, bets, sections=True))


def _judge(play: Play, spin: Spin, bet: Bet, rule: Rule, settling: Entry | None) -> Iterator[Conclusion]:
    if settling is None or not play.passed(settling.time):
        return
    if any(seen_of(move)[0] <= seen_of(settling)[1] for move in _moves(play, bet)):
        return
    rest = spin.rest or settling
    place = f"{pile_text(bet.stack.chips, bet.stake)} on {spot_text(bet.spots)}"
    what = f"whether the winning bet of {place} was moved to the layout first"
    if not play.sight.looking("layout", (seen_of(rest)[0], max(seen_of(rest)[0], seen_of(settling)[1]))):
        yield could_not_see(play, rule, bet.stack.id, what=what, why="the camera over the felt did not see all of it",
                            at=seen_of(settling)[0], causes=(settling,), speaker="auditor")
        return
    yield from judged(
        play, rule, bet.stack.id, spin=spin.number, causes=(settling,), what=what, stack=bet.stack.id, spot=bet.spot,
        account=f"the winning bet of {place} was not moved to the layout before bets were collected or paid",
        stake=bet.stake, speaker="auditor",
    )


def _moves(play: Play, bet: Bet) -> list[Entry]:
    """The dealer's moves of this bet, or of a piece of it, once the ball was at rest."""
    found = []
    for handled in play.felt.handled:
        act = play.facts.get(handled.act)
        if act is None or handled.stack.id != bet.stack.id or not play.after_rest(act):
            continue
        told: Event = act.data
        if isinstance(told, (ChipsMoved, OnFelt)) and told.side == "dealer":
            found.append(act)
    return found


def _first_settling(play: Play, spin: Spin, bets: tuple[Bet, ...], *, sections: bool) -> Entry | None:
    """The first chips collected or paid after this spin; for sections, the first losing section bet taken."""
    losers = {bet.stack.id for bet in bets if bet.outcome == "loses" and (not sections or _on_section(bet))}
    for fact in play.round.facts:
        told: Event = fact.data
        if not isinstance(told, OnFelt) or play.running(fact) is not spin or not play.after_rest(fact):
            continue
        taken = told.stack in losers or isinstance(told, ChipsCollected)
        if (sections and told.stack in losers) or (not sections and (taken or isinstance(told, ChipsPaid))):
            return fact
    return None


def _on_section(bet: Bet) -> bool:
    return all(map(is_section, bet.spots))
