"""What a wager pays under the table's book and variant, exactly: integers, or the bounds of what is uncertain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from schemas.events import BonusGeneratorFailed, BonusNumbersShown, Range
from schemas.layout import covers, pieces_of, wager_of
from schemas.money import NOTHING, add
from schemas.rulebook import VariantName
from schemas.rulebook_parts import VariantPart

if TYPE_CHECKING:
    from services.rules.play import Play


def pays(play: Play, spot: str, stake: Range, number: str | None) -> Range:
    """What a bet is paid besides its stake if the number wins; the most and least it can win, when it is null.

    Of a multiple wager each piece wins or loses by itself; those that lose are collected, and owe nothing to the rest.
    """
    order = play.order
    if number is None:
        return spanned([pays(play, spot, stake, each) for each in sorted(covers(spot, order))])
    pieces = pieces_of(spot, order)
    units = sum(count for _, count in pieces)
    total = NOTHING
    for piece, count in pieces:
        if number in covers(piece, order):
            total = add(total, _times(stake, rate(play, piece, number) * count / units))
    return total


def spanned(amounts: Sequence[Range]) -> Range:
    """As low as the lowest, as high as the highest."""
    highs = [high for _, high in amounts if high is not None]
    return (min(low for low, _ in amounts), max(highs) if len(highs) == len(amounts) else None)


def offered(play: Play, spot: str) -> bool:
    """Whether this book, with the table's variants, has such a wager at all."""
    wager = wager_of(spot)
    if wager.startswith("section-"):
        return any(variant.sections for variant in adopted(play).values())
    book = play.book
    if wager in book.odds:
        return book.offers(spot, play.game.setup.felt.zeros or "single-zero")
    return wager in book.wager_clauses or wager in book.wager_clauses_38


def adopted(play: Play) -> dict[VariantName, VariantPart]:
    """The variants the table has adopted, the one that prevails first (8.2)."""
    if not play.game.setup.variants:
        return {}
    known = {name: play.book.variants[name] for name in play.game.setup.variants if name in play.book.variants}
    return dict(sorted(known.items(), key=lambda item: -item[1].precedence))


def rate(play: Play, spot: str, number: str) -> Fraction:
    """What one unit wins besides itself: to one, or for one where the variant pays so."""
    wager = wager_of(spot)
    if wager.startswith("section-"):
        told = play.game.setup.section_pay.get(wager.removeprefix("section-"), 0)  # type: ignore[call-overload]
        return Fraction(told) if isinstance(told, int) else Fraction(*told)
    variants = adopted(play)
    odds = play.book.odds.get(wager, 0)  # type: ignore[call-overload]
    bonus = next((variant for variant in variants.values() if variant.straight is not None), None)
    if bonus is not None and bonus.straight is not None and wager == "straight" and not generator_failed(play):
        odds = shown(play).get(number, bonus.straight)
    for_one = any(wager in variant.for_one for variant in variants.values())
    return Fraction(odds - 1 if for_one else odds)


def shown(play: Play) -> dict[str, int]:
    """The bonus numbers of the spin that counts, with their multipliers."""
    spin = play.valid
    facts = spin.every(BonusNumbersShown) if spin else []
    if not facts or not isinstance(facts[-1].data, BonusNumbersShown):
        return {}
    return {bonus.number: bonus.multiplier for bonus in facts[-1].data.numbers}


def generator_failed(play: Play) -> bool:
    """Whether the bonus generator is out of order, so that the ordinary pay table is back (5.10)."""
    return play.round.generator_failed or play.told.any(BonusGeneratorFailed)


def _times(stake: Range, factor: Fraction) -> Range:
    """An amount of money this many times: what does not come out even is a bound, never a fraction."""
    low = stake[0] * factor.numerator // factor.denominator
    return (low, None if stake[1] is None else -(-stake[1] * factor.numerator // factor.denominator))
