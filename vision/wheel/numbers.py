"""The known order of the numbers against a ring of colours: how far it is turned, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from schemas.wheel import colour_of

Floats = NDArray[np.float64]

PER_POCKET = 20
"""Columns of an unrolled ring for each pocket; more cost time and bring less than the picture holds."""
NUMBER_ROWS = np.array([0.875, 0.905, 0.935, 0.965])
"""Radii, of the ring's outer edge, where the numbers' colours are read: inside every edge line, outside the pockets."""


@dataclass(frozen=True)
class Levels:
    """Redness (the V plane) of the three colours as this camera shows them."""

    red: float
    black: float
    green: float


ORDINARY = Levels(1.0, 0.0, -0.6)
"""Redness before a camera's own levels are known; only proportions matter."""


class NumberOrder:
    """One wheel's order as a pattern of redness round the ring, pocket 0's middle at column 0."""

    def __init__(self, pockets: tuple[str, ...], levels: Levels = ORDINARY) -> None:
        self.pockets = pockets
        self.columns = PER_POCKET * len(pockets)
        colours = [colour_of(number) for number in pockets]
        pattern = np.repeat([getattr(levels, colour) for colour in colours], PER_POCKET).astype(np.float64)
        pattern = np.roll(pattern, -PER_POCKET // 2)
        pattern -= pattern.mean()
        self.red, self.black, self.green = (
            np.array([colour == wanted for colour in colours]) for wanted in ("red", "black", "green"))
        self.pattern = pattern / np.linalg.norm(pattern)
        self._pattern = np.conj(np.fft.rfft(self.pattern))
        self._thrice = np.tile(self.pattern, 3)

    def agreement(self, strip: Floats) -> Floats:
        """For each column, how well a strip (or each of several) fits the order with pocket 0 there: 1 is perfectly."""
        centred = strip - strip.mean(axis=-1, keepdims=True)
        size = np.maximum(1e-9, np.linalg.norm(centred, axis=-1, keepdims=True))
        return np.fft.irfft(np.fft.rfft(centred / size) * self._pattern, self.columns)

    def near(self, strip: Floats, column: float, reach: int) -> tuple[float, float]:
        """Where within so many columns of one the strip agrees best, between columns, and how well it does there."""
        middle = round(column)
        first = (-middle - reach) % self.columns
        mean = float(strip.sum()) / strip.size
        size = sqrt(max(1e-12, float(strip @ strip) - strip.size * mean**2))
        around = self._thrice[first:first + self.columns + 2 * reach]
        curve = np.correlate(around, strip, "valid")[::-1] / size
        best = min(max(int(curve.argmax()), 1), 2 * reach - 1)
        return middle - reach + peak(curve, best), float(curve[best])

    def measure(self, strip: Floats, column: float) -> Levels | None:
        """The three colours' redness in a strip whose pocket 0 is known; nothing if they do not stand apart."""
        turned = np.roll(strip, PER_POCKET // 2 - round(column))
        middle = np.median(turned.reshape(-1, PER_POCKET)[:, 5:-5], axis=1)
        red, black = float(np.median(middle[self.red])), float(np.median(middle[self.black]))
        green = float(np.median(middle[self.green])) if self.green.any() else black
        return Levels(red, black, green) if red - black > 10 else None


def peak(curve: Floats, column: int) -> float:
    """The top of a curve near a column, between columns."""
    before, here, after = (float(curve[(column + step) % curve.size]) for step in (-1, 0, 1))
    bend = before - 2 * here + after
    return column + (0.5 * (before - after) / bend if bend < -1e-12 else 0.0)
