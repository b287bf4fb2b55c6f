"""The rotor's rings from spindle to edge: where numbers end and pockets end, told by what turns with the rotor."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.wheel.numbers import NumberOrder
from vision.wheel.ring_plane import RingPlane

RADII = np.linspace(0.3, 1.0, 71)
USUAL = (0.81, 0.62, 0.24)
"""Inner edge of numbers, inner edge of pockets and the turret's on an ordinary wheel, in radii of the number ring."""


class RingProfile:
    """Gathers the rotor's picture in its own frame, where light and glare wash out and what is painted stays."""

    def __init__(self, plane: RingPlane, order: NumberOrder) -> None:
        self._map = plane.unroll(RADII, order.columns)
        self._pockets = len(order.pockets)
        self._sum = np.zeros((RADII.size, order.columns), np.float64)
        self._count = 0

    def take(self, frame: Frame, column: float) -> None:
        """Add a frame whose rotor was read."""
        strip = cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR)
        self._sum += np.roll(strip, -round(column), axis=1)
        self._count += 1

    def rings(self) -> tuple[float, float, float]:
        """The two edges where they show, ordinary proportions where they do not; the turret is always by proportion."""
        if self._count < 5:
            return USUAL
        mean = self._sum / self._count
        tone = mean.mean(axis=1)
        frets = np.abs(np.fft.rfft(mean, axis=1))[:, self._pockets] / mean.shape[1]
        numbers = _steepest(tone, 0.77, 0.845)
        pockets = _steepest(frets, 0.5, 0.72)
        return (USUAL[0] if numbers is None else numbers, USUAL[1] if pockets is None else pockets, USUAL[2])


def _steepest(profile: NDArray[np.float64], low: float, high: float) -> float | None:
    """The radius between two at which the profile changes most, if it stands out."""
    change = np.abs(np.gradient(np.convolve(profile, np.ones(3) / 3, "same")))
    within = (low <= RADII) & (high >= RADII)
    best = int(np.argmax(np.where(within, change, 0)))
    return round(float(RADII[best]), 3) if change[best] > 2 * float(np.median(change[within])) else None
