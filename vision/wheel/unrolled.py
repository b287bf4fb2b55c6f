"""Rings of the picture unrolled: which radius a row shows and which angle a column."""

from __future__ import annotations

from dataclasses import dataclass
from math import tau

import numpy as np

from vision.wheel.ring_plane import Floats


@dataclass(frozen=True)
class Grid:
    """Rows are radii from `inner` outwards, columns go once round clockwise; lengths in radii of the number ring."""

    inner: float
    outer: float
    rows: int
    columns: int

    @property
    def step(self) -> float:
        """Radii between two rows."""
        return (self.outer - self.inner) / (self.rows - 1)

    @property
    def radii(self) -> Floats:
        """The radius of each row."""
        return np.linspace(self.inner, self.outer, self.rows)

    @property
    def along(self) -> float:
        """How long a column is round the middle of the rows, in radii."""
        return tau / self.columns * (self.inner + self.outer) / 2

    def angle(self, column: float) -> float:
        """The angle that a column shows, once round at most."""
        return column % self.columns * tau / self.columns

    def radius(self, row: float) -> float:
        """The radius that a row shows."""
        return self.inner + row * self.step
