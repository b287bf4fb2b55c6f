"""The dealer's wave: a hand from the dealer's side that sweeps along the table over the cloth and touches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from schemas.events import DealerWaved, Observation
from schemas.moment import Moment
from vision.layout.hands import Hand
from vision.layout.rim import Rim

WAVE_MM = 260.0
"""A sweep along the table is at least this long; lower takes a hand that looks for its place, higher misses waves."""
LEVEL = 0.45
"""How far a sweep may lead across the table for its length; higher takes a slanting reach for a wave."""
LONGEST_MS, SHORTEST_MS = 2200, 120
"""A slower hand is going somewhere; a faster one is a measurement that jumped."""
PAUSE_MM_S = 120.0
"""A hand slower than this along the table has come to the end of its sweep."""
TOUCHED_MS = 400
"""What a hand did to chips shows this long after it has left; only then a sweep is called a wave."""
SURE = 0.9

Path = Sequence[tuple[int, float, float]]


def waves(hands: Sequence[Hand], rim: Rim, now: int, first: Moment) -> list[Observation]:
    """The sweeps of hands that have left and changed nothing."""
    said: list[Observation] = []
    for hand in hands:
        if hand.told_wave or hand.left is None or now - hand.left[1] < TOUCHED_MS:
            continue
        hand.told_wave = True
        seen = sweep(hand.path, rim) if hand.side == "dealer" and not hand.acted else None
        if seen is not None:
            said.append(DealerWaved(seen=(Moment(first + seen[0]), Moment(first + seen[1])), confidence=SURE))
    return said


def sweep(path: Path, rim: Rim) -> tuple[int, int] | None:
    """From when to when the tip of a hand swept along the table: the longest stroke, if it is one."""
    strokes = [stroke for stroke in _strokes([spot for spot in path if rim.holds(spot[1], spot[2])])
               if _is_wave(stroke)]
    if not strokes:
        return None
    longest = max(strokes, key=lambda stroke: abs(stroke[-1][1] - stroke[0][1]))
    return longest[0][0], longest[-1][0]


def _strokes(path: Path) -> list[Path]:
    """The stretches in which the tip goes one way along the table without a pause."""
    found: list[list[tuple[int, float, float]]] = []
    way = 0
    for before, spot in pairwise(path):
        speed = (spot[1] - before[1]) / max(1, spot[0] - before[0]) * 1000
        goes = 0 if abs(speed) < PAUSE_MM_S else 1 if speed > 0 else -1
        if goes and goes == way:
            found[-1].append(spot)
        elif goes:
            found.append([before, spot])
        way = goes
    return list(found)


def _is_wave(stroke: Path) -> bool:
    along, across = abs(stroke[-1][1] - stroke[0][1]), [y for _, _, y in stroke]
    lasted = stroke[-1][0] - stroke[0][0]
    return along >= WAVE_MM and max(across) - min(across) <= LEVEL * along and SHORTEST_MS <= lasted <= LONGEST_MS
