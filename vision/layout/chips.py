"""The colours of a stack, chip by chip, read off its side where the camera can see it."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from schemas.errors import NoMoreBetsError
from schemas.events import Chips, Value
from schemas.table import ChipPart
from vision.frame import Image
from vision.geometry import Camera, Points
from vision.layout.silhouette import Mask

Floats = NDArray[np.float32]
FACING = 1.05
"""Radians to either side of the camera's direction in which a side is read; beyond, it is too foreshortened."""
SHADES = (0.55, 1.3)
"""How much darker or brighter than in the table file a chip may look."""
ODD = 36.0
"""A pixel farther than this from a colour is not of it at all; lower loses dirty chips and thin layers."""
MARGIN = 4.0
"""How much nearer to a colour than to the next one a chip must look; higher leaves more colours open."""
PLAIN = (26.5, 6.0)
"""A told colour farther away than the first, or nearer to the next one by less than the second, may be another."""
WHOLE = (20.0, 10.0)
"""The same for the one colour of a whole side whose chips are not told apart: it is left open then, for cloth and
neighbours blur into it. Lower and higher leave more open."""
SWITCH = 0.15
"""What a change of colour within a stack costs, in shares of a chip's pixels: higher smooths, lower splits."""
BODY = 0.62
"""The share of a side that shows the chip's body; the rest may be edge spots of any colour."""
SEEN = 0.3
"""A chip with less than this share of its side in sight keeps its colour to itself."""
FACE = (0.55, 0.72)
"""Where on its face, in radii, a chip's body is read: farther in lies a pale inlay, farther out the edge spots."""
SIDE_PX = 2.5
"""A side lower than this in the picture has no colour of its own."""
LAYER_PX = 1.6
"""Chips thinner than this in the picture are not read one by one; lower names colours that blur made."""
BLURRED_PX = 6.0
"""Into chips thinner than this their neighbours' and spots' colour blurs (video keeps colour in half the rows); higher
forgives more, and takes strange chips for known ones."""
ROUND = 48
"""Places round a side at which it is read."""
WHITE = (235, 235, 230)
WASHED = (0.0, 0.2, 0.4)
"""How much of its spots' colour a pixel of a small chip's face may hold; more takes any pale chip for any other."""
FEW = 300
"""Pixels of chips that are needed before the lamps' colour is told from them."""
LAMP_LIGHTS = (0.55, 0.75, 1.0, 1.2)
LAMP_REDS = (0.9, 1.0, 1.1, 1.22)
LAMP_BLUES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.1)
"""Gains of red and blue against green that lamps over tables have."""
VIVID = (0.55, 0.65, 0.75, 0.85, 1.0)
"""How much of its colour a camera leaves a chip: many give pale pictures of vivid things."""
UNLIKELY = 8.0
"""What a strongly coloured lamp costs; lower bends a strange chip's colour into a known one."""
BACKGROUND = 1.6
"""How much colour counts against brightness, which the light turns."""


class Layers(Value, frozen=True, kw_only=True):
    """Each chip's colour bottom to top, None where it is hidden or like no known chip; whether each is beyond doubt."""

    colours: tuple[str | None, ...]
    plain: bool = True


