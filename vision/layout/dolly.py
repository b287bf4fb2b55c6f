"""The dolly: narrower than a chip, taller than it is wide, standing alone."""

from __future__ import annotations

import numpy as np

from vision.layout.fit import View, under_top

NARROW = 0.84
"""What is wider than this share of a chip is chips, never the dolly."""
USUAL_MM = (12.5, 40.0)
SIZES_MM = tuple((radius, height) for radius in (10.0, 12.5, 15.0) for height in (30.0, 40.0, 50.0))
"""Radius and height of markers in use."""
RATHER = 0.05
"""Another size than the usual one must agree better by this: where chips hide its foot, height and place look alike."""
AGREES = 0.7


def fit_dolly(view: View, chip_radius: float) -> tuple[float, float, float, float, float] | None:
    """x, y, radius, height and agreement of a dolly that explains the silhouette, or None when chips do."""
    rows, columns = np.flatnonzero(view.mask.any(axis=1)), np.flatnonzero(view.mask.any(axis=0))
    middle, top = float(columns.mean()) + view.origin[0], float(rows[0]) + view.origin[1]
    x, y = view.camera.ground(middle, float(rows[-1]) + view.origin[1])
    (left, _), (right, _) = view.camera.at(x - chip_radius, y), view.camera.at(x + chip_radius, y)
    if len(columns) > NARROW * abs(right - left) or len(rows) < len(columns):
        return None
    fits = []
    for radius, height in SIZES_MM:
        place = under_top(view.camera, (middle, top - 0.5), radius, height)
        _, px, py = view.settled(*place, radius, height)
        fits.append((view.agreement(px, py, radius, height), px, py, radius, height))
    agreement, px, py, radius, height = max(fits, key=lambda fit: fit[0] + RATHER * (fit[3:] == USUAL_MM))
    return (px, py, radius, height, agreement) if agreement >= AGREES else None
