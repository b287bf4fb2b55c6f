"""How the light falls on the pockets: glare and shade stand still while the rotor carries the pockets through them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Strip = NDArray[np.uint8]
Floats32 = NDArray[np.float32]

ENOUGH = 0.35
"""Turns of the rotor after which the light is known; fewer and a pocket's own colour passes for light."""
LEAST = 0.002
"""Turns between two pictures from which light is learnt; lower it and pictures cost more and teach the same."""
REFRESH = 0.08
"""Turns after which what is known is put to use; lower it and it costs more."""


class PocketLight:
    """The mean brightness of each place round the spindle, learnt as the rotor turns under it."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._mean = np.zeros(shape, np.float32)
        self._turned = self._refreshed = 0.0
        self._at: float | None = None
        self.factor: Floats32 | None = None
        """By what each place's brightness is to be multiplied to look as in even light; nothing until that is known."""

    def learn(self, strip: Strip, at: float) -> None:
        """Take a picture of the pockets, the rotor at this part of a turn."""
        moved = 1.0 if self._at is None else abs((at - self._at + 0.5) % 1.0 - 0.5)
        if moved < LEAST:
            return
        first = self._at is None
        self._at = at
        weight = 1.0 if first else min(1.0, max(moved / (self._turned + moved), moved * 0.7))
        self._mean += np.float32(weight) * (strip - self._mean)
        self._turned = 0.0 if first else min(2.0, self._turned + moved)
        self._refreshed += 0.0 if first else moved
        if self._turned >= ENOUGH and (self.factor is None or self._refreshed > REFRESH):
            self._refreshed = 0.0
            level = float(np.median(self._mean))
            factor = level / np.clip(self._mean, 0.35 * level + 6, None)
            self.factor = np.clip(factor, 0.3, 1.6).astype(np.float32)

    def evened(self, strip: Strip) -> Floats32:
        """The picture as it would look in even light, as far as that is known."""
        even: Floats32 = strip.astype(np.float32) if self.factor is None else strip * self.factor
        return even
