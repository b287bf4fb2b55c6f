"""What stands on the felt second by second, in truth and as the eye has told it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from schemas import events
from schemas.envelope import Entry
from schemas.events import OnFelt, Value
from vision.score import NEAR_MM

SETTLED_S = 2.5
"""How long after a change the eye may take before what it says of that place counts. Contracts allow 1.5 s of waiting
for the hand and 0.75 s of sequencing; higher forgives a slow eye."""
COMES = (events.ChipsPlaced, events.ChipsStanding, events.ChipsPaid)
GOES = (events.ChipsRemoved, events.ChipsCollected)


class Stands(Value, frozen=True, kw_only=True):
    """A stack from its coming to its going, in seconds from the beginning."""

    x: float
    y: float
    spot: str | None
    since: float
    until: float = float("inf")

    def at(self, t: float) -> bool:
        """Whether it stands at this time."""
        return self.since <= t < self.until

    def near(self, other: Stands) -> bool:
        """Whether the two are one stack."""
        return hypot(self.x - other.x, self.y - other.y) <= NEAR_MM


def stands(entries: Sequence[Entry]) -> list[Stands]:
    """Every stack the layout's eye told of, with its time; a collected or moved one ends."""
    found: list[Stands] = []
    open_: dict[str, int] = {}
    start = entries[0].time

    def end(name: str | None, t: float) -> None:
        nth = open_.pop(name or "", None)
        if nth is not None:
            found[nth] = Stands(x=found[nth].x, y=found[nth].y, spot=found[nth].spot, since=found[nth].since, until=t)

    def begin(name: str | None, x: float | None, y: float | None, spot: str | None, t: float) -> None:
        if x is not None and y is not None:
            end(name, t)
            open_[name or f"{x} {y}"] = len(found)
            found.append(Stands(x=x, y=y, spot=spot, since=t))

    for one in entries:
        t, said = one.time.after(start), one.data
        if isinstance(said, events.ChipsMoved):
            end(said.stack, t)
            begin(said.stack, said.to.x_mm, said.to.y_mm, said.to.spot, t)
        elif isinstance(said, GOES):
            end(said.stack, t)
        elif isinstance(said, COMES) and isinstance(said, OnFelt):
            begin(said.stack, said.x_mm, said.y_mm, said.spot, t)
    return found
