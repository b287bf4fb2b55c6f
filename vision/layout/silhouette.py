"""Which pixels show something that was not there before; a shadow is not something."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.geometry import Points

Mask = NDArray[np.uint8]
FAR = (9, 6, 6)
"""A pixel this far from before in Y, U or V shows something else; lower lets noise in, higher eats the edges."""
HALF = 0.35
"""How much of the contrast beside it a silhouette's edge must have; lower widens silhouettes, higher eats them."""
STRONG = 4.0
"""Contrast beyond this many times `FAR` (an edge spot's) is not asked of its neighbours."""
SLID = 0.4
"""A silhouette that differs only so much of what it did, once shifted, has slid; higher takes a chip more for it."""
DARKEST = 0.42
"""A shadow leaves at least this share of the light."""
SHADOW_COLOUR = 6.5
"""How far a shadow may turn the colour; higher takes black chips for shadows."""


def differs(now: Image, before: Image) -> Mask:
    """Pixels that show something else than before (both Y, U, V); shadows, specks and slivers left out."""
    far = cv2.inRange(cv2.absdiff(now, before), (0, 0, 0), FAR) == 0
    new, old = now.astype(np.float32) - (16, 128, 128), before.astype(np.float32) - (16, 128, 128)
    light = new[..., 0] / np.maximum(old[..., 0], 4)
    turned = np.abs(new[..., 1:] - old[..., 1:] * light[..., None]).max(axis=2)
    shadow = (light > DARKEST) & (light < 1.03) & (turned < SHADOW_COLOUR)
    mask = (far & ~shadow).astype(np.uint8)
    solid = cv2.dilate(cv2.erode(mask, np.ones((4, 4), np.uint8)), np.ones((11, 11), np.uint8))
    return np.asarray(cv2.bitwise_and(mask, solid), np.uint8)


def sharpened(mask: Mask, now: Image, before: Image) -> Mask:
    """The mask without the rim that blur gave it: a thing ends where half of its contrast is left."""
    strength = cv2.absdiff(now, before).astype(np.float32) / FAR
    strongest = strength.max(axis=2) * mask
    around = np.minimum(cv2.dilate(strongest, np.ones((7, 7), np.uint8)), STRONG)
    return np.asarray(strongest > HALF * around, np.uint8) & mask


def pieces(mask: Mask, sharp: Mask, least: float) -> list[Mask]:
    """The separate things in a mask larger than `least` pixels, each filled to the convex outline of its sharp part."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8))
    large = [label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= least]
    return [filled(np.asarray(labels == label, np.uint8) & sharp) for label in large]


def filled(mask: Mask) -> Mask:
    """The convex outline of what is set, filled."""
    whole = np.zeros_like(mask)
    points = cv2.findNonZero(mask)
    if points is not None:
        cv2.fillConvexPoly(whole, cv2.convexHull(points), 1)
    return whole


def grown(outline: Points, px: float) -> Points:
    """A convex outline with its edge moved outwards."""
    run = np.roll(outline, -1, axis=0) - np.roll(outline, 1, axis=0)
    aside = np.column_stack([run[:, 1], -run[:, 0]]) / np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-9)
    outwards = np.sign(np.sum(aside * (outline - outline.mean(axis=0)), axis=1, keepdims=True))
    moved: Points = outline + aside * outwards * px
    return moved


def shape_mask(shape: tuple[int, ...], outline: Points, origin: tuple[int, int]) -> Mask:
    """A convex outline (pixels of the picture) as a mask of a part of it."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round((outline - origin) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask


def brushed(before: Mask, now: Mask, reach: float) -> bool:
    """Whether a silhouette is the one that was there, slid by up to `reach` pixels: no chip came or went."""
    apart = cv2.countNonZero(cv2.bitwise_xor(before, now))
    if not apart or not before.any():
        return False
    far = int(reach)
    steps = [(right, down) for right in range(-far, far + 1) for down in range(-far, far + 1)
             if 0 < math.hypot(right, down) <= reach]
    left = min((cv2.countNonZero(cv2.bitwise_xor(_shifted(before, *step), now)) for step in steps), default=apart)
    return left <= SLID * apart


def _shifted(mask: Mask, right: int, down: int) -> Mask:
    moved = np.array([[1, 0, right], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(mask, moved, (mask.shape[1], mask.shape[0]), flags=cv2.INTER_NEAREST), np.uint8)
