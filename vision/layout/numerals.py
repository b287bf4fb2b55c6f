"""What the print itself says about a view: red and black numbers where they belong."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from schemas.layout import Felt, boxes
from schemas.wheel import colour_of
from vision.frame import Image
from vision.geometry import Points

INSIDE = 0.36
"""How far from a box's middle its colours are read, in boxes; further out lines and chips on them come in."""
STEPS = 7


@lru_cache(maxsize=8)
def places(felt: Felt) -> tuple[Points, Points]:
    """Points inside every number's box (boxes, points, 2), and +1 for red and -1 for black."""
    grid = np.linspace(-INSIDE, INSIDE, STEPS)
    offsets = np.array([(dx * felt.box_mm[0], dy * felt.box_mm[1]) for dx in grid for dy in grid])
    numbers = [(name, box) for name, box in boxes(felt).items() if name.isdigit() and colour_of(name) != "green"]
    points = np.array([np.asarray(box.centre) + offsets for _, box in numbers])
    return points, np.array([1.0 if colour_of(name) == "red" else -1.0 for name, _ in numbers])


def redness(bgr: Image) -> Points:
    """How red each pixel is whatever the light, -0.5 to 1."""
    b, g, r = (bgr[..., nth].astype(np.float32) for nth in range(3))
    red: Points = (r - (g + b) / 2) / np.maximum(r + g + b, 24)
    return red


def agreement(red: Points, plane: Points, felt: Felt) -> float:
    """How well red and black numbers lie where the view puts them: a rank correlation, -1 to 1."""
    points, told = places(felt)
    u, v, w = plane @ np.column_stack([points.reshape(-1, 2), np.ones(points.size // 2)]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        u, v = np.nan_to_num(u / w, nan=-1), np.nan_to_num(v / w, nan=-1)
    high, wide = red.shape
    inside = (u >= 0) & (v >= 0) & (u < wide) & (v < high) & (w > 0)
    every = np.full(len(u), np.nan)
    every[inside] = red[v[inside].astype(int), u[inside].astype(int)]
    shown = every.reshape(points.shape[:2])
    whole = np.isfinite(shown).all(axis=1)
    if whole.sum() < 12:
        return 0.0
    mean = shown[whole].mean(axis=1)
    rank = mean.argsort().argsort().astype(np.float64)
    labels = told[whole]
    if labels.std() == 0:
        return 0.0
    return float(np.corrcoef(rank, labels)[0, 1])
