"""The pockets in the last seconds' pictures, laid over each other as they lie on the rotor."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.wheel.pocket_light import Floats32, PocketLight, Strip

ROWS, ACROSS = 12, 12
"""Rows of the pockets' picture, and columns for each pocket; more cost time and bring less than the picture holds."""
KEPT_S = 2.5
"""How far back it can be asked since when a ball has been lying; a ball found later than that was missed."""
ENOUGH = 5
"""Pictures of the empty pockets from which they are known; fewer hold too much noise."""
EMPTIES = 14
EVERY_S = (0.06, 0.3)
"""How often the empty pockets are looked at, until they are known and from then on."""
STALE_S = 90.0
"""After how long what the empty pockets looked like counts for nothing: the light will have changed."""
THERE = 0.6
"""How much of the resting ball a picture must show for it to lie there; raise it and noise makes the rest seem later,
lower it and a ball that hops in its pocket rests already."""


@dataclass(frozen=True)
class Shot:
    """One picture of the pockets, unrolled as the room sees it; pocket 0's first column in it."""

    seconds: float
    column: int
    strip: Strip
    off: float = 0.0
    """By how many columns that one truly lies before it."""


def overlaid(shots: Sequence[Shot], light: PocketLight) -> Floats32:
    """What the pictures have in common on the rotor, in even light: glints pass over it, a resting ball stays."""
    total: Floats32 = np.zeros_like(shots[0].strip, np.float32)
    size = total.shape[-1]
    for shot in shots:
        even, at = light.evened(shot.strip), shot.column
        total[:, :size - at] += even[:, at:]
        total[:, size - at:] += even[:, :at]
    total /= np.float32(len(shots))
    return total


class PocketFilm:
    """The last seconds' pictures."""

    def __init__(self) -> None:
        self._shots: deque[Shot] = deque()

    @property
    def ends_s(self) -> float:
        """When the newest picture was taken; never, without one."""
        return self._shots[-1].seconds if self._shots else float("-inf")

    def add(self, shot: Shot) -> None:
        """Take a picture; those that are too old go."""
        self._shots.append(shot)
        while shot.seconds - self._shots[0].seconds > KEPT_S:
            self._shots.popleft()

    def clear(self) -> None:
        """Forget them all."""
        self._shots.clear()

    def since(self, seconds: float) -> list[Shot]:
        """The pictures from a time on."""
        return [shot for shot in self._shots if shot.seconds >= seconds - 1e-6]

    def lies_since(self, patch: tuple[slice, NDArray[np.intp]], ball: Floats32, empty: Floats32,
                   light: PocketLight) -> tuple[float, float]:
        """Between when and when the ball came to lie in this patch of the rotor as it lies there now."""
        shots = list(self._shots)
        there = np.array([_share(shot, patch, ball, empty, light) for shot in shots])
        tail = np.cumsum((there - THERE)[::-1])[::-1]
        first = int(tail.argmax())
        return shots[max(0, first - 1)].seconds, shots[first].seconds


def _share(shot: Shot, patch: tuple[slice, NDArray[np.intp]], ball: Floats32, empty: Floats32,
           light: PocketLight) -> float:
    """How much of the ball one picture shows in the patch: 1 when it lies there, 0 when it does not."""
    rows, columns = patch
    at = (columns + shot.column) % shot.strip.shape[1]
    seen = shot.strip[rows][:, at].astype(np.float32)
    if light.factor is not None:
        seen *= light.factor[rows][:, at]
    change = seen - empty
    return float(np.clip(((change - change.mean()) * ball).sum() / ((ball * ball).sum() + 1e-6), -0.5, 1.5))


class EmptyPockets:
    """What the pockets look like without the ball: seen whenever it runs on its track."""

    def __init__(self, light: PocketLight) -> None:
        self._light = light
        self._shots: deque[Shot] = deque(maxlen=EMPTIES)
        self._picture: tuple[object, Floats32] | None = None

    def due(self, seconds: float) -> bool:
        """Whether another look at them is worth its cost."""
        return not self._shots or not 0 <= seconds - self._shots[-1].seconds < EVERY_S[len(self._shots) >= EMPTIES]

    def add(self, shot: Shot) -> None:
        """Take a picture; after a while without, everything is learnt anew."""
        if self._shots and shot.seconds - self._shots[-1].seconds > 2.0:
            self._shots.clear()
        self._shots.append(shot)
        self._picture = None

    def picture(self, seconds: float) -> Floats32 | None:
        """The empty pockets in even light; nothing if they have not been seen lately."""
        if len(self._shots) < ENOUGH or seconds - self._shots[-1].seconds > STALE_S:
            return None
        if self._picture is None or self._picture[0] is not self._light.factor:
            self._picture = (self._light.factor, overlaid(list(self._shots), self._light))
        return self._picture[1]


def thinned(shots: Sequence[Shot], most: int) -> Iterable[Shot]:
    """So many of the pictures at most, evenly over time."""
    return shots[:: max(1, -(-len(shots) // most))]
