"""What stands still in an unrolled picture, and follows the light but not what passes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Layers = NDArray[np.uint8]
"""Unrolled planes of one picture, one above the other: brightness, and redness where that is looked at."""
Change = NDArray[np.float32]

LEARN = 10
"""Frames from which the empty bowl is first taken; a ball in motion is in any place for fewer than half of them."""
DIFFERENT = 22
"""Grey levels of any single place that is not the empty bowl."""
CALM = 0.4 * DIFFERENT
"""Grey levels within which a place is empty, and followed; raise it and a faint ball is learnt."""
LEARN_EVERY_S = 0.15
"""How often the empty bowl is brought up to date; oftener costs time and sees no more."""
FOLLOW_S = 1.0
"""How quickly the empty bowl follows the light; lower it and a slow hand fades, raise it and a lamp becomes one."""
STRANGE = 0.4
"""Part of the bowl that may differ from the calibration's before that is put aside; raise it and other light is taken
for hands until it is absorbed."""
SETTLING_S = 1.0
"""How long at the beginning what differs from the calibration, lies still and is no hand is taken in at once: it may
have been put there, or taken away, since."""
NEVER = 1e6
"""No picture looks like this: what had been changed since the calibration never again looks as it did then."""
ABSORB_S = 12.0
"""After this long an unmoving difference belongs to the bowl; lower it and a resting hand becomes furniture."""


def middle(values: Change) -> np.float32:
    """The middle one of some values, by half the work of a median."""
    flat = values.ravel()
    found: np.float32 = np.partition(flat, flat.size // 2)[flat.size // 2]
    return found


class Standing:
    """The empty bowl: the calibration's, or learnt from the frames themselves."""

    def __init__(self, known: Layers | None) -> None:
        self._known = known
        self._found: Change | None = None
        self._first: list[Layers] = []
        self._empty: Change | None = None
        self._since = self._before = np.zeros((1, 1), np.float32)
        self._last_s = self._begun_s = 0.0

    def against(self, seen: Layers, seconds: float) -> Change | None:
        """By how much a picture differs from the empty bowl, lamps' flicker apart; nothing while that is learnt."""
        if self._empty is None and not self._begin(seen, seconds):
            return None
        assert self._empty is not None
        change: Change = seen - self._empty
        # Lamps flicker, cameras open and close their iris.
        change[0] -= middle(change[0, ::4, ::9])
        return change

    def follow(self, change: Change, hands: NDArray[np.bool_] | None, now: float) -> None:
        """Follow slow changes of light, but never under a hand (its columns): skin may be as bright as the wood."""
        assert self._empty is not None
        passed = now - self._last_s
        if passed < LEARN_EVERY_S:
            return
        self._last_s = now
        calm = np.asarray((np.abs(change) < CALM).all(axis=0))
        patience = ABSORB_S if now - self._begun_s > SETTLING_S + LEARN_EVERY_S else 0.7 * SETTLING_S
        self._since += np.float32(passed)
        self._since[calm | (np.abs(change[0] - self._before) > DIFFERENT)] = 0
        stays = self._since > patience
        if hands is not None and hands.any():
            calm &= ~hands
            if patience < ABSORB_S:
                stays &= ~hands
        settling = patience < ABSORB_S
        follow = np.float32(1 - np.exp(-passed / FOLLOW_S))
        absorb = np.float32(1 if settling else 1 - np.exp(-passed / 0.2))
        learnt = ((calm * follow + stays * absorb) * change).astype(np.float32)
        self._empty += learnt
        self._before = change[0] - learnt[0]
        if self._found is not None:
            if settling:
                self._found[:, stays] = NEVER
            self._restore(change, calm)

    def _restore(self, change: Change, calm: NDArray[np.bool_]) -> None:
        """What looks again as calibration found it is empty, whatever was taken for it meanwhile."""
        assert self._empty is not None
        assert self._found is not None
        off = self._empty + change - self._found
        again = ~calm & (np.abs(off).max(axis=0) < CALM)
        np.copyto(self._empty, self._found, where=again)

    def _begin(self, seen: Layers, seconds: float) -> bool:
        """The empty bowl to begin with: the known one if the picture still looks like it."""
        self._last_s = self._begun_s = seconds
        if self._known is not None:
            change = seen[0].astype(np.float32) - self._known[0]
            alike = float(np.mean(np.abs(change - np.median(change)) > DIFFERENT)) < STRANGE
            first, self._known = self._known, None
            if alike:
                self._found = first.astype(np.float32)
                return self._take(first)
        self._first.append(seen)
        if len(self._first) < LEARN:
            return False
        return self._take(np.median(np.stack(self._first), axis=0))

    def _take(self, empty: NDArray[np.generic]) -> bool:
        self._empty, self._first = empty.astype(np.float32), []
        self._since, self._before = np.zeros((2, *self._empty.shape[1:]), np.float32)
        return True
