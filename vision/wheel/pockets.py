"""The ball among the pockets, in the rotor's own frame: what is new there, or unlike the others of its colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, remainder, sin, tau

import cv2
import numpy as np

from vision.frame import Frame
from vision.wheel.numbers import PER_POCKET, NumberOrder
from vision.wheel.pocket_film import ACROSS, ASIDE, ROWS, EmptyPockets, Patch, PocketFilm, Shot, overlaid, thinned
from vision.wheel.pocket_light import Floats32, PocketLight
from vision.wheel.ring_plane import RingPlane
from vision.wheel.stands_out import FAINT, PLAIN, Found, Likes, ball_window, felt_at, stands_out

BEYOND = (0.02, 0.01)
"""How far inside and outside the pockets' edges is looked, in radii of the number ring: a ball seen from the side
appears a little off. More lets the cone's ornaments and the digits in."""
HEIGHT = -0.035
"""The resting ball's usual height over the number ring in its radii: the pockets are looked at in that plane."""
CLEAR = 0.5
"""Of its radius, how far the ball's middle is from an edge for all of it to be inside, as calibration knows the edges;
lower it and a ball that hops on the edge rests too early, raise it and one resting near an edge is told later."""
LOOK_S, RESTING_LOOK_S = 0.1, 0.2
"""How often the pictures are searched for the ball, and how often while it is known to rest; oftener costs time."""
HELD_EVERY_S = 0.055
"""How often a picture is taken while it is known to rest; oftener costs time, more seldom leaves few to look at."""
TOGETHER_S = 0.25
"""Over how long pictures are laid over each other; longer sees fainter balls, and sees a hopping one later."""
MOST = 8
"""How many pictures are laid over each other at most; more cost time and take little more noise away."""
SAME = (0.35, 0.05)
"""Pockets and radii within which two looks show the ball in the same place."""
LATELY_S = 0.45
"""How long ago it may have been seen there last; longer bridges a glare, and takes a ball that came back for one that
stayed."""
GAP_S = 0.5
"""How long the pockets may be out of sight, behind a hand or because nobody looked, for what was there before to count;
longer, and a ball that a hand moved has been lying since before."""
HELD_S = 0.45
"""How long it must have been lying for the time since when not to be asked again."""


@dataclass(frozen=True)
class PocketSighting:
    """The ball seen from the rotor: pockets clockwise from pocket 0's middle, radius, how clearly it stands out.

    `lean` and `reach` are by how many pockets and radii it would seem shifted if it lay one radius higher than usual;
    `inside`: whether all of it is between the pockets' edges; `since`: between when and when it came to lie there.
    """

    seconds: float
    place: float
    radius: float
    contrast: float
    lean: float = 0.0
    reach: float = 0.0
    inside: bool = True
    since: tuple[float, float] | None = None

    @property
    def pocket(self) -> int:
        """The nearest pocket's index, may be the count itself for 0."""
        return round(self.place)


