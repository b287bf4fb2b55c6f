"""Hands in one picture with nothing to compare it to: bare skin that comes in over the edge and lies on the cloth."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from schemas.events import Side, Value
from vision.frame import Image
from vision.layout.silhouette import Mask

WIDE = 320
"""Pictures are looked at this wide: skin is large."""
SKIN = ((50, 84, 140), (235, 124, 184))
"""Y, U and V of skin in the lamps' light; wider takes wood and brass for skin, narrower loses pale and dark hands."""
REDDISH = 1.15
"""Skin is so much redder than it is yellow; lower takes gilt and yellow print, higher loses hands in warm light."""
SOLID = 0.6
"""The share of its convex outline that a hand fills; lower takes walls and people in the background."""
LIKE_CLOTH = 0.45
"""How far from the cloth's hue (radians) its lights and shadows may be; more takes other blues for it."""
COLOURED = 15.0
"""How strong a colour counts fully when the cloth's hue is asked for; less lets grey things decide it."""
LEAST_SHARE = 0.004
"""A hand fills at least this share of the picture; lower takes finger-wide things."""
ON_CLOTH = 0.17
"""So much of a hand's outline, but for the picture's edge, borders on cloth; lower takes walls and trays."""
FINGER = 0.03
"""An arm crosses at least this share of the picture's width at its edge."""

Edge = Literal["top", "bottom", "left", "right"]


class BareHand(Value, frozen=True, kw_only=True):
    """A hand in a single picture: the edge it comes in over, whose side that is, and the box round it (shares)."""

    edge: Edge
    side: Side
    box: tuple[float, float, float, float]


def bare_hands(bgr: Image, dealer_edge: Edge = "top") -> tuple[BareHand, ...]:
    """Every bare hand that reaches over the cloth from outside the picture."""
    high = round(bgr.shape[0] * WIDE / bgr.shape[1])
    small = cv2.resize(bgr, (WIDE, high), interpolation=cv2.INTER_AREA)
    yuv = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2YUV), np.uint8)
    cloth = _cloth(yuv)
    reddish = (yuv[..., 2].astype(np.int16) - 128) >= REDDISH * (128 - yuv[..., 1].astype(np.int16))
    skin = np.asarray((cv2.inRange(yuv, *SKIN) > 0) & reddish, np.uint8)
    skin = np.asarray(cv2.morphologyEx(skin, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(skin)
    found: list[BareHand] = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < LEAST_SHARE * skin.size:
            continue
        own = np.asarray(labels == label, np.uint8)
        edge = _crosses(own)
        if edge is not None and _borders(own, cloth) >= ON_CLOTH and _solid(own) >= SOLID:
            left, top, wide, tall = (int(value) for value in stats[label, :4])
            found.append(BareHand(edge=edge, side=_side(edge, dealer_edge), box=(
                left / WIDE, top / high, (left + wide) / WIDE, (top + tall) / high)))
    return tuple(found)


def _cloth(yuv: Image) -> Mask:
    """Where the picture has the hue that most of its lower two thirds have, in whatever light."""
    chroma = yuv[..., 1:].astype(np.float32) - 128
    hue, strength = np.arctan2(chroma[..., 1], chroma[..., 0]), np.hypot(chroma[..., 0], chroma[..., 1])
    low = slice(yuv.shape[0] // 3, None)
    counts, edges = np.histogram(hue[low], bins=36, range=(-np.pi, np.pi), weights=np.minimum(strength[low], COLOURED))
    most = float(edges[int(np.argmax(counts))] + np.pi / 36)
    away = np.abs((hue - most + np.pi) % (2 * np.pi) - np.pi)
    return np.asarray((away < LIKE_CLOTH) & (strength > COLOURED / 3), np.uint8)


def _crosses(own: Mask) -> Edge | None:
    """The edge of the picture that a region crosses most of."""
    strips: dict[Edge, Mask] = {"top": own[:3], "bottom": own[-3:], "left": own[:, :3].T, "right": own[:, -3:].T}
    crossed = {name: np.count_nonzero(strip.max(axis=0)) for name, strip in strips.items()}
    edge = max(strips, key=lambda name: crossed[name])
    return edge if crossed[edge] >= FINGER * WIDE else None


def _borders(own: Mask, cloth: Mask) -> float:
    """The share of a region's outline inside the picture that lies on cloth."""
    near = cv2.subtract(cv2.dilate(own, np.ones((7, 7), np.uint8)), own)
    return float(cloth[near > 0].mean()) if near.any() else 0.0


def _solid(own: Mask) -> float:
    """The share of its convex outline that a region fills."""
    points = cv2.findNonZero(own)
    around = cv2.contourArea(cv2.convexHull(points)) if points is not None else 0.0
    return float(own.sum()) / around if around else 0.0


def _side(edge: Edge, dealer_edge: Edge) -> Side:
    if edge in ("left", "right"):
        return "unknown"
    return "dealer" if edge == dealer_edge else "player"
