"""Chips counted within bounds: what a pile holds, and what is left when some are taken."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from schemas.events import Chips, Range, Value


class Part(Value, frozen=True, kw_only=True):
    """Chips of a stack that came at once; `act` is the event that put them there, null if they stood before."""

    chips: tuple[Chips, ...]
    act: str | None = None


def count_of(chips: Iterable[Chips]) -> Range:
    """How many chips, whatever their colour."""
    counts = [pile.count for pile in chips]
    highs = [high for _, high in counts if high is not None]
    return (sum(low for low, _ in counts), sum(highs) if len(highs) == len(counts) else None)


def surely_fewer(some: Iterable[Chips], all_: Iterable[Chips]) -> bool:
    """Whether the one is certainly only a part of the other."""
    most = count_of(some)[1]
    return most is not None and 0 < most < count_of(all_)[0]


def alike(one: Iterable[Chips], other: Iterable[Chips]) -> bool:
    """Whether two readings may be of the same pile."""
    (low, high), (least, most) = count_of(one), count_of(other)
    return (most is None or low <= most) and (high is None or least <= high)


def without(parts: tuple[Part, ...], taken: tuple[Chips, ...]) -> tuple[Part, ...]:
    """The parts without the chips taken, from the top down."""
    left = list(parts)
    for pile in taken:
        need = pile.count
        for nth in reversed(range(len(left))):
            kept = []
            for chips in left[nth].chips:
                meant = need != (0, 0) and (pile.colour is None or chips.colour == pile.colour)
                kept.append(replace(chips, count=_minus(chips.count, need)) if meant else chips)
                need = _minus(need, chips.count) if meant else need
            left[nth] = replace(left[nth], chips=tuple(chips for chips in kept if chips.count != (0, 0)))
    return tuple(part for part in left if part.chips)


def _minus(many: Range, few: Range) -> Range:
    low = 0 if few[1] is None else max(0, many[0] - few[1])
    return (low, None if many[1] is None else max(0, many[1] - few[0]))
