"""Hands over the felt: changed regions that reach in over the picture's edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import cv2
import numpy as np

from schemas.events import Side
from vision.layout.changes import NEVER, Mask, Times

Edge = Literal["top", "bottom", "left", "right"]
SHORT: tuple[Edge, ...] = ("left", "right")
EDGE_CELLS = 5
"""A region must cross this much of the edge to be an arm."""
ARM_CELLS = 60
NEAR_CELLS = 25
"""How far along the edge an arm may move from frame to frame and still be the same arm."""
GONE_MS = 70
"""An arm not seen for this long has left."""
KEPT_MS = 20_000


class Hand:
    """One arm from its coming to its going."""

    def __init__(
        self, edge: Edge, side: Side, span: tuple[int, int], shape: tuple[int, ...], seen: tuple[int, int]
    ) -> None:
        self.edge = edge
        self.side = side
        self.span = span
        self.came = seen
        self.left: tuple[int, int] | None = None
        self.last = seen[1]
        self.over: Times = np.full(shape, NEVER, np.int32)
        self.announced = False
        self.told_left = False


class Hands:
    """Follows arms by where they cross the picture's edge; the edge tells whose they are."""

    def __init__(self, dealer_edge: Edge) -> None:
        self.sides: dict[Edge, Side] = {"top": "player", "bottom": "player", "left": "unknown", "right": "unknown"}
        self.sides[dealer_edge] = "dealer"
        self.hands: list[Hand] = []
        self.covered: Mask = np.zeros((0, 0), np.uint8)

    @property
    def present(self) -> list[Hand]:
        """The arms over the felt now."""
        return [hand for hand in self.hands if hand.left is None]

    @property
    def share(self) -> float:
        """How much of the picture arms cover."""
        return cv2.countNonZero(self.covered) / self.covered.size if self.covered.size else 0.0

    def look(self, labels: Times, areas: Times, now: int, before: int) -> None:
        """Take in this frame's regions (label 0 is the unchanged felt)."""
        arms: set[int] = set()
        for edge, low, high, label in crossings(labels, areas):
            if edge in SHORT and label in arms:
                continue  # an arm over a corner belongs to the side it came over
            arms.add(label)
            hand = self._known(edge, low, high) or self._cornered(edge, labels == label, before)
            hand = hand or self._new(edge, low, high, labels.shape, (before, now))
            hand.span, hand.last = (low, high), now
            hand.over[labels == label] = now
        mask = np.isin(labels, list(arms)).astype(np.uint8) if arms else np.zeros(labels.shape, np.uint8)
        self.covered = np.asarray(cv2.dilate(mask, np.ones((7, 7), np.uint8)), np.uint8) if arms else mask

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

    def _cornered(self, edge: Edge, region: Mask, before: int) -> Hand | None:
        """An arm that showed at a short end first, and now shows whose it is."""
        for hand in self.present:
            if edge not in SHORT and hand.edge in SHORT and (hand.over[region > 0] >= before).any():
                hand.edge, hand.side = edge, self.sides[edge]
                return hand
        return None

    def _known(self, edge: Edge, low: int, high: int) -> Hand | None:
        for hand in self.present:
            if hand.edge == edge and low - NEAR_CELLS < hand.span[1] and hand.span[0] < high + NEAR_CELLS:
                return hand
        return None

    def _new(self, edge: Edge, low: int, high: int, shape: tuple[int, ...], seen: tuple[int, int]) -> Hand:
        hand = Hand(edge, self.sides[edge], (low, high), shape, seen)
        self.hands.append(hand)
        return hand


def crossings(labels: Times, areas: Times) -> Iterator[tuple[Edge, int, int, int]]:
    """Where regions cross the picture's edge: edge, from, to, label."""
    edges: dict[Edge, Times] = {"top": labels[0], "bottom": labels[-1], "left": labels[:, 0], "right": labels[:, -1]}
    for edge, row in edges.items():
        for label in np.unique(row[row > 0]):
            if areas[label] < ARM_CELLS:
                continue
            where = np.flatnonzero(row == label)
            for run in np.split(where, np.flatnonzero(np.diff(where) > NEAR_CELLS) + 1):
                if len(run) >= EDGE_CELLS:
                    yield edge, int(run[0]), int(run[-1]), int(label)
