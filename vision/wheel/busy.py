"""Where in the picture a wheel may be: what keeps changing while it turns, and what is chequered while it stands."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Redness = NDArray[np.uint8]
Busy = NDArray[np.float32]

PARTS = 4
"""Into how many stretches of time a video is cut to see what changes in all of them; more forgives longer visitors, and
asks the wheel to turn faster."""
CHEQUERS = (2.0, 4.0)
"""Sizes, in points of the small picture, of the squares looked for on a wheel that stands still."""


def change_of(redness: Redness) -> Busy:
    """Mean absolute deviation over time, per picture point: a hand that passes once leaves little."""
    middle = np.median(redness, axis=0).astype(np.float32)
    total = np.zeros_like(middle)
    for picture in redness:
        total += np.abs(picture.astype(np.float32) - middle)
    smooth: Busy = cv2.GaussianBlur(total / len(redness), (0, 0), 0.8).astype(np.float32)
    return smooth


def unceasing(redness: Redness) -> Busy:
    """What changes in every part of the video: an arm, a guest or a moving cloth is only there for some of it."""
    least: Busy = np.min([change_of(part) for part in np.array_split(redness, PARTS)], axis=0).astype(np.float32)
    return least


def chequered(redness: Redness) -> tuple[Busy, ...]:
    """How much redness differs from place to place, of squares of several sizes: a ring of numbers stands out."""
    still = np.median(redness, axis=0).astype(np.float32)
    return tuple(_contrast(still, size) for size in CHEQUERS)


def _contrast(picture: NDArray[np.float32], size: float) -> Busy:
    around = cv2.GaussianBlur(picture, (0, 0), 2 * size)
    spread: Busy = np.sqrt(cv2.GaussianBlur((picture - around) ** 2, (0, 0), size)).astype(np.float32)
    return spread
