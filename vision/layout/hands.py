"""Hands over the felt: changed regions that reach in over the rim of the cloth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import Side
from vision.layout.changes import NEVER, Mask, Times
from vision.layout.regions import Regions
from vision.layout.rim import Rim

FINGER_MM = 14.0
"""A region must cross this much of the rim to be an arm; lower takes shadows, higher misses a finger."""
ARM_MM2 = 400.0
"""The least an arm covers of the felt and its surroundings."""
NEAR_MM = 65.0
"""How far along the rim an arm may move between two looks and still be the same arm."""
ROOT_MM = 170.0
"""How much of an arm, from the rim on, tells where it points."""
FAR_END_MM = 170.0
"""An arm whose tip is this near to where its region crosses the rim again reaches out over the other side; higher
takes another person's hand for it."""
GONE_MS = 70
"""An arm not seen for this long has left."""
KEPT_MS = 20_000

Spot = tuple[float, float]


class Hand:
    """One arm from its coming to its going."""

    def __init__(self, rim: Rim, span: tuple[int, int], seen: tuple[int, int]) -> None:
        self._rim = rim
        self.span = span
        self.came = seen
        self.left: tuple[int, int] | None = None
        self.last = seen[1]
        self.over: Times = np.full(rim.shape, NEVER, np.int32)
        self.sides: Counter[Side] = Counter()
        self.places: list[float] = []
        """Where along the rail it came from, look by look."""
        self.path: list[tuple[int, float, float]] = []
        """Where its tip was: milliseconds and felt millimetres."""
        self.acted = False
        self.announced = False
        self.told_left = False
        self.told_wave = False

    @property
    def side(self) -> Side:
        """Whose it is, by most looks."""
        known = [(count, side) for side, count in self.sides.items() if side != "unknown"]
        return max(known)[1] if known else "unknown"

    @property
    def position(self) -> int | None:
        """Which player's it is, by where along the rail it comes from; None when that is not plain."""
        return self._rim.position(self.places) if self.side == "player" else None


