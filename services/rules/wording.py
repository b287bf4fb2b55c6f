"""Words of the floor for counts, chips, spots and spans of time."""

from __future__ import annotations

from schemas.events import Chips, Range
from schemas.layout import wager_of
from schemas.moment import Interval, Moment
from schemas.money import range_text, text

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = {"1": "first", "2": "second", "3": "third"}


def clock(moment: Moment) -> str:
    """`21:14:32`, as on the wall."""
    return f"{moment.utc:%H:%M:%S}"


def how_many(count: int) -> str:
    """In words to twelve."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def count_text(count: Range) -> str:
    """`five`, `between four and six`, `at least four`."""
    low, high = count
    if high is None:
        return f"at least {how_many(low)}" if low else "some"
    return how_many(low) if low == high else f"between {how_many(low)} and {how_many(high)}"


def pile_text(chips: tuple[Chips, ...], worth: Range) -> str:
    """`five green chips (25.00)`; what is not known is said."""
    together: dict[str | None, Range] = {}
    for pile in chips:
        low, high = together.get(pile.colour, (0, 0))
        most = None if high is None or pile.count[1] is None else high + pile.count[1]
        together[pile.colour] = (low + pile.count[0], most)
    parts = [f"{count_text(count)} {colour or 'unreadable'}" for colour, count in together.items()]
    if not parts:
        return "chips not counted"
    noun = "chip" if len(together) == 1 and next(iter(together.values())) == (1, 1) else "chips"
    return f"{' and '.join(parts)} {noun} ({worth_text(worth)})"


def worth_text(worth: Range) -> str:
    """`25.00`, or that the value is not known."""
    return "value not known" if worth == (0, None) else range_text(worth)


def spot_text(spots: tuple[str, ...]) -> str:
    """`17`, `the split 17-20`, `the first dozen`, `17 or the split 17-20`."""
    return " or ".join(map(_spot, spots)) if spots else "no bet's place"


def _spot(spot: str) -> str:
    kind = wager_of(spot)
    if kind in ("straight", "even-chance"):
        return spot
    if kind in ("column", "dozen"):
        return f"the {ORDINALS[spot.rsplit('-', 1)[1]]} {kind}"
    return f"the {kind} {spot}"


def span_after(act: Interval, mark: Interval) -> str:
    """`between 0.4 and 0.8 s after`, `0.6 s after`, `between 0.2 s before and 0.4 s after`."""
    low, high = _tenths(act[0] - mark[1]), _tenths(act[1] - mark[0])
    if high < 0:
        return f"{-high / 10:.1f} s before" if low == high else f"between {-high / 10:.1f} and {-low / 10:.1f} s before"
    if low < 0:
        return f"between {-low / 10:.1f} s before and {high / 10:.1f} s after"
    return f"{low / 10:.1f} s after" if low == high else f"between {low / 10:.1f} and {high / 10:.1f} s after"


def at_least_after(act: Interval, mark: Interval) -> str:
    """`1.9 s after`: the least it can have been."""
    return f"{_tenths(max(0, act[0] - mark[1])) / 10:.1f} s after"


def revolutions_text(revolutions: tuple[float, float | None]) -> str:
    """`3.2 revolutions`, `between 3.6 and 4.1 revolutions`."""
    low, high = revolutions
    if high is None:
        return f"at least {low:.1f} revolutions"
    if f"{low:.1f}" == f"{high:.1f}":
        return f"{low:.1f} revolutions"
    return f"between {low:.1f} and {high:.1f} revolutions"


def money_text(amount: Range) -> str:
    """An amount as people read it."""
    return "an amount not known" if amount == (0, None) else range_text(amount)


def difference_text(more: Range, less: Range) -> str:
    """By how much the one is certainly more: `5.00`, `at least 5.00`."""
    least = more[0] - (less[1] or 0)
    exact = more[0] == more[1] and less[0] == less[1]
    return text(least) if exact else f"at least {text(least)}"


def _tenths(ms: int) -> int:
    """Milliseconds to tenths of a second, half away from zero."""
    return (ms + 50) // 100 if ms >= 0 else -((-ms + 50) // 100)


def capital(words: str) -> str:
    """The first letter large, also inside a quotation."""
    start = 1 if words.startswith("'") else 0
    return words[:start] + words[start:start + 1].upper() + words[start + 1:]


def small(words: str) -> str:
    """The first letter small, also inside a quotation."""
    start = 1 if words.startswith("'") else 0
    return words[:start] + words[start:start + 1].lower() + words[start + 1:]
