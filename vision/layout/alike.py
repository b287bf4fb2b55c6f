"""What is printed in a box is printed in the boxes like it: a pixel few of them show in its place is no print."""

from __future__ import annotations

import numpy as np

from schemas.layout import Felt
from vision.layout.cloth import Cloth
from vision.layout.tiles import Floats, Sheet, number_boxes

FEWEST = 5
"""Boxes that must be whole in the picture before they vouch for each other."""
QUORUM = 0.5
"""The share of like boxes that must show a thing for it to be print; lower lets chips that stand in several pass as
print, higher takes numerals for things."""
CLEARER = 0.02
"""Boxes that show so much less cloth than the usual one do not vouch: something stands in them."""
APART = (18.0, 7.0, 7.0)
"""How far from print in Y, U and V something else begins."""
SHADE = (0.5, 1.15)
"""How dark or bright the same print may be in two boxes."""
DIM = 4.0


def unlike(sheet: Sheet, cloth: Cloth, felt: Felt) -> Floats:
    """How far each pixel of a number's box is from what enough like boxes show there (9 where none can tell)."""
    far = np.full(sheet.seen.shape, 9.0, np.float32)
    flat = sheet.picture / np.maximum(cloth.light, 0.05)[..., None]
    for like in number_boxes(felt).values():
        parts = [sheet.box(*box) for box in like]
        parts = [part for part in parts if sheet.seen[part].mean() > 0.98]
        if len(parts) < FEWEST:
            continue
        high, wide = (min(flat[part].shape[axis] for part in parts) for axis in (0, 1))
        tiles = np.stack([flat[part][:high, :wide] for part in parts])
        covered = np.array([1 - cloth.bare[part].mean() for part in parts])
        clear = tiles[covered <= np.median(covered) + CLEARER]
        for part, tile in zip(parts, tiles, strict=True):
            far[part][:high, :wide] = _nearest(tile, clear, max(2, round(QUORUM * len(clear))))
    return far


def _nearest(tile: Floats, tiles: Floats, nth: int) -> Floats:
    """The distance to the nth nearest of the like boxes (the box itself is the nearest), whatever shade it lies in."""
    lit = np.clip(tile[..., 0] / np.maximum(tiles[..., 0], DIM), *SHADE)
    off = np.abs(tile - tiles * lit[..., None]) / np.array(APART, np.float32)
    return np.asarray(np.partition(off.max(axis=3), nth, axis=0)[nth], np.float32)
