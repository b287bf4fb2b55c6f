"""The bonus numbers: how many, which, with what multipliers, and not before betting has closed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import BonusNumbersShown
from services.rules.closing import Closing, calls_of
from services.rules.finding import Conclusion, judged
from services.rules.late_bet import after
from services.rules.odds import adopted
from services.rules.play import Play
from services.rules.spin import Spin


def bonus_numbers(play: Play) -> Iterator[Conclusion]:
    """Everything the bonus game's rules say about what was shown."""
    variant = next((each for each in adopted(play).values() if each.numbers is not None), None)
    if variant is None or variant.numbers is None:
        return
    for spin in play.spins:
        for fact in spin.every(BonusNumbersShown):
            yield from _count(play, spin, fact, variant.numbers)
            if variant.multipliers is not None:
                yield from _multipliers(play, spin, fact, variant.multipliers)
            yield from _early(play, spin, fact)


def _count(play: Play, spin: Spin, fact: Entry, allowed: tuple[int, int]) -> Iterator[Conclusion]:
    assert isinstance(fact.data, BonusNumbersShown)
    numbers = [bonus.number for bonus in fact.data.numbers]
    strange = [number for number in numbers if number not in play.order]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    wrong = None
    if not allowed[0] <= len(numbers) <= allowed[1]:
        wrong = f"{len(numbers)} bonus numbers were shown; at most {allowed[1]} are allowed"
    elif strange:
        wrong = f"{strange[0]} was shown as a bonus number; it is not on this wheel"
    elif twice:
        wrong = f"{twice[0]} was shown twice as a bonus number"
    if wrong and play.book.judges("bonus-numbers-wrong"):
        yield from judged(play, "bonus-numbers-wrong", fact.id, spin=spin.number, causes=(fact,), account=wrong,
                          what="which bonus numbers were shown")


def _multipliers(play: Play, spin: Spin, fact: Entry, allowed: tuple[int, int]) -> Iterator[Conclusion]:
    assert isinstance(fact.data, BonusNumbersShown)
    wrong = [bonus for bonus in fact.data.numbers if not allowed[0] <= bonus.multiplier <= allowed[1]]
    if wrong and play.book.judges("bonus-multiplier-wrong"):
        bounds = f"{allowed[0]} to {allowed[1]} are allowed"
        yield from judged(
            play, "bonus-multiplier-wrong", fact.id, spin=spin.number, causes=(fact,), spot=wrong[0].number,
            what="which multipliers were shown",
            account=f"{wrong[0].number} was shown to pay {wrong[0].multiplier}; {bounds}",
        )


def _early(play: Play, spin: Spin, fact: Entry) -> Iterator[Conclusion]:
    """Shown before 'no more bets': certain once the call has come, or could no longer come in time."""
    if not play.book.judges("bonus-shown-early"):
        return
    calls = calls_of(spin)
    first = min(calls, key=lambda call: call.time) if calls else spin.drop
    if first is None:
        if not play.passed(fact.time) or not (play.closed or spin.rest):
            return
        chance = Fraction(1)
    else:
        chance = 1 - after(fact, Closing(facts=(first,), by=("call",)))
    yield from judged(
        play, "bonus-shown-early", fact.id, spin=spin.number, chance=chance,
        causes=(fact, first) if first else (fact,), what="whether bonus numbers were shown before betting closed",
        account="bonus numbers were shown before 'no more bets'",
    )
