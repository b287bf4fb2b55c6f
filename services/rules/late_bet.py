"""Chips that landed after betting closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BonusNumbersShown, ChipsAdded, ChipsStanding, OnFelt, Range, Remedy, Side
from schemas.layout import is_section
from schemas.moment import Interval
from schemas.money import range_text
from services.rules.closing import Closing, clock_error
from services.rules.finding import Conclusion, could_not_see, find, remedies_of
from services.rules.lateness import Weight, chance_after, weigh, widened
from services.rules.piles import Part
from services.rules.play import Play
from services.rules.sentence import chips_remedy
from services.rules.spin import Spin, seen_of, trust_in
from services.rules.stacks import Stack
from services.rules.wording import at_least_after, pile_text, span_after, spot_text

NEVER = Fraction(0)
HANDS = {"player": "a player's hand", "dealer": "the dealer's hand", "unknown": "a hand not seen"}
CLOSED = {
    "call": "'no more bets' was called", "button": "'no more bets' was pressed", "device": "the device closed betting",
    "wave": "the dealer waved bets closed", "drop": "the ball dropped", "rest": "the ball came to rest",
    "bonus": "a bonus number was shown",
}


@dataclass(frozen=True)
class LateChips:
    """Chips put down too late, or perhaps too late; `after_drop` only when that is certain."""

    act: Entry
    side: Side
    stack: Stack
    part: Part
    spin: Spin
    closing: Closing
    weight: Weight
    after_drop: bool
    remedies: tuple[Remedy, ...]
    clauses: tuple[str, ...]

    @property
    def standing(self) -> str:
        """What becomes of the bet: `void`, `stands`, or `unclear` while undecided or only suspected."""
        if self.weight.verdict != "breach":
            return "unclear"
        what = [remedy.what for remedy in self.remedies]
        if any(word in ("void", "returned", "refused") for word in what):
            return "void"
        return "stands" if "stands" in what else "unclear"


def late_chips(play: Play) -> Iterator[LateChips]:
    """Every part of every stack that came, or may have come, after betting closed, even if it was taken off again."""
    if not play.book.judges("late-bet"):
        return
    for stack in play.felt.stacks:
        for part in (*stack.parts, *stack.emptied):
            act = play.facts.get(part.act) if part.act else None
            if act is not None and isinstance(act.data, OnFelt) and (late := _late(play, stack, part, act, act.data)):
                yield late


def late_bet_findings(play: Play, late: LateChips, hat: Entry | None = None) -> Iterator[Conclusion]:
    """The finding about one late bet, or that it could not be told; with its `hat` taken off again, a top-hat."""
    pile, spot = _bet(play, late)
    if late.weight.verdict == "could-not-see":
        yield could_not_see(
            play, "late-bet", late.act.id, what=f"whether {pile} on {spot} came in time",
            why=_why_not(play, late), at=seen_of(late.act)[0], causes=(late.act, *late.closing.facts),
            clauses=late.clauses,
        )
        return
    would_pay = _would_pay(play, late)
    spots = play.spots(late.stack)
    account, clauses = f"{pile} put on {spot} by {HANDS[late.side]}, {_when(late)}", late.clauses
    causes: tuple[Entry, ...] = (late.act,)
    if hat is not None:
        part = play.book.rules["top-hat"]
        clauses = (part.after_drop_clauses if late.after_drop else ()) or part.clauses
        account += "; then chips were taken off the top, and a colour is left that was not there when betting closed"
        causes = (late.act, hat)
    yield find(
        play, "late-bet" if hat is None else "top-hat", late.act.id, spin=late.spin.number, weight=late.weight,
        seen=seen_of(late.act), causes=(*causes, *late.closing.facts), account=account, clauses=clauses,
        remedies=late.remedies, then=[*_money(play, late, would_pay), chips_remedy(late.remedies)],
        stack=late.stack.id, spot=spots[0] if spots else None, stake=play.stake(late.part), would_pay=would_pay,
        key=f"found/late-bet/{late.act.id}",
    )


def unseen_hands(play: Play) -> Iterator[Conclusion]:
    """Chips put to a bet after the dolly by a hand not seen: a payment, or a late bet."""
    for paid in play.felt.payments if play.book.judges("late-bet") else ():
        if paid.doubtful:
            pile = pile_text(paid.chips, play.worth(paid.chips, paid.act))
            yield could_not_see(
                play, "late-bet", paid.act, what=f"whose hand put down {pile}",
                why="it may have been a payment", at=paid.seen[0], causes=(play.facts[paid.act],),
            )


def _late(play: Play, stack: Stack, part: Part, act: Entry, data: OnFelt) -> LateChips | None:
    spin = play.betting_on(act)
    closing = play.closing(spin) if spin else None
    if spin is None or closing is None:
        return None
    chance = after(act, closing)
    if data.side == "dealer" and spin.settled_from is not None:
        # Once the ball rests the dealer's chips are payment: late only as far as they came before.
        chance *= 1 - chance_after(data.seen, spin.settled_from)
    if not chance and closing.by != ("rest",):
        return None
    since_drop = after(act, Closing(facts=(spin.drop,), by=("drop",))) if spin.drop else None
    uncalled = closing.by == ("rest",) and chance < 1 and since_drop is not None
    if uncalled and since_drop is not None:
        chance = since_drop
    after_drop = since_drop == 1 or closing.by == ("drop",)
    weight = _weigh(play, act, data, closing, chance, doubtful=uncalled)
    if weight is None:
        return None
    section = any(map(is_section, play.spots(stack)))
    remedies, clauses = _ordered(play, data, spin, act, closing, after_drop=after_drop, section=section)
    if part in stack.emptied:
        part = Part(chips=data.chips, act=act.id)
    return LateChips(act, data.side, stack, part, spin, closing, weight, after_drop, remedies, clauses)


def after(act: Entry, closing: Closing) -> Fraction:
    """The chance that the act came after closing; clocks err only between different sources."""
    if closing.surely_follows(act):
        return NEVER
    others = any(fact.source != act.source for fact in closing.facts)
    seen = widened(seen_of(act), clock_error(act) if others else 0)
    return chance_after(seen, closing.as_told_by_another(act.source))


def _weigh(
    play: Play, act: Entry, data: OnFelt, closing: Closing, chance: Fraction, *, doubtful: bool
) -> Weight | None:
    trust = [data.confidence, *map(trust_in, closing.facts)]
    known = data.side != "unknown" and not doubtful
    weight = weigh(chance, trust, suspect_from=play.house.suspect_from, side_known=known)
    blind = isinstance(data, ChipsStanding) or play.sight.blind("layout", data.seen) or any(
        play.sight.blind("wheel", seen_of(fact)) for fact in closing.facts if fact.origin == "wheel"
    )
    if weight is not None and blind:
        return Weight(verdict="could-not-see", probability=weight.probability)
    return weight


def _ordered(
    play: Play, data: OnFelt, spin: Spin, act: Entry, closing: Closing, *, after_drop: bool, section: bool
) -> tuple[tuple[Remedy, ...], tuple[str, ...]]:
    """The book's remedies and clauses for a bet, or its increase, by this hand, before or after the drop."""
    part = play.book.rules["late-bet"]
    split = after_drop and bool(part.after_drop_clauses)
    remedies = part.after_drop_remedies if split else part.remedies
    clauses = part.after_drop_clauses if split else part.clauses
    if isinstance(data, ChipsAdded):
        clauses = (part.after_drop_increase_clauses if split else part.increase_clauses) or clauses
    if data.side == "dealer":
        clauses = (part.after_drop_dealer_clauses if split else part.dealer_clauses) or clauses
        if section and part.section_dealer_clauses:
            clauses = part.section_dealer_clauses
    if part.bonus_clauses and (shown := _shown_before(spin, act)):
        only = closing.facts == (shown,) and not split
        clauses = part.bonus_clauses if only else _with_bonus(clauses, part.bonus_clauses, sharpest=not split)
        remedies = remedies if split else part.bonus_remedies or remedies
    return remedies_of(remedies, play.house), clauses


