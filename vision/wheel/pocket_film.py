"""The pockets in the last seconds' pictures, laid over each other as they lie on the rotor."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.pocket_light import Floats32, PocketLight, Strip
from vision.wheel.ring_plane import Floats

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


LIKE, LATEST = 0.3, 5
"""How like the ball a picture of it is at the least, and by how many of the latest pictures that is measured; raise the
first and a faint ball has been lying for less long, lower it and noise is like a ball."""
ASIDE = 4
"""Columns to either side by which a ball that rocks in its pocket is followed."""
ROCKS, SWING_S = 1.5, 0.2
"""Pockets a second at which it must be seen to go to and fro, and how long until it does so again, to be rocking; lower
the first or raise the second and the rotor's own reading makes the rest seem later, the other way a ball that still
rocks rests already. A slanting picture only makes it wander slowly."""


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


@dataclass(frozen=True)
class Patch:
    """A patch of the rotor with the ball in its middle: its columns reach `ASIDE` further to either side.

    `ball` is how it lies there, `empty` what is there without it.
    """

    rows: slice
    columns: NDArray[np.intp]
    ball: Floats32
    empty: Floats32

    def seen_in(self, shot: Shot, light: PocketLight) -> tuple[float, float, float]:
        """How much of the ball one picture shows (1: all of it), how like it that is, and by how many pockets aside."""
        at = (self.columns + shot.column) % shot.strip.shape[1]
        seen = shot.strip[self.rows][:, at].astype(np.float32)
        if light.factor is not None:
            seen *= light.factor[self.rows][:, at]
        change = seen - self.empty
        there = change[:, ASIDE:-ASIDE]
        share = ((there - there.mean()) * self.ball).sum() / ((self.ball * self.ball).sum() + 1e-6)
        likes = cv2.matchTemplate(change, self.ball, cv2.TM_CCOEFF_NORMED)[0]
        return float(np.clip(share, -0.5, 1.5)), float(likes.max()), (_peak(likes) - ASIDE + shot.off) / ACROSS


def _peak(values: Floats32) -> float:
    """Where the greatest value is, between the places too."""
    top = min(max(int(values.argmax()), 1), values.size - 2)
    before, most, after = (float(each) for each in values[top - 1:top + 2])
    bend = before - 2 * most + after
    return top + float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5)) if bend < 0 else float(top)


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

    def lies_since(self, patch: Patch, light: PocketLight) -> tuple[float, float]:
        """Between when and when the ball came to lie in this patch of the rotor as it lies there now."""
        shots = list(self._shots)
        shares, likes, moves = np.array([patch.seen_in(shot, light) for shot in shots]).T
        usual = max(LIKE, float(np.median(likes[-LATEST:])))
        tail = np.cumsum((np.minimum(shares, likes / usual) - THERE)[::-1])[::-1]
        first = int(tail.argmax())
        rocks = _rocks(moves[first:], np.array([shot.seconds for shot in shots[first:]]))
        still = first + rocks
        dies_away_s = SWING_S / 2 if rocks else 0.0  # in the end it rocks by less than a picture shows
        return shots[max(0, still - 1)].seconds, shots[still].seconds + dies_away_s


def _rocks(moves: Floats, times: Floats) -> int:
    """How many of these pictures show the ball still rocking in its pocket, to the last that does."""
    if moves.size < 7:
        return 0
    even = np.median((moves[:-2], moves[1:-1], moves[2:]), axis=0)  # a repeated picture is one step aside
    speeds = np.abs((even[2:] - even[:-2]) / (times[3:-1] - times[1:-3]))
    rocking = speeds > max(ROCKS, 1.5 * float(np.quantile(speeds[speeds.size // 2:], 0.9)))
    until = 0
    for nth in np.nonzero(rocking)[0] + 3:
        if times[nth] - times[until] > SWING_S:
            break
        until = int(nth)
    return until


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
