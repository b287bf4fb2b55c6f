"""Whether a picture still shows what it showed: an advert, a replay or another camera shows something else."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image

WIDE, HIGH = 48, 27
STEP = 4
"""Every so many points are looked at before the picture is made small; more saves time and lets noise in."""
ALIKE = 0.6
"""How far two pictures of one view must agree (1 is wholly); raise it and a reaching arm is another view, lower it and
another table passes for this one."""

Glimpse = NDArray[np.float32]


def glimpse(y: Image) -> Glimpse:
    """A picture so small that only where it is light and dark is left, whatever the exposure."""
    step = max(1, min(STEP, y.shape[1] // (2 * WIDE)))
    small = cv2.resize(y[::step, ::step], (WIDE, HIGH), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean()
    even: Glimpse = (small / (float(np.linalg.norm(small)) or 1.0)).astype(np.float32)
    return even


def likeness(one: Glimpse, other: Glimpse) -> float:
    """1 where two glimpses are the same, about 0 where they have nothing in common."""
    return float(np.vdot(one, other))


def views(glimpses: list[Glimpse]) -> list[list[int]]:
    """Which pictures show the same, the commonest view first."""
    groups = list[tuple[Glimpse, list[int]]]()
    for index, each in enumerate(glimpses):
        nearest = max(groups, key=lambda group: likeness(group[0], each), default=None)
        if nearest is not None and likeness(nearest[0], each) > ALIKE:
            nearest[1].append(index)
        else:
            groups.append((each, [index]))
    return sorted((members for _, members in groups), key=len, reverse=True)
