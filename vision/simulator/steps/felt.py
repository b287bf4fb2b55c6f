"""What happens on the felt. A step with `player = N` is done by that player's hand; without, by the dealer's."""

from __future__ import annotations

from schemas.events import Range, kebab
from vision.simulator.scene import Pile
from vision.simulator.steps.step import Step


class FeltStep(Step, frozen=True, kw_only=True, tag=kebab):
    """A hand over the felt: player N's, or the dealer's; `unseen`: the eye cannot tell whose it was.

    `count_range`: the eye can only say that there are between so many and so many chips of a colour.
    """

    player: int | None = None
    unseen: bool = False
    count_range: Range | None = None


class Chipped(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """Chips put down: `colour` and `count`, or `chips` bottom to top."""

    spot: str
    colour: str | None = None
    count: int | None = None
    chips: tuple[Pile, ...] = ()

    @property
    def piles(self) -> tuple[Pile, ...]:
        """What is put down, bottom to top."""
        if self.colour is None or self.count is None:
            return self.chips
        return (Pile(colour=self.colour, count=self.count),)


class Bet(Chipped, frozen=True, kw_only=True, tag=kebab):
    """A new stack is put on a spot; `off_mm` moves it from the spot's middle; `straddles`: on purpose in between.

    `courtesy`: on the courtesy line or in its box instead.
    """

    off_mm: tuple[float, float] = (0.0, 0.0)
    straddles: bool = False
    courtesy: bool = False


class Stood(Bet, frozen=True, kw_only=True, tag=kebab):
    """A stack that stands on a spot before the cameras begin to look; nobody saw whose hand put it there."""


class Add(Chipped, frozen=True, kw_only=True, tag=kebab):
    """Chips are put on top of a stack; `onto` is that stack's lowest colour where several stand on the spot."""

    onto: str | None = None


class Reduce(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """Some chips are taken off the top of a stack."""

    spot: str
    count: int
    colour: str | None = None


class Take(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A whole stack is taken."""

    spot: str
    colour: str | None = None


class Move(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A stack is moved to another spot."""

    spot: str
    to: str
    colour: str | None = None
    off_mm: tuple[float, float] = (0.0, 0.0)


class Dolly(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dolly is put on a number, beside the chips that stand there."""

    number: str
    off_mm: tuple[float, float] | None = None


class LiftDolly(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dolly is taken off the felt."""


class Collect(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer takes in a losing stack."""

    spot: str
    colour: str | None = None


class Pay(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer puts chips beside a bet, bottom to top; `colour` is the bet's lowest where several stand there."""

    spot: str
    chips: tuple[Pile, ...]
    colour: str | None = None
    off_mm: tuple[float, float] | None = None


class Brush(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """A sleeve or hand brushes a stack by accident: it slips by `off_mm` and stays the bet it was."""

    spot: str
    colour: str | None = None
    off_mm: tuple[float, float] = (0.0, 0.0)


class Wave(FeltStep, frozen=True, kw_only=True, tag=kebab):
    """The dealer waves a flat hand over the cloth, touching nothing: no more bets."""
