"""When hands are over the felt: acts of one person close together are one reach."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.events import Side, Value
from vision.simulator.scene import FeltMove

REACH_S, DWELL_S, PULL_S = 0.40, 0.09, 0.36
"""From the picture's edge to the place, over the place before and after the act, and back to the edge."""
CARRY_S = 0.45
"""How long a stack that is moved is in the hand."""
WAVE_S = 1.1
"""How long the dealer's wave takes from one side of the layout to the other."""
JOINED_S = 1.1
"""Acts of one hand closer than this are done without leaving the felt."""


class Visit(Value, frozen=True, kw_only=True):
    """One reach of one person's arm over the felt, and what it does there."""

    side: Side
    position: int | None
    moves: tuple[FeltMove, ...]

    @property
    def enters(self) -> float:
        """When the arm crosses the picture's edge."""
        return begins(self.moves[0]) - DWELL_S - REACH_S

    @property
    def leaves(self) -> float:
        """When it is gone."""
        return ends(self.moves[-1]) + DWELL_S + PULL_S


def begins(move: FeltMove) -> float:
    """When the hand is where a move begins."""
    return move.at_s - {"move": CARRY_S, "wave": WAVE_S / 2}.get(move.what, 0.0)


def ends(move: FeltMove) -> float:
    """When the hand has done with it."""
    return move.at_s + (WAVE_S / 2 if move.what == "wave" else 0.0)


def visits(moves: Iterable[FeltMove]) -> tuple[Visit, ...]:
    """The reaches that do these moves; what stood there from the first needs none."""
    groups: dict[tuple[Side, int | None], list[list[FeltMove]]] = {}
    for move in sorted((move for move in moves if move.at_s >= 0), key=lambda move: move.at_s):
        own = groups.setdefault((move.side, move.position), [])
        if own and begins(move) - ends(own[-1][-1]) < JOINED_S:
            own[-1].append(move)
        else:
            own.append([move])
    found = [Visit(side=who[0], position=who[1], moves=tuple(group)) for who, own in groups.items() for group in own]
    return tuple(sorted(found, key=lambda visit: visit.enters))
