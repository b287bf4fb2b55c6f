"""How the light falls on the pockets: glare and shade stand still while the rotor carries the pockets through them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ENOUGH = 0.35
"""Turns of the rotor after which the light is known; fewer and a pocket's own colour passes for light."""


class PocketLight:
    """The mean brightness of each place round the spindle, learnt as the rotor turns under it."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._mean = np.zeros(shape, np.float32)
        self._turned = 0.0
        self._column: float | None = None

    def evened(self, strip: NDArray[np.float32], column: float, *, learn: bool) -> NDArray[np.float32]:
        """The strip as it would look in even light, once the light is known."""
        size = strip.shape[1]
        if learn:
            moved = 0.0 if self._column is None else abs((column - self._column + size / 2) % size - size / 2) / size
            self._column = column
            if moved > 0 or self._turned == 0:
                weight = min(1.0, max(moved / (self._turned + moved + 1e-9), moved * 0.7)) if self._turned else 1.0
                self._mean += np.float32(weight) * (strip - self._mean)
                self._turned = min(2.0, self._turned + moved)
        if self._turned < ENOUGH:
            return strip
        level = float(np.median(self._mean))
        factor = level / np.clip(self._mean, 0.35 * level + 6, None)
        even: NDArray[np.float32] = strip * np.clip(factor, 0.3, 1.6).astype(np.float32)
        return even
