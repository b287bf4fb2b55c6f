"""Money is integer minor units; what is uncertain is [low, high]."""

from __future__ import annotations

from schemas.events import Chips, Range

NOTHING: Range = (0, 0)


def text(minor: int) -> str:
    """`87500` → `875.00`, `-5` → `-0.05`."""
    sign = "-" if minor < 0 else ""
    return f"{sign}{abs(minor) // 100}.{abs(minor) % 100:02d}"


def range_text(amount: Range) -> str:
    """`875.00`, `between 800.00 and 900.00`, `at least 800.00`."""
    low, high = amount
    if high is None:
        return f"at least {text(low)}"
    return text(low) if low == high else f"between {text(low)} and {text(high)}"


def add(one: Range, other: Range) -> Range:
    """The sum of two uncertain amounts."""
    return (one[0] + other[0], None if one[1] is None or other[1] is None else one[1] + other[1])


def less(one: Range, other: Range) -> Range:
    """One uncertain amount without another; never below nothing."""
    low = 0 if other[1] is None else max(0, one[0] - other[1])
    return (low, None if one[1] is None else max(0, one[1] - other[0]))


def times(amount: Range, factor: int) -> Range:
    """An uncertain amount, this many times; the factor is not negative."""
    return (amount[0] * factor, None if amount[1] is None else amount[1] * factor)


def below(one: Range, other: Range) -> bool:
    """Whether the one is certainly less than the other."""
    return one[1] is not None and one[1] < other[0]


def worth(chips: tuple[Chips, ...], values: dict[str, int]) -> Range:
    """What chips are worth; a colour unknown or without a value leaves no upper bound."""
    total: Range = NOTHING
    for pile in chips:
        value = None if pile.colour is None else values.get(pile.colour)
        total = add(total, (0, None) if value is None else times(pile.count, value))
    return total
