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


def compare(before: Stack, after: Stack) -> tuple[Kind | Literal["same", "replaced"], tuple[Chips, ...]]:
    """What became of a stack: the kind of change, and the chips it is about."""
    lower = zip(before.layers, after.layers, strict=False)
    if any(old != new for old, new in lower if old is not None and new is not None):
        return "replaced", after.chips
    if after.low > before.high:
        more = Layers(colours=after.layers[len(before.layers) :])
        return "added", gathered(more, after.low - before.high, after.high - before.low)
    if after.high < before.low:
        fewer = Layers(colours=before.layers[len(after.layers) :])
        return "reduced", gathered(fewer, before.low - after.high, before.high - after.low)
    return "same", ()
