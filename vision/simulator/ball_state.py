"""Where the ball is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class BallState:
    """Where the ball is: polar millimetres round the spindle, angle clockwise from above, not wrapped."""

    where: Literal["track", "falling", "pocket", "hand"]
    angle: float
    radius_mm: float
    height_mm: float