class PocketReader:
    """Looks for the ball in the pockets, some ten times a second in what the last pictures have in common."""

    def __init__(self, plane: RingPlane, order: NumberOrder, ball: float, rings: tuple[float, float]) -> None:
        """`rings` are the pockets' outer and inner edges."""
        self._inner, outer = rings[1] - BEYOND[0], rings[0] + BEYOND[1]
        self._step = (outer - self._inner) / (ROWS - 1)
        self._inside = (rings[1] + CLEAR * ball, rings[0] - CLEAR * ball)
        self._count, self._tilt = len(order.pockets), plane.tilt
        self._columns = ACROSS * self._count
        self._map = plane.unroll(np.linspace(self._inner, outer, ROWS), self._columns, height=HEIGHT)
        self._ball = (ball / (tau * (self._inner + outer) / 2 / self._columns), ball / self._step)
        self._window = ball_window(*self._ball)
        self._likes = Likes(order)
        self._light = PocketLight((ROWS, self._columns))
        self._empty = EmptyPockets(self._light)
        self._film = PocketFilm()
        self._looked_s = float("-inf")
        self._last: PocketSighting | None = None
        self._before: PocketSighting | None = None

    def read(self, frame: Frame, column: float, *, covered: bool = False) -> PocketSighting | None:
        """The ball at the last look, where exactly one thing like it lies among the pockets."""
        seconds = frame.micros / 1e6
        if covered:
            return None
        if not 0 <= seconds - self._film.ends_s < GAP_S:
            self._film.clear()
            self._last = self._before = None
        held = self.held(seconds)
        if not (held and 0 <= seconds - self._film.ends_s < HELD_EVERY_S):
            self._film.add(self._shot(frame, column))
        if not 0 <= seconds - self._looked_s < (RESTING_LOOK_S if held else LOOK_S):
            self._looked_s = seconds
            self._last = self._look(seconds)
            self._before = self._last or self._before
        return self._last

    def learn_empty(self, frame: Frame, column: float) -> None:
        """The ball runs on its track: what the pockets look like now is how they look without it."""
        if self._empty.due(frame.micros / 1e6):
            self._empty.add(self._shot(frame, column))

    def _shot(self, frame: Frame, column: float) -> Shot:
        strip = np.asarray(cv2.remap(frame.y, *self._map, cv2.INTER_LINEAR), np.uint8)
        self._light.learn(strip, column / self._count / PER_POCKET)
        first = column * ACROSS / PER_POCKET - ACROSS / 2
        return Shot(frame.micros / 1e6, round(first) % self._columns, strip, round(first) - first)

    def held(self, seconds: float) -> bool:
        """Whether the ball has been lying where it is for so long that a less close look will do."""
        return self._last is not None and self._last.since is not None and seconds - self._last.since[1] > HELD_S

    def _look(self, seconds: float) -> PocketSighting | None:
        shots = list(thinned(self._film.since(seconds - TOGETHER_S), MOST))
        now, empty = overlaid(shots, self._light), self._empty.picture(seconds)
        odd = self._likes.odd(now) if empty is None else self._likes.new(now, empty)
        found = stands_out(odd, self._window, PLAIN if empty is None else FAINT)
        if found is None and empty is not None:  # in poor light it may stand out more plainly than it is new
            found = stands_out(self._likes.odd(now), self._window, PLAIN)
            found = found if found is not None and felt_at(odd, found, self._window) > found.contrast / 2 else None
        if found is None:
            return None
        return self._dated(self._sighting(found, seconds, shots[len(shots) // 2]), found, now, odd)

    def _sighting(self, found: Found, seconds: float, shot: Shot) -> PocketSighting:
        angle = (found.column + shot.column) / self._columns * tau
        radius = self._inner + self._step * found.row
        x, y = self._tilt
        lean = (y * cos(angle) - x * sin(angle)) / radius / tau * self._count
        place = ((found.column + shot.off) / ACROSS - 0.5) % self._count
        inside = self._inside[0] < radius < self._inside[1]
        return PocketSighting(seconds, place, radius, found.contrast, lean, x * cos(angle) + y * sin(angle), inside)

    def _dated(self, seen: PocketSighting, found: Found, now: Floats32, odd: Floats32) -> PocketSighting:
        """The same with since when it lies there, if it was there at the look before."""
        last = self._before
        if last is None or seen.seconds - last.seconds > LATELY_S or not self._same(seen, last):
            return seen
        if last.since is not None and last.seconds - last.since[1] > HELD_S:
            return replace(seen, since=last.since)
        wide, high = round(1.6 * self._ball[0]), round(1.6 * self._ball[1])
        rows = slice(max(0, round(found.row) - high), round(found.row) + high + 1)
        columns = np.arange(-wide - ASIDE, wide + ASIDE + 1) + round(found.column)
        columns %= self._columns
        change = odd[rows][:, columns]
        there = change[:, ASIDE:-ASIDE]
        patch = Patch(rows, columns, (there - there.mean()) * self._near(there.shape), now[rows][:, columns] - change)
        return replace(seen, since=self._film.lies_since(patch, self._light))

    def _same(self, one: PocketSighting, other: PocketSighting) -> bool:
        along = abs(remainder(one.place - other.place, self._count))
        return along <= SAME[0] and abs(one.radius - other.radius) <= SAME[1]

    def _near(self, shape: tuple[int, ...]) -> Floats32:
        """How much each place of a patch counts: the ball's own most."""
        high, wide = ((np.arange(size) - (size - 1) / 2) for size in shape)
        near: Floats32 = np.exp(-0.5 * ((high[:, None] / self._ball[1]) ** 2 + (wide / self._ball[0]) ** 2)).astype(
            np.float32)
        return near