class Hands:
    """Follows arms by where they cross the rim of the cloth; the rim tells whose they are."""

    def __init__(self, rim: Rim) -> None:
        self.rim = rim
        self.hands: list[Hand] = []
        self.covered: Mask = np.zeros(rim.shape, np.uint8)
        self._finger = max(2, round(FINGER_MM / rim.cell_mm))
        self._arm = max(12, round(ARM_MM2 / rim.cell_mm**2))
        self._near = max(6, round(NEAR_MM / rim.cell_mm))

    @property
    def present(self) -> list[Hand]:
        """The arms over the felt now."""
        return [hand for hand in self.hands if hand.left is None]

    @property
    def share(self) -> float:
        """How much of the picture arms cover."""
        return cv2.countNonZero(self.covered) / self.covered.size

    def look(self, regions: Regions, now: int, before: int) -> None:
        """Take in this picture's regions."""
        arms: dict[int, list[tuple[int, int]]] = {}
        for label, low, high in self._crossings(regions):
            arms.setdefault(label, []).append((low, high))
        seen: set[Hand] = set()
        for label, spans in arms.items():
            if self._reaches(regions, label):
                self._follow(regions, label, spans, (before, now), seen)
        self._cover(regions, list(arms))

    def none(self) -> None:
        """Nothing has changed anywhere: no arm is over the felt."""
        self.covered[:] = 0

    def rest(self, now: int, before: int) -> None:
        """Let arms that were not seen any more have left."""
        for hand in self.present:
            if now - hand.last >= GONE_MS:
                hand.left = (hand.last, now)
        self.hands = [hand for hand in self.hands if hand.left is None or now - hand.left[1] < KEPT_MS]

    def over(self, cells: Mask, since: int) -> list[Hand]:
        """The hands that were over most of these cells at or after a time."""
        inside = cells > 0
        return [hand for hand in self.hands if np.mean(hand.over[inside] >= max(since, 0)) > 0.5]

    def _crossings(self, regions: Regions) -> Iterator[tuple[int, int, int]]:
        """Where regions cross the rim: label, from, to (places on the rim; `to` may lie beyond its end)."""
        labels = regions.at(*self.rim.ring)
        round_ = len(labels)
        for label in np.unique(labels[labels > 0]):
            where = np.flatnonzero(labels == label)
            runs = np.split(where, np.flatnonzero(np.diff(where) > self._near) + 1)
            if len(runs) > 1 and runs[0][0] + round_ - runs[-1][-1] <= self._near:
                runs[-1] = np.concatenate([runs[-1], runs.pop(0) + round_])
            for run in runs:
                if len(run) >= self._finger:
                    yield int(label), int(run[0]), int(run[-1])

    def _reaches(self, regions: Regions, label: int) -> bool:
        """Whether an arm has come over the cloth, not only near it."""
        if regions.area(label) < self._arm:
            return False
        inside = regions.mask(label) & self.rim.inside[regions.part]
        return cv2.countNonZero(inside) >= self._arm

    def _follow(self, regions: Regions, label: int, spans: list[tuple[int, int]], seen: tuple[int, int],
                taken: set[Hand]) -> None:
        """Each crossing of a region is an arm; where there are several each has the cells nearest to its line."""
        rows, columns = np.nonzero(regions.labels == label)
        rows, columns = rows + regions.top, columns + regions.left
        x, y = self.rim.x[rows, columns], self.rim.y[rows, columns]
        arms = self._arms(spans, x, y, seen, taken)
        roots = [self._root(*hand.span) for hand in arms]
        lines = [_inwards(x, y, root) for root in roots]
        whose = _nearest(x, y, roots, lines)
        for nth, (hand, root, line) in enumerate(zip(arms, roots, lines, strict=True)):
            own = whose == nth
            hand.last = seen[1]
            hand.over[rows[own], columns[own]] = seen[1]
            hand.sides[self.rim.side_of(root, line)] += 1
            place = self.rim.along_rail(root, line)
            hand.places += [place] if place is not None else []
            if own.any():
                hand.path.append((seen[1], *_tip(x[own], y[own], root)))

    def _arms(self, spans: list[tuple[int, int]], x: NDArray[np.float64], y: NDArray[np.float64],
              seen: tuple[int, int], taken: set[Hand]) -> list[Hand]:
        """The arms of a region: those known by where they cross, and new ones, unless it is a known one's far end."""
        arms, new = list[Hand](), list[tuple[int, int]]()
        for low, high in spans:
            hand = self._known(low, high, taken)
            if hand is None:
                new.append((low, high))
                continue
            hand.span = (low, high)
            taken.add(hand)
            arms.append(hand)
        tips = [_tip(x, y, self._root(*hand.span)) for hand in arms]
        for low, high in new:
            root = self._root(low, high)
            if any(np.hypot(root[0] - tip[0], root[1] - tip[1]) < FAR_END_MM for tip in tips):
                continue
            hand = Hand(self.rim, (low, high), seen)
            taken.add(hand)
            arms.append(hand)
            self.hands.append(hand)
        return arms

    def _root(self, low: int, high: int) -> Spot:
        """The middle of a crossing, in felt millimetres."""
        rows, columns = self.rim.ring
        middle = (low + high) // 2 % len(rows)
        return float(self.rim.x[rows[middle], columns[middle]]), float(self.rim.y[rows[middle], columns[middle]])

    def _known(self, low: int, high: int, taken: set[Hand]) -> Hand | None:
        round_ = len(self.rim.ring[0])
        for hand in self.present:
            for turn in (-round_, 0, round_):
                if hand not in taken and (low + turn - self._near < hand.span[1]
                                          and hand.span[0] < high + turn + self._near):
                    return hand
        return None

    def _cover(self, regions: Regions, labels: list[int]) -> None:
        """What lies under arms, and a little round them."""
        self.covered = np.zeros(self.rim.shape, np.uint8)
        if labels:
            table = np.zeros(regions.count, np.uint8)
            table[labels] = 1
            self.covered[regions.part] = cv2.dilate(table[regions.labels], np.ones((7, 7), np.uint8))


def _inwards(x: NDArray[np.float64], y: NDArray[np.float64], root: Spot) -> Spot:
    """The way an arm points, from where it crosses the rim; (0, 0) when it barely shows."""
    near = np.hypot(x - root[0], y - root[1]) < ROOT_MM
    if not near.any():
        return 0.0, 0.0
    dx, dy = float(x[near].mean()) - root[0], float(y[near].mean()) - root[1]
    length = float(np.hypot(dx, dy))
    return (dx / length, dy / length) if length > FINGER_MM else (0.0, 0.0)


def _nearest(x: NDArray[np.float64], y: NDArray[np.float64], roots: list[Spot], lines: list[Spot]) -> NDArray[np.intp]:
    """For each cell, the arm whose line it lies nearest to."""
    if len(roots) == 1:
        return np.zeros(len(x), np.intp)
    away = [np.abs((x - root[0]) * line[1] - (y - root[1]) * line[0]) if line != (0.0, 0.0)
            else np.hypot(x - root[0], y - root[1]) for root, line in zip(roots, lines, strict=True)]
    return np.asarray(np.argmin(np.stack(away), axis=0), np.intp)


def _tip(x: NDArray[np.float64], y: NDArray[np.float64], root: Spot) -> Spot:
    """Where an arm ends: the middle of its farthest part."""
    far = np.hypot(x - root[0], y - root[1])
    end = far >= np.percentile(far, 94)
    return float(x[end].mean()), float(y[end].mean())
