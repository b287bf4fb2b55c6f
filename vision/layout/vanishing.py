"""Where parallel lines of the cloth meet in the picture, and the view from straight above that follows from it."""

from __future__ import annotations

import math

import numpy as np

from vision.geometry import Points

NEAR = math.sin(math.radians(1.0))
"""A stroke that points this close to a vanishing point belongs to it; higher takes letters, lower loses noisy lines."""
DRAWS = 400
FOCALS = (0.9, 1.3, 1.9, 3.0)
"""Picture widths tried where the lines do not tell the lens."""


def families(ends: Points) -> tuple[Points, Points]:
    """Strokes that run along the table in the picture, and those that run across it."""
    level = np.abs(ends[:, 3] - ends[:, 1]) < np.abs(ends[:, 2] - ends[:, 0])
    return ends[level], ends[~level]


def vanishing(ends: Points, random: np.random.Generator) -> tuple[Points, Points] | None:
    """The point (homogeneous) that most stroke length points to, and the strokes that do."""
    if len(ends) < 4:
        return None
    lines, middles, runs, lengths = _parts(ends)
    chance = lengths / lengths.sum()
    one, two = random.choice(len(ends), DRAWS, p=chance), random.choice(len(ends), DRAWS, p=chance)
    points = np.cross(lines[one], lines[two])
    points = points[np.linalg.norm(points, axis=1) > 1e-9]
    if not len(points):
        return None
    off = _off(points, middles, runs)
    best = points[int(((off < NEAR) * lengths).sum(axis=1).argmax())]
    for _ in range(3):
        inside = _off(best[None], middles, runs)[0] < NEAR
        if inside.sum() < 3:
            return None
        weighted = lines[inside] * lengths[inside, None]
        best = np.linalg.svd(weighted)[2][-1]
    return best, ends[_off(best[None], middles, runs)[0] < NEAR]


def _parts(ends: Points) -> tuple[Points, Points, Points, Points]:
    first, last = (np.column_stack([ends[:, nth : nth + 2], np.ones(len(ends))]) for nth in (0, 2))
    lines = np.cross(first, last)
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True)
    runs = ends[:, 2:] - ends[:, :2]
    lengths = np.linalg.norm(runs, axis=1)
    return lines, (ends[:, :2] + ends[:, 2:]) / 2, runs / lengths[:, None], lengths


def _off(points: Points, middles: Points, runs: Points) -> Points:
    """The sine of the angle between each stroke and the way from it to each point."""
    to = points[:, None, :2] - points[:, None, 2:] * middles[None]
    far = np.maximum(np.linalg.norm(to, axis=2), 1e-9)
    off: Points = np.abs(to[..., 0] * runs[:, 1] - to[..., 1] * runs[:, 0]) / far
    return off


def from_above(along: Points, across: Points, dealer_on_top: bool) -> list[Points]:
    """Homographies from pixels (middle 0, width 1) to the cloth in camera heights: x right, y towards the players."""
    views = []
    for focal in _focals(along, across):
        lens = np.diag([focal, focal, 1.0])
        right, down = (_unit(np.asarray(np.linalg.solve(lens, point), np.float64)) for point in (along, across))
        right = right if right[0] > 0 else -right
        down = down if (down[1] > 0) == dealer_on_top else -down
        down = _unit(down - right * float(right @ down))
        forward = np.cross(right, down)
        forward = forward if forward[2] > 0 else -forward
        views.append(np.stack([right, down, forward]) @ np.linalg.inv(lens))
    return views


def _focals(along: Points, across: Points) -> list[float]:
    if abs(along[2] * across[2]) > 1e-9:
        squared = -float(along[:2] @ across[:2]) / float(along[2] * across[2])
        if 0.45**2 < squared < 6.0**2:
            return [math.sqrt(squared), FOCALS[1]]
    return list(FOCALS)


def _unit(way: Points) -> Points:
    found: Points = way / np.linalg.norm(way)
    return found