class Palette:
    """The known chips' colours as the decoder gives them."""

    def __init__(self, chips: tuple[ChipPart, ...], lamp: tuple[float, float, float] = (1.0, 1.0, 1.0),
                 vivid: float = 1.0) -> None:
        self.names = [chip.colour for chip in chips]
        self.chips = chips
        lit = [tuple(min(255.0, part * gain) for part, gain in zip(chip.rgb, lamp, strict=True)) for chip in chips]
        self.colours: Floats = _faded(lit, vivid)
        spots = [tuple(min(255.0, part * gain) for part, gain in zip(chip.spots_rgb or WHITE, lamp, strict=True))
                 for chip in chips]
        self.spots: Floats = _faded(spots, vivid)

    def under_lamp(self, pixels: Floats) -> Palette:
        """The same chips in the light in which most of these pixels are one of them; as told when few speak for it."""
        if not self.names or len(pixels) < FEW:
            return self
        lamps = [(bright * red, bright, bright * blue) for bright in LAMP_LIGHTS for red in LAMP_REDS
                 for blue in LAMP_BLUES]
        tried = [(self._strangeness(pixels, lamp, 0.8), lamp) for lamp in lamps]
        lamp = min(tried)[1]
        return Palette(self.chips, lamp, min((self._strangeness(pixels, lamp, vivid), vivid) for vivid in VIVID)[1])

    def _strangeness(self, pixels: Floats, lamp: tuple[float, float, float], vivid: float) -> float:
        near = np.minimum(Palette(self.chips, lamp, vivid).washed(pixels).min(axis=1), ODD).mean()
        turned = abs(math.log(lamp[0] / lamp[1])) + abs(math.log(lamp[2] / lamp[1]))
        return float(near) + UNLIKELY * (turned + 0.3 * abs(math.log(lamp[1])))

    def washed(self, pixels: Floats) -> Floats:
        """The same distances where edge spots and print blur into a small chip's body."""
        way = self.spots - self.colours
        mixed = [self.away(pixels, self.colours + share * way) + 20 * share for share in WASHED]
        return np.asarray(np.minimum.reduce(mixed), np.float32)

    def distances(self, pixels: Floats) -> Floats:
        """How far each pixel (Y, U, V) is from each known colour in its best light: (pixels, colours)."""
        return self.away(pixels, self.colours)

    @staticmethod
    def away(pixels: Floats, colours: Floats, shades: tuple[float, float] = SHADES) -> Floats:
        """How far each pixel is from each of these colours in its best light: (pixels, colours)."""
        seen = (pixels - (16, 128, 128)) * (1, BACKGROUND, BACKGROUND)
        known = (colours - (16, 128, 128)) * (1, BACKGROUND, BACKGROUND)
        light = np.clip(seen @ known.T / np.maximum((known**2).sum(axis=1), 1), *shades)
        away = np.linalg.norm(seen[:, None, :] - light[..., None] * known[None], axis=2)
        return np.asarray(away, np.float32)


def tell_apart(chips: tuple[ChipPart, ...]) -> None:
    """Refuse chips that look alike: every stack of them would be said in the wrong colour half of the time."""
    for one, other in combinations(chips, 2):
        if (one.rgb, one.spots_rgb) == (other.rgb, other.spots_rgb):
            raise NoMoreBetsError(f"the [[chips]] '{one.colour}' and '{other.colour}' have one rgb and spots_rgb; no "
                                  "eye can tell them apart.")


def _faded(colours: list[tuple[float, ...]], vivid: float) -> Floats:
    """Colours as a camera shows them that keeps only so much of their vividness."""
    told = np.array([yuv(rgb) for rgb in colours], np.float32).reshape(-1, 3)
    return np.asarray((told - (16, 128, 128)) * (1, vivid, vivid) + (16, 128, 128), np.float32)


