"""What every bet is owed: where it stood when the ball came to rest, times the odds, times the stake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from schemas.envelope import Entry
from schemas.events import OnFelt, Owed, Range
from schemas.money import NOTHING, add, less
from services.rules.late_bet import LateChips
from services.rules.odds import offered
from services.rules.piles import Part
from services.rules.play import Play
from services.rules.spin import seen_of
from services.rules.stacks import Stack
from services.rules.void_bet import VoidBet
from services.settlement.ruling import counting_spots

Outcome = Literal["wins", "loses", "void", "unclear"]


@dataclass(frozen=True)
class Bet:
    """One stack at the result: what of it counts, and what it is owed besides its stake.

    `partly_void` when some of its chips came too late: what is paid for them is told as that, not as overpaying.
    """

    stack: Stack
    spots: tuple[str, ...]
    stake: Range
    owed: Range
    outcome: Outcome
    why: str = ""
    partly_void: bool = False

    @property
    def spot(self) -> str | None:
        """The spot it is on, as well as that is known."""
        return self.spots[0] if self.spots else None

    @property
    def told(self) -> Owed:
        """As the auditor says it."""
        return Owed(
            stack=self.stack.id, spot=self.spot, stake=self.stake, owed=self.owed, outcome=self.outcome, why=self.why
        )


def bets_of(play: Play, lates: dict[str, LateChips], voids: dict[str, VoidBet]) -> tuple[Bet, ...]:
    """Every stack that was on the layout at the result of the spin that counts."""
    spin, result = play.valid, play.result
    if spin is None or result is None or spin.settled_from is None:
        return ()
    found = []
    for stack in play.felt.stacks:
        if stack.gone is not None and stack.gone.seen[0] < spin.settled_from[0] and not stack.gone.counts:
            continue
        parts = [part for part in stack.parts if not dealers_after_rest(play, part)]
        spots = counting_spots(play, stack)
        if parts and spots:
            found.append(_void(play, stack, spots, parts, voids.get(stack.id))
                         or _bet(play, stack, spots, parts, lates, voids.get(stack.id), result.number))
    return tuple(found)


def acts_of(play: Play, stack: Stack) -> list[Entry]:
    """The events that put a stack where it is."""
    return [play.facts[part.act] for part in stack.parts if part.act in play.facts]


def _void(
    play: Play, stack: Stack, spots: tuple[str, ...], parts: list[Part], void: VoidBet | None
) -> Bet | None:
    """A bet that does not count at all: put where it may not be, or too little. Suspected only, it is unclear."""
    if void is None or void.beyond is not None:
        return None
    outcome: Outcome = "void" if void.certain else "unclear"
    return Bet(stack, spots, play.stake(*parts), NOTHING, outcome, void.account)


def _bet(
    play: Play, stack: Stack, spots: tuple[str, ...], parts: list[Part], lates: dict[str, LateChips],
    void: VoidBet | None, number: str,
) -> Bet:
    # A bet that came too late for a spin since void is in time for the next.
    lates = {act: late for act, late in lates.items() if play.valid and late.spin.number == play.valid.number}
    standing = [part for part in parts if _standing(part, lates) == "stands"]
    unclear = [part for part in parts if _standing(part, lates) == "unclear"]
    if not standing and not unclear:
        return Bet(stack, spots, play.stake(*parts), NOTHING, "void", "put down after betting closed")
    doubt = play.stake(*unclear)
    stake = add(play.stake(*standing), (0, doubt[1]) if unclear else NOTHING)
    if void is not None and void.beyond is not None:
        stake = less(stake, void.beyond)
    owed = play.pays_either(spots, stake, number)
    wins = [play.wins(spot, number) for spot in spots]
    outcome: Outcome = "wins" if all(wins) else "unclear" if any(wins) else "loses"
    why = _why_unclear(play, spots)
    if unclear and not standing:
        outcome, why = "unclear", "perhaps put down after betting closed"
    elif why:
        outcome = "unclear"
    why = why or ("" if len(spots) == 1 else "its place is unclear")
    return Bet(stack, spots, stake, owed, outcome, why, partly_void=len(standing) + len(unclear) < len(parts))


def _why_unclear(play: Play, spots: tuple[str, ...]) -> str:
    """What the book leaves open: whether the spin counts, or whether there is such a wager."""
    if play.valid is not None and play.valid.means == "house":
        return "whether the spin counts, the house decides"
    strange = next((spot for spot in spots if not offered(play, spot)), None)
    return f"the book has no such wager as {strange}" if strange else ""


def _standing(part: Part, lates: dict[str, LateChips]) -> str:
    late = lates.get(part.act) if part.act else None
    return "stands" if late is None else late.standing


def dealers_after_rest(play: Play, part: Part) -> bool:
    """The dealer's chips put down once the result was there are no bet."""
    act = play.facts.get(part.act) if part.act else None
    if act is None or not isinstance(act.data, OnFelt) or act.data.side != "dealer":
        return False
    settled = play.valid.settled_from if play.valid else None
    return settled is not None and seen_of(act)[0] >= settled[1]