def _shown_before(spin: Spin, act: Entry) -> Entry | None:
    """The bonus numbers, if they were certainly on show when the bet was made."""
    shown = spin.first(BonusNumbersShown) if spin.ran.bonus_closes else None
    return shown if shown is not None and after(act, Closing(facts=(shown,), by=("bonus",))) == 1 else None


def _with_bonus(clauses: tuple[str, ...], bonus: tuple[str, ...], *, sharpest: bool) -> tuple[str, ...]:
    return (*clauses, *bonus) if sharpest else (*clauses[:-1], *bonus, *clauses[-1:])


def _why_not(play: Play, late: LateChips) -> str:
    if isinstance(late.act.data, ChipsStanding) or play.sight.blind("layout", seen_of(late.act)):
        return "the camera over the felt did not see it come"
    if late.weight.probability:
        return f"it is only {late.weight.probability * 100:.0f} % likely that it came {_when(late)}"
    return "the camera over the wheel did not see betting close"


def _would_pay(play: Play, late: LateChips) -> Range | None:
    spots = play.spots(late.stack)
    if not spots:
        return None
    number = play.result.number if play.result else None
    return play.pays_either(spots, play.stake(late.part), number)


def _money(play: Play, late: LateChips, would_pay: Range | None) -> list[str]:
    if would_pay is None or would_pay == (0, None):
        return []
    if play.result is None:
        return [f"It would pay {range_text(would_pay)} if it won."]
    return ["It did not win."] if would_pay == (0, 0) else [f"It would pay {range_text(would_pay)}."]


def _bet(play: Play, late: LateChips) -> tuple[str, str]:
    return pile_text(late.part.chips, play.stake(late.part)), spot_text(play.spots(late.stack))


def _when(late: LateChips) -> str:
    return when_text(seen_of(late.act), late.spin, late.closing, after_drop=late.after_drop)


def when_text(seen: Interval, spin: Spin, closing: Closing, *, after_drop: bool) -> str:
    """`between 0.4 and 0.8 s after the ball came to rest, 1.9 s after it dropped`."""
    drop, rest = spin.drop, spin.rest
    if rest is not None and seen[0] >= seen_of(rest)[1]:
        since_drop = f", {at_least_after(seen, seen_of(drop))} it dropped" if drop else ""
        return f"{span_after(seen, seen_of(rest))} the ball came to rest{since_drop}"
    if drop is not None and (after_drop or closing.by == ("rest",)):
        uncalled = "; no call was made" if closing.by == ("rest",) else ""
        return f"{span_after(seen, seen_of(drop))} the ball dropped{uncalled}"
    told = f"{span_after(seen, closing.seen)} {CLOSED[closing.by[0]]}"
    return f"{told}{_against_drop(seen, seen_of(drop) if drop else None)}"


def _against_drop(seen: Interval, drop: Interval | None) -> str:
    if drop is None or seen[1] <= drop[0]:
        return ", before the ball dropped"
    return ", about when the ball dropped"
