"""How large the cloth's millimetre is in a view from above, and where its lines fall: the print repeats every box."""

from __future__ import annotations

import numpy as np

from vision.geometry import Points

SCALES = 300
BEST = 6
"""Sizes that are looked at closely; more helps on cluttered felts and takes longer."""


def positions(view: Points, ends: Points, axis: int) -> tuple[Points, Points]:
    """Where strokes (middle of the picture 0, width 1) lie along an axis seen from above, and their length there."""
    first, last = (_above(view, ends[:, nth : nth + 2]) for nth in (0, 2))
    length = np.linalg.norm(last - first, axis=1)
    straight = np.isfinite(length)
    return (first[straight, axis] + last[straight, axis]) / 2, np.minimum(length[straight], np.median(length) * 8)


def _above(view: Points, at: Points) -> Points:
    x, y, w = view @ np.column_stack([at, np.ones(len(at))]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        seen: Points = np.column_stack([x / w, y / w])
    return seen


def scales(
    across: tuple[Points, Points], along: tuple[Points, Points], box: tuple[float, float], widths: tuple[float, float]
) -> list[tuple[float, float, float]]:
    """Likely (millimetres per unit, x of a street's line, y of a row's line), best first.

    `widths` are the least and most millimetres that the picture may show from left to right.
    """
    tried = np.geomspace(*widths, SCALES)
    x = _folded(*across, tried / box[0])
    y = _folded(*along, tried / box[1])
    good = np.abs(x) + 0.6 * np.abs(y)
    peaks = [n for n in range(1, SCALES - 1) if good[n] >= good[n - 1] and good[n] >= good[n + 1]]
    peaks = sorted(peaks, key=lambda n: -good[n])[:BEST]
    turn = 2 * np.pi
    return [(float(tried[n]), float(np.angle(x[n]) / turn * box[0]), float(np.angle(y[n]) / turn * box[1]))
            for n in peaks]


def windows(
    strokes: tuple[Points, Points], scale: float, phase: float, period: float, teeth: int, most: int
) -> list[float]:
    """The millimetres at which so many neighbouring lines may begin, those with most printed length first."""
    at = strokes[0] * scale
    nth = np.round((at - phase) / period)
    near = np.abs(at - phase - nth * period) < 0.12 * period
    if not near.any():
        return []
    first = int(nth[near].min()) - 2
    length = np.bincount((nth[near] - first).astype(int), strokes[1][near])
    length = np.concatenate([length, np.zeros(teeth + 2)])
    full = np.sqrt(length / max(float(length.max()), 1e-9))
    sums = np.convolve(full, np.ones(teeth), "valid")
    return [float(phase + (first + n) * period) for n in np.argsort(-sums)[:most]]


def _folded(at: Points, weight: Points, per_unit: Points) -> Points:
    """How well positions agree when folded by each period: a complex mean, its length 0 to 1."""
    phases = np.exp(2j * np.pi * at[None, :] * per_unit[:, None])
    found: Points = (phases * weight).sum(axis=1) / max(float(weight.sum()), 1e-9)
    return found