def yuv(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    """A colour as video carries it (BT.601, limited range)."""
    r, g, b = rgb
    return (16 + 0.257 * r + 0.504 * g + 0.098 * b, 128 - 0.148 * r - 0.291 * g + 0.439 * b,
            128 + 0.439 * r - 0.368 * g - 0.071 * b)


def read_layers(
    picture: Image, origin: tuple[int, int], hidden: Mask, camera: Camera, palette: Palette,
    place: tuple[float, float], radius: float, thickness: float, count: int,
) -> Layers:
    """The colour of every chip of a stack whose base and count are known."""
    if not palette.names:
        return Layers(colours=(None,) * count)
    if count > 1 and camera.px_per_mm_up(*place) * thickness < LAYER_PX:
        return _unlayered(picture, origin, hidden, camera, palette, place, radius, count * thickness, count)
    likeness = palette.washed if camera.px_per_mm_up(*place) * thickness < BLURRED_PX else palette.distances
    costs = np.full((count, len(palette.names)), np.nan, np.float32)
    for nth in range(count):
        heights = ((nth + 0.38) * thickness, (nth + 0.62) * thickness)
        pixels = _side(picture, origin, hidden, camera, place, radius, heights)
        if nth == count - 1:
            pixels = np.concatenate([pixels, _face(picture, origin, hidden, camera, place, radius, count * thickness)])
        if len(pixels) >= SEEN * 2 * ROUND:
            near = np.sort(np.minimum(likeness(pixels), ODD), axis=0)
            costs[nth] = near[: int(len(near) * BODY)].mean(axis=0)
    return _told(costs, palette.names)


def _unlayered(
    picture: Image, origin: tuple[int, int], hidden: Mask, camera: Camera, palette: Palette,
    place: tuple[float, float], radius: float, height: float, count: int,
) -> Layers:
    """A stack whose chips are too thin to be told apart: the whole side's colour, and the top's."""
    costs = np.full((2, len(palette.names)), np.nan, np.float32)
    parts = (_side(picture, origin, hidden, camera, place, radius, (0.35 * height, 0.65 * height)),
             _face(picture, origin, hidden, camera, place, radius, height))
    lowest = 0 if camera.px_per_mm_up(*place) * height >= SIDE_PX else 1
    for nth, pixels in enumerate(parts):
        if nth >= lowest and len(pixels) >= SEEN * ROUND:
            near = np.sort(np.minimum(palette.washed(pixels), ODD), axis=0)
            costs[nth] = near[: int(len(near) * BODY)].mean(axis=0)
    if not _clear(costs[0], int(np.argmin(costs[0])), WHOLE):
        costs[0] = np.nan
    both = _told(costs, palette.names)
    side, top = both.colours
    return Layers(colours=(side,) * (count - 1) + (top,), plain=both.plain)


def _told(costs: Floats, names: list[str]) -> Layers:
    """The likeliest colours, and whether none of those told may be another."""
    colours = _likeliest(costs, names)
    plain = all(_clear(cost, names.index(colour), PLAIN)
                for cost, colour in zip(costs, colours, strict=True) if colour is not None)
    return Layers(colours=colours, plain=plain)


def _likeliest(costs: Floats, names: list[str]) -> tuple[str | None, ...]:
    """The sequence of colours with the least cost, where changing colour costs something (hidden ones are free)."""
    seen = ~np.isnan(costs[:, 0])
    known = np.nan_to_num(costs)
    total, back = known[0], []
    for cost in known[1:]:
        change = float(total.min()) + SWITCH * ODD
        back.append(np.where(total <= change, np.arange(len(names)), int(total.argmin())))
        total = np.minimum(total, change) + cost
    path = [int(total.argmin())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    path.reverse()
    return tuple(names[colour] if seen[nth] and _clear(costs[nth], colour) else None for nth, colour in enumerate(path))


def _clear(costs: Floats, colour: int, limits: tuple[float, float] = (0.8 * ODD, MARGIN)) -> bool:
    """Whether a chip is near enough to a colour, and to no other as well; not where it is hidden."""
    others = np.delete(costs, colour)
    return bool(costs[colour] < limits[0] and (not len(others) or others.min() - costs[colour] > limits[1]))


def _side(picture: Image, origin: tuple[int, int], hidden: Mask, camera: Camera, place: tuple[float, float],
          radius: float, heights: tuple[float, float]) -> Floats:
    dx, dy = camera.away(*place)
    angles = math.atan2(-dy, -dx) + np.linspace(-FACING, FACING, ROUND)
    x, y = place[0] + radius * np.cos(angles), place[1] + radius * np.sin(angles)
    points = [np.column_stack([x, y, np.full(ROUND, z)]) for z in heights]
    return _visible(picture, origin, hidden, camera, np.concatenate(points))


def _face(picture: Image, origin: tuple[int, int], hidden: Mask, camera: Camera, place: tuple[float, float],
          radius: float, height: float) -> Floats:
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    points = [np.column_stack([place[0] + share * radius * np.cos(angles), place[1] + share * radius * np.sin(angles),
                               np.full(24, height)]) for share in FACE]
    return _visible(picture, origin, hidden, camera, np.concatenate(points))


def _visible(picture: Image, origin: tuple[int, int], hidden: Mask, camera: Camera, points: Points) -> Floats:
    at = np.round(camera.project(points) - origin).astype(int)
    high, wide = hidden.shape
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < wide) & (at[:, 1] < high)
    at = at[inside]
    at = at[hidden[at[:, 1], at[:, 0]] == 0]
    return np.asarray(picture[at[:, 1], at[:, 0]], np.float32)


def gathered(layers: Layers, low: int, high: int) -> tuple[Chips, ...]:
    """Chips bottom to top, neighbours of one colour together, each count as wide as the whole is unsure.

    Where the lowest chips are hidden only they are unsure: the others were counted from the top.
    """
    count = len(layers.colours)
    runs: list[tuple[str | None, int]] = []
    for colour in layers.colours:
        if runs and runs[-1][0] == colour:
            runs[-1] = (colour, runs[-1][1] + 1)
        else:
            runs.append((colour, 1))
    if runs and runs[0][0] is None and len(runs) > 1:
        return _from_the_top(runs, count - low, high - count)
    return tuple(Chips(colour=colour, count=(max(0 if len(runs) > 1 else 1, n - (count - low)), n + (high - count)))
                 for colour, n in runs)


def _from_the_top(runs: list[tuple[str | None, int]], fewer: int, more: int) -> tuple[Chips, ...]:
    found = []
    for nth, (colour, n) in enumerate(runs):
        missing = min(n, fewer)
        fewer -= missing
        found.append(Chips(colour=colour, count=(n - missing, n + (more if nth == 0 else 0))))
    return tuple(found)
