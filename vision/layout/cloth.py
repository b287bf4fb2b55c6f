"""The bare cloth itself: the colour most of the felt shows, and how the lamps light it from place to place."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from vision.layout.tiles import Flags, Floats, Sheet

BINS = 96
"""How finely shades of colour are told apart when the commonest is looked for."""
BROAD = 3.0
"""How many of these shades noise spreads one colour over; lower takes clean white print for noisy dark cloth."""
CALM_MM = 5
"""Noise is averaged over so many millimetres before colours are told."""
LIKE = 0.09
"""How far from the cloth's colour, for its brightness, cloth may look; higher takes chips like it for it."""
LIT = (0.35, 2.2)
"""How dark or bright cloth may be against the usual; wider takes black print or white chips for cloth."""
NEAR_MM, FAR_MM = 45.0, 200.0
"""Light is read from cloth so near, and where there is none from cloth so far away; smaller follows chips' shadows."""
DIM = 6.0
"""Brightness below which no colour can be told."""


class Cloth(Value, frozen=True, kw_only=True, eq=False):
    """The cloth's colour in the usual light, the light everywhere (1 is usual), and where cloth shows."""

    colour: Floats
    light: Floats
    bare: Flags

    @property
    def expected(self) -> Floats:
        """What the cloth looks like everywhere, with nothing printed or put on it."""
        return np.asarray(self.colour * self.light[..., None], np.float32)


def cloth_of(sheet: Sheet) -> Cloth:
    """The cloth of a felt that may be printed and covered in many places."""
    calm = np.asarray(cv2.boxFilter(sheet.picture, -1, (CALM_MM, CALM_MM)), np.float32)
    shade = calm[..., 1:] / np.maximum(calm[..., :1], DIM)
    own = shade[sheet.seen]
    counts, us, vs = np.histogram2d(own[:, 0], own[:, 1], BINS, range=[[-1.5, 1.5], [-1.5, 1.5]])
    smooth = cv2.GaussianBlur(counts.astype(np.float32), (0, 0), BROAD)
    at = np.unravel_index(int(smooth.argmax()), smooth.shape)
    middle = np.array([(us[at[0]] + us[at[0] + 1]) / 2, (vs[at[1]] + vs[at[1] + 1]) / 2], np.float32)
    alike = sheet.seen & (np.abs(shade - middle).max(axis=2) < LIKE)
    usual = float(np.median(sheet.picture[..., 0][alike])) if alike.any() else 1.0
    lit = sheet.picture[..., 0] / max(usual, DIM)
    bare = alike & (lit > LIT[0]) & (lit < LIT[1])
    colour = np.median(sheet.picture[bare], axis=0) if bare.any() else np.array([usual, 0, 0])
    return Cloth(colour=colour.astype(np.float32), light=_light(lit, bare), bare=np.asarray(bare, np.bool_))


def _light(lit: Floats, bare: Flags) -> Floats:
    """The light where cloth shows, carried on over what covers it."""
    few, told = lit[::4, ::4].astype(np.float32), bare[::4, ::4].astype(np.float32)
    light = np.ones_like(few)
    for reach in (2 * FAR_MM, FAR_MM, NEAR_MM):
        sums, shares = (cv2.GaussianBlur(one, (0, 0), reach / 4) for one in (few * told, told))
        sure = np.clip(shares / 0.25, 0, 1)
        light = light * (1 - sure) + sure * sums / np.maximum(shares, 1e-4)
    return np.asarray(cv2.resize(light, (lit.shape[1], lit.shape[0]), interpolation=cv2.INTER_LINEAR), np.float32)
