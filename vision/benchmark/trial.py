"""What is tried: how hard the cameras are, and the wheel, ball and camera that a seed gives."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from schemas.events import Value
from schemas.table import TableSetup, WheelPart
from vision.simulator.view import Difficulty, View

SMALL = (640, 360)
LAWFUL_MM, ANY_MM = (17.0, 23.0), (12.0, 30.0)
"""Widths of balls: those of 2.4, and those that a box of balls may hold."""
ODD_BALLS = 0.2
"""The share of wheels whose ball may be of any width."""


class Trial(Value, frozen=True, kw_only=True):
    """How hard the cameras are; `small`: every picture 640x360 at 30 fps at most, which is quicker and no easier."""

    difficulty: Difficulty = "hard"
    small: bool = False
    size: tuple[int, int] | None = None

    def view(self, seed: int) -> View | None:
        """The camera of a seed; nothing for the plain one."""
        view = View.draw(self.difficulty, seed)
        if view is None:
            return None
        if self.size is not None:
            view = replace(view, size=self.size)
        return replace(view, size=SMALL, fps=min(view.fps, 30)) if self.small else view


def table_of(seed: int) -> TableSetup:
    """A table's wheel and ball: every fourth is a double-zero wheel."""
    rng = np.random.default_rng((seed, 0xB0CA))
    wide = ANY_MM if rng.random() < ODD_BALLS else LAWFUL_MM
    order = "american" if seed % 4 == 3 else "single-zero"
    wheel = WheelPart(order=order, ball_mm=round(float(rng.uniform(*wide)), 1))
    return TableSetup(table="t1", rulebook="division-current", wheel=wheel)
