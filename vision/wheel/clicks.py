"""What a person points out when the wheel is not found by itself: the spindle, and places on the number ring's edge."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, isfinite

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from vision.wheel.ring_plane import Ellipse

Point = tuple[float, float]


@dataclass(frozen=True)
class Clicks:
    """Picture points: the spindle, and three or more on the outer edge of the numbers (five without the spindle)."""

    centre: Point | None = None
    ring: tuple[Point, ...] = ()

    @classmethod
    def read(cls, centre: str | None, ring: tuple[str, ...]) -> Clicks:
        """From `X,Y` as a person types them."""
        return cls(None if centre is None else _point(centre, "--centre"),
                   tuple(_point(part, "--ring") for each in ring for part in each.split()))

    def ellipse(self) -> Ellipse | None:
        """The ring through the clicks; nothing when there are none."""
        if not self.ring:
            return None
        if len(self.ring) < (3 if self.centre else 5):
            raise NoMoreBetsError(f"{len(self.ring)} places on the ring are too few: give --ring five times, or "
                                  "--centre and --ring three times.")
        points = list(self.ring)
        if self.centre is not None:  # a ring is nearly the same on the other side of its spindle
            points += [(2 * self.centre[0] - x, 2 * self.centre[1] - y) for x, y in self.ring]
        (x, y), (first, second), degrees = cv2.fitEllipseDirect(np.array(points, np.float32))
        if not (np.isfinite([x, y, first, second]).all() and min(first, second) > 4):
            raise NoMoreBetsError("the places given with --ring lie on no ellipse; take the outer edge of the numbers.")
        if first < second:
            first, second, degrees = second, first, degrees + 90
        return Ellipse(x, y, first / 2, second / 2, float(np.radians(degrees)))

    def agrees(self, ring: Ellipse) -> bool:
        """Whether a ring that was found is the one pointed at."""
        return self.centre is None or hypot(ring.x - self.centre[0], ring.y - self.centre[1]) < 0.4 * ring.b


def _point(text: str, option: str) -> Point:
    try:
        x, y = (float(part) for part in text.split(","))
        if not isfinite(x + y):
            raise ValueError
    except ValueError:
        raise NoMoreBetsError(f"{option} '{text}': give a place in the picture as X,Y, like 480,270.") from None
    return x, y
