"""What every bet is owed: where it stood when the ball came to rest, times the odds, times the stake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from schemas.envelope import Entry
from schemas.events import OnFelt, Owed, Range
from schemas.layout import covers
from schemas.money import NOTHING, add
from services.rules.late_bet import LateChips
from services.rules.piles import Part
from services.rules.play import Play
from services.rules.spin import seen_of
from services.rules.stacks import Stack

Outcome = Literal["wins", "loses", "void", "unclear"]


@dataclass(frozen=True)
class Bet:
    """One stack at the result: what of it counts, and what it is owed besides its stake."""

    stack: Stack
    spots: tuple[str, ...]
    stake: Range
    owed: Range
    outcome: Outcome
    why: str = ""

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


def bets_of(play: Play, lates: dict[str, LateChips]) -> tuple[Bet, ...]:
    """Every stack that was on the layout at the result of the spin that counts."""
    spin, result = play.valid, play.result
    if spin is None or result is None or spin.settled_from is None:
        return ()
    found = []
    for stack in play.felt.stacks:
        if stack.gone is not None and stack.gone.seen[0] < spin.settled_from[0]:
            continue
        parts = [part for part in stack.parts if not dealers_after_rest(play, part)]
        if parts and play.spots(stack):
            found.append(_bet(play, stack, parts, lates, result.number))
    return tuple(found)


def acts_of(play: Play, stack: Stack) -> list[Entry]:
    """The events that put a stack where it is."""
    return [play.facts[part.act] for part in stack.parts if part.act in play.facts]


def _bet(play: Play, stack: Stack, parts: list[Part], lates: dict[str, LateChips], number: str) -> Bet:
    spots = play.spots(stack)
    # A bet that came too late for a spin since void is in time for the next.
    lates = {act: late for act, late in lates.items() if play.valid and late.spin.number == play.valid.number}
    standing = [part for part in parts if _standing(part, lates) == "stands"]
    unclear = [part for part in parts if _standing(part, lates) == "unclear"]
    if not standing and not unclear:
        return Bet(stack, spots, play.stake(*parts), NOTHING, "void", "put down after betting closed")
    doubt = play.stake(*unclear)
    stake = add(play.stake(*standing), (0, doubt[1]) if unclear else NOTHING)
    owed = play.pays_either(spots, stake, number)
    wins = [number in covers(spot) for spot in spots]
    outcome: Outcome = "wins" if all(wins) else "unclear" if any(wins) else "loses"
    if unclear and not standing:
        return Bet(stack, spots, stake, owed, "unclear", "perhaps put down after betting closed")
    return Bet(stack, spots, stake, owed, outcome, "" if len(spots) == 1 else "its place is unclear")


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
