"""Bets that do not count for another reason than lateness: where they were put, by whom, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import OnFelt, Range, Side
from schemas.layout import is_racetrack
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, judged, remedies_of
from services.rules.late_bet import HANDS
from services.rules.play import Play
from services.rules.sentence import chips_remedy
from services.rules.stacks import Stack
from services.rules.wording import money_text, pile_text, spot_text


@dataclass(frozen=True)
class VoidBet:
    """A bet that is void, all of it or the part `beyond` what is allowed."""

    rule: Rule
    stack: Stack
    acts: tuple[Entry, ...]
    side: Side
    account: str
    beyond: Range | None = None

    @property
    def certain(self) -> bool:
        """Whether the hand that makes it so is known."""
        return self.side != "unknown"


def void_bets(play: Play) -> dict[str, VoidBet]:
    """The first reason for every stack that has one, by the stack's name."""
    found: dict[str, VoidBet] = {}
    for stack in play.felt.stacks:
        spots = play.spots(stack)
        if spots and all(map(is_racetrack, spots)):
            void = next(_racetrack(play, stack), None)
            if void is not None:
                found[stack.id] = void
    return found


def void_bet_findings(play: Play, voids: dict[str, VoidBet]) -> Iterator[Conclusion]:
    """The finding about each."""
    for void in voids.values():
        spots, part = play.spots(void.stack), play.book.rules[void.rule]
        remedies = remedies_of(part.remedies, play.house)
        yield from judged(
            play, void.rule, void.stack.id, spin=play.running(void.acts[0]).number, causes=void.acts,
            certain=void.certain, account=void.account, what=f"whether the bet on {spot_text(spots)} counts",
            remedies=remedies, then=[chips_remedy(remedies)], stack=void.stack.id, spot=spots[0],
            stake=play.stake(*void.stack.parts),
        )


def _racetrack(play: Play, stack: Stack) -> Iterator[VoidBet]:
    acts = [play.facts[part.act] for part in stack.parts if part.act in play.facts]
    pile = f"{pile_text(stack.chips, play.stake(*stack.parts))} on {spot_text(play.spots(stack))}"
    by_player = [act for act in acts if isinstance(act.data, OnFelt) and act.data.side != "dealer"]
    if by_player and play.book.judges("player-on-racetrack"):
        side: Side = by_player[0].data.side  # type: ignore[attr-defined]
        account = f"{pile} put on the racetrack by {HANDS[side]}; only the dealer may"
        yield VoidBet("player-on-racetrack", stack, tuple(by_player), side, account)
    limits = play.game.setup.limits.racetrack if play.game.setup.limits else None
    if limits is None or not acts:
        return
    low, high = play.stake(*stack.parts)
    if limits.minimum is not None and high is not None and high < limits.minimum:
        if play.book.judges("racetrack-under-minimum"):
            account = f"{pile}: less than the minimum of {money_text((limits.minimum, limits.minimum))}"
            yield VoidBet("racetrack-under-minimum", stack, tuple(acts), "dealer", account)
    elif limits.increment and low == high and play.book.judges("racetrack-beyond-increment"):
        over = (low - (limits.minimum or 0)) % limits.increment
        if over:
            account = f"{pile}: {money_text((over, over))} more than the steps of " \
                      f"{money_text((limits.increment, limits.increment))} allow"
            yield VoidBet("racetrack-beyond-increment", stack, tuple(acts), "dealer", account, (over, over))
