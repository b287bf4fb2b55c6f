"""The dolly: narrower than a chip, taller than it is wide, standing alone."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from vision.geometry import Points
from vision.layout.fit import View

NARROW = 0.84
"""What is wider than this share of a chip is chips, never the dolly."""
USUAL_MM = (12.5, 40.0)
SIZES_MM = tuple((radius, height) for radius in (10.0, 12.5, 15.0) for height in (30.0, 40.0, 50.0, 65.0))
"""Radius and height of markers in use."""
RATHER = 0.05
"""Another size than the usual one must agree better by this: where chips hide its foot, height and place look alike."""
AGREES = 0.7
SHOWN = 0.75
"""Less of its surroundings in sight than this: something may hide a part of chips, and make them look narrow."""


class Marker(Value, frozen=True, kw_only=True):
    """A dolly as its silhouette tells."""

    x: float
    y: float
    radius: float
    height: float
    agreement: float


def fit_dolly(view: View, chip_radius: float) -> Marker | None:
    """A dolly that explains a silhouette too narrow for chips, or None."""
    return best_dolly(view) if _narrow(view, view.camera.ground(*view.middle()), chip_radius) else None


def best_dolly(view: View) -> Marker | None:
    """The dolly that explains the silhouette best, or None when none does."""
    if not _in_sight(view):
        return None
    middle = view.middle()
    fits: list[Marker] = []
    for radius, height in SIZES_MM:
        place = view.camera.ground(*middle, height / 2)
        _, x, y = view.settled(*place, radius, height)
        fits.append(Marker(x=x, y=y, radius=radius, height=height, agreement=view.agreement(x, y, radius, height)))
    best = max(fits, key=lambda fit: fit.agreement + RATHER * ((fit.radius, fit.height) == USUAL_MM))
    return best if best.agreement >= AGREES else None


def _narrow(view: View, place: tuple[float, float], chip_radius: float) -> bool:
    """Whether a silhouette is narrower than chips, square to the direction in which things there stand up."""
    (u0, v0), (u1, v1) = view.camera.at(*place), view.camera.at(*place, 20.0)
    up = np.array([u1 - u0, v1 - v0])
    aside = np.array([-up[1], up[0]]) / max(float(np.linalg.norm(up)), 1e-9)
    rows, columns = np.nonzero(view.mask)
    chip = view.camera.disc(*place, 0, chip_radius)
    return _wide(np.column_stack([columns, rows]).astype(np.float64), aside) + 1 <= NARROW * _wide(chip, aside)


def _wide(points: Points, aside: Points) -> float:
    along = points @ aside
    return float(along.max() - along.min())


def _in_sight(view: View) -> bool:
    """Whether what lies round a silhouette can be seen."""
    near = cv2.subtract(cv2.dilate(view.mask, np.ones((7, 7), np.uint8)), view.mask)
    return bool(view.visible[near > 0].mean() >= SHOWN) if near.any() else False
