"""The bets as they stood when betting closed, for the rules about how a bet is made up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import Range
from services.rules.piles import Part
from services.rules.play import Play
from services.rules.spin import Spin, seen_of
from services.rules.stacks import Stack


@dataclass(frozen=True)
class Standing:
    """One stack at closing: the parts that came in time, and the acts that put them there in this round."""

    stack: Stack
    parts: tuple[Part, ...]
    acts: tuple[Entry, ...]
    spots: tuple[str, ...]
    spin: Spin

    def stake(self, play: Play) -> Range:
        """What it is worth."""
        return play.stake(*self.parts)


def bets_standing(play: Play, late_acts: Collection[str]) -> Iterator[Standing]:
    """Every bet of the first spin that betting has closed for; what stood before the round is not looked at again."""
    spin = next((each for each in play.spins if play.closing(each) is not None), None)
    closing = play.closing(spin) if spin else None
    if spin is None or closing is None:
        return
    for stack in play.felt.stacks:
        if stack.gone is not None and stack.gone.seen[0] < closing.seen[1]:
            continue
        early = (part for part in stack.parts if part.act not in late_acts)
        parts = tuple(part for part in early if _in_time(play, part, closing.seen[1]))
        acts = tuple(play.facts[part.act] for part in parts if part.act in play.facts)
        spots = play.spots(stack)
        if acts and spots:
            yield Standing(stack, parts, acts, spots, spin)


def _in_time(play: Play, part: Part, closed: int) -> bool:
    act = play.facts.get(part.act) if part.act else None
    return act is None or seen_of(act)[0] <= closed
