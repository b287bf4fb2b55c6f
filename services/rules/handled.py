"""Bets withdrawn, reduced or moved after betting closed: pinching, dragging, pushing, and their cousins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from schemas.envelope import Entry
from schemas.events import ChipsMoved, OnFelt, Side
from schemas.layout import is_outside
from schemas.rulebook import Rule, RulePart, StatedRemedy
from services.rules.closing import Closing
from services.rules.finding import Conclusion, judged, remedies_of
from services.rules.late_bet import HANDS, after, when_text
from services.rules.play import Play
from services.rules.sentence import handled_remedy
from services.rules.spin import Spin, seen_of
from services.rules.stacks import Handled, Stack
from services.rules.tricks import big_under_small, pushed_to_winner
from services.rules.wording import pile_text, spot_text
from services.settlement.payments import paid_to

DID: dict[str, Rule] = {"withdrawn": "bet-withdrawn", "reduced": "bet-reduced", "moved": "bet-moved"}


@dataclass(frozen=True)
class Touch:
    """A hand on a bet after closing; `bet` is what the result makes of it, null while there is none."""

    handled: Handled
    act: Entry
    side: Side
    spin: Spin
    closing: Closing
    bet: Literal["wins", "loses", "unclear"] | None


def handled_bets(play: Play, late_acts: Collection[str], hats: Collection[str] = ()) -> Iterator[Conclusion]:
    """Every bet that a hand changed after betting closed, where the book forbids it."""
    for handled in play.felt.handled:
        touch = _touch(play, handled)
        if touch is None or _withdraws_late_bet(handled, late_acts) or _permitted(play, touch):
            continue
        if handled.act in hats:
            continue  # told together with the late chips it leaves
        rule = _rule(play, touch)
        if play.book.judges(rule):
            yield from _judge(play, touch, rule)


def _touch(play: Play, handled: Handled) -> Touch | None:
    act = play.facts.get(handled.act)
    if act is None or not isinstance(act.data, (OnFelt, ChipsMoved)):
        return None
    spin = play.betting_on(act)
    closing = play.closing(spin) if spin else None
    if spin is None or closing is None or after(act, closing) <= 0:
        return None
    bet: Literal["wins", "loses", "unclear"] | None = None
    if play.after_rest(act) and play.result is not None and play.valid is spin:
        wins = [play.wins(spot, play.result.number) for spot in play.spots(handled.stack)]
        bet = "wins" if wins and all(wins) else "unclear" if any(wins) else "loses"
    return Touch(handled, act, act.data.side, spin, closing, bet)


def _withdraws_late_bet(handled: Handled, late_acts: Collection[str]) -> bool:
    """Whether what is taken is itself a bet that came too late: taking it back is what is asked for."""
    return handled.how != "moved" and all(part.act in late_acts for part in handled.stack.parts)


def _permitted(play: Play, touch: Touch) -> bool:
    """The dealer's hand, except a move in a book that does not let the dealer reposition; a winner already paid."""
    rested = play.after_rest(touch.act)
    if touch.side == "dealer":
        return rested or touch.handled.how != "moved" or play.book.repositioning
    if rested and touch.side == "unknown":
        return True  # most likely the dealer collecting; nobody can say
    return touch.bet in ("wins", "unclear") and _paid_before(play, touch)


def _paid_before(play: Play, touch: Touch) -> bool:
    """Its own payment is enough for an outside bet; inside, every winner must have been paid (3.6 and its proviso)."""
    if not _paid(play, touch.handled.stack, touch):
        return False
    if any(is_outside(spot) for spot in play.spots(touch.handled.stack)):
        return True
    assert play.result is not None
    inside = [stack for stack in play.felt.stacks if _wins_inside(play, stack, play.result.number)]
    return all(_paid(play, stack, touch) for stack in inside)


def _wins_inside(play: Play, stack: Stack, number: str) -> bool:
    spots = play.spots(stack)
    return bool(spots) and all(play.wins(spot, number) and not is_outside(spot) for spot in spots)


def _paid(play: Play, stack: Stack, touch: Touch) -> bool:
    return any(seen_of(fact)[0] <= seen_of(touch.act)[1] for fact in paid_to(play, stack, touch.spin).facts)


def _rule(play: Play, touch: Touch) -> Rule:
    """The floor's own name for it, where the book has it."""
    rule, handled = DID[touch.handled.how], touch.handled
    if rule == "bet-moved" and pushed_to_winner(play, handled.stack, touch.act):
        rule = "push"
    elif rule == "bet-withdrawn" and touch.bet == "loses" and big_under_small(play, handled.stack):
        rule = "savannah"
    return rule if play.book.judges(rule) else DID[handled.how]


def _judge(play: Play, touch: Touch, rule: Rule) -> Iterator[Conclusion]:
    part, stack = play.book.rules[rule], touch.handled.stack
    spots, now = play.spots(stack), play.spots(stack)
    if isinstance(touch.act.data, ChipsMoved):
        now = play.spots_at(touch.act.data.to, touch.act.data.chips)
    clauses, stated = _cited(part, touch)
    remedies = remedies_of(stated, play.house)
    yield from judged(
        play, rule, touch.act.id, spin=touch.spin.number, causes=(touch.act, *touch.closing.facts),
        chance=after(touch.act, touch.closing), certain=touch.side != "unknown", clauses=clauses, remedies=remedies,
        what=f"whether the bet on {spot_text(spots)} was touched after betting closed",
        account=f"{_account(play, touch, rule)}, {_when(touch)}", then=[handled_remedy(remedies)], stack=stack.id,
        spot=now[0] if now else None, stake=play.stake(*stack.parts), key=f"found/handled/{touch.act.id}",
    )


def _cited(part: RulePart, touch: Touch) -> tuple[tuple[str, ...], tuple[StatedRemedy, ...]]:
    if touch.bet == "loses" and part.losing_clauses:
        return part.losing_clauses, part.losing_remedies or part.remedies
    return part.clauses, part.remedies


def _account(play: Play, touch: Touch, rule: Rule) -> str:
    stack, hand = touch.handled.stack, HANDS[touch.side]
    pile = pile_text(stack.chips, play.stake(*stack.parts))
    place = f"on {spot_text(play.spots(stack))}"
    losing = "losing bet of " if touch.bet == "loses" else "bet of "
    if isinstance(touch.act.data, ChipsMoved):
        to = spot_text(play.spots_at(touch.act.data.to, touch.act.data.chips))
        how = "pushed onto the winner" if rule == "push" else "moved to"
        return f"the {losing}{pile} {place} {how} {to} by {hand}"
    if touch.handled.how == "withdrawn":
        big = ", the big chip under the small ones," if rule == "savannah" else ""
        return f"the {losing}{pile} {place}{big} taken away by {hand}"
    taken = pile_text(touch.handled.taken, play.worth(touch.handled.taken, touch.act.id))
    return f"{taken} taken off the {losing}{pile} {place} by {hand}"


def _when(touch: Touch) -> str:
    return when_text(seen_of(touch.act), touch.spin, touch.closing, after_drop=False)
