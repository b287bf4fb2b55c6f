"""What stands on the felt as the eye knows it, and what a look at a part of it can change."""

from __future__ import annotations

from typing import Literal

from schemas.events import Chips, Value
from vision.layout.chips import Layers, gathered
from vision.layout.silhouette import Mask

Kind = Literal["placed", "added", "reduced", "removed", "dolly", "lifted"]


class Thing(Value, frozen=True, kw_only=True):
    """Something upright on the cloth."""

    x: float
    y: float
    radius: float
    height: float


class Stack(Thing, frozen=True, kw_only=True):
    """Chips in one pile: colours bottom to top, and between which counts the truth lies."""

    name: str
    layers: tuple[str | None, ...]
    low: int
    high: int
    error: float
    confidence: float

    @property
    def chips(self) -> tuple[Chips, ...]:
        """The chips as they are told."""
        return gathered(Layers(colours=self.layers), self.low, self.high)


class Dolly(Thing, frozen=True, kw_only=True):
    """The winning-number marker."""

    number: str | None
    confidence: float


class Change(Value, frozen=True, kw_only=True, eq=False):
    """One thing that is different now; `cells` are where it shows, in the whole picture's cells."""

    kind: Kind
    thing: Stack | Dolly
    chips: tuple[Chips, ...] = ()
    cells: Mask


def compare(before: Stack, after: Stack, more: int) -> tuple[Kind | Literal["same", "replaced"], tuple[Chips, ...]]:
    """What became of a stack, now `more` chips high than it was: the kind of change, and the chips it is about."""
    if not alike(before.layers, after.layers):
        return "replaced", after.chips
    apart = after.low > before.high or after.high < before.low
    way = more or (len(after.layers) - len(before.layers) if apart else 0)
    if way > 0:
        added = Layers(colours=after.layers[-min(len(after.layers), way) :])
        return "added", gathered(added, *_between(after.low - before.high, after.high - before.low, way))
    if way < 0:
        taken = Layers(colours=before.layers[-min(len(before.layers), -way) :])
        return "reduced", gathered(taken, *_between(before.low - after.high, before.high - after.low, -way))
    return "same", ()


def alike(one: tuple[str | None, ...], other: tuple[str | None, ...]) -> bool:
    """Whether chips may be the same, bottom to top: most of those whose colours are known in both agree."""
    known = [(old, new) for old, new in zip(one, other, strict=False) if old is not None and new is not None]
    return not known or 2 * sum(old == new for old, new in known) >= len(known)


def _between(least: int, most: int, measured: int) -> tuple[int, int]:
    """The bounds of a difference: what both counts allow, and what was measured directly."""
    if least >= 1:
        return least, max(most, least)
    return max(1, measured - 1), max(1, measured + 1)
