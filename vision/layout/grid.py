"""Finding the printed layout in a picture: the view of the cloth that explains its lines, and its refinement."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.events import Value
from schemas.layout import Felt
from vision.geometry import Points
from vision.layout.comb import positions, scales, windows
from vision.layout.direction import speaks, ways
from vision.layout.ink import Response, colours, line_response, strokes
from vision.layout.numerals import agreement, redness
from vision.layout.planes import Planes
from vision.layout.print import beside, core, ends_of, sample
from vision.layout.vanishing import families, from_above, vanishing

TRIES = 2
"""Times that vanishing points are drawn; more finds fainter prints and takes longer."""
REFINED = 6
"""Views that are refined before one is chosen."""
SHOWN_BOXES = (10.0, 34.0)
"""How many boxes the picture may be wide: less than ten shows no whole layout, more shows no chip's edge."""
WINDOWS = (5, 4)
"""Where along and across a comb the numbers are tried; more helps where other lines go on beside them."""
COLOURS = 0.5
"""What red and black in their places weigh against lines in theirs."""
WIDE = (0.13, 0.09, 0.06, 0.06)
"""How far from where it is expected a line is looked for, in boxes, from the first step of refinement to the last."""


class Found(Value, frozen=True, kw_only=True, eq=False):
    """A view of the cloth: millimetres to pixels, the share of printed line seen, its error, the numbers' colours."""

    plane: Points
    share: float
    error_px: float
    colours: float
    ends: float = 0.0
    """How much speaks for this end of the layout being zero's: the columns, red's field, the dozens, the colours."""

    @property
    def sure(self) -> float:
        """How well lines and colours together speak for it."""
        return self.share + COLOURS * self.colours


def find_plane(planes: Planes, felt: Felt, *, dealer_on_top: bool) -> Found | None:
    """The view of the cloth that explains lines and colours best; None when there is nothing to explain."""
    response = line_response(planes)
    red = redness(np.asarray(cv2.GaussianBlur(colours(planes), (0, 0), 1.2), np.uint8))
    ends = strokes(response)
    soft = np.asarray(cv2.GaussianBlur(response, (0, 0), max(1.0, planes.size[0] / 700)), np.float32)
    likely: list[tuple[float, Points]] = []
    for seed in range(TRIES):
        views = _views(ends, planes.size, felt, dealer_on_top, np.random.default_rng(seed))
        likely += [(_score(soft, red, plane, felt), plane) for plane in views]
    likely.sort(key=lambda one: -one[0])
    refined = [_refined(response, red, plane, felt) for _, plane in _distinct(likely)]
    best = max(refined, key=lambda one: one.share + one.ends, default=None)
    return None if best is None else _right_way_round(best, response, soft, red, felt)


def _right_way_round(found: Found, response: Response, soft: Response, red: Points, felt: Felt) -> Found:
    """The same view, or the one in which its lines belong to other streets, whichever the whole print speaks for."""
    likely = max(ways(found.plane, felt), key=lambda plane: _mean(soft, plane, sample(core(felt), 25.0)[0])
                 + speaks(soft, red, plane, felt))
    other = _refined(response, red, likely, felt)
    return max(found, other, key=lambda one: one.share + one.ends)


def _views(
    ends: Points, size: tuple[int, int], felt: Felt, dealer_on_top: bool, random: np.random.Generator
) -> list[Points]:
    wide, high = size
    norm = np.array([[1 / wide, 0, -0.5], [0, 1 / wide, -high / wide / 2], [0, 0, 1.0]])
    small = (ends - np.tile([wide / 2, high / 2], 2)) / wide
    level, upright = families(small)
    along, across = vanishing(level, random), vanishing(upright, random)
    if along is None or across is None:
        return []
    views = []
    for above in from_above(along[0], across[0], dealer_on_top):
        edge = [above @ (norm @ [u, high / 2, 1.0]) for u in (0.0, float(wide))]
        shown = abs(edge[1][0] / edge[1][2] - edge[0][0] / edge[0][2])
        if not np.isfinite(shown) or shown <= 0:
            continue
        limits = (SHOWN_BOXES[0] * felt.box_mm[0] / shown, SHOWN_BOXES[1] * felt.box_mm[0] / shown)
        streets, rows = positions(above, across[1], 0), positions(above, along[1], 1)
        for scale, x, y in scales(streets, rows, felt.box_mm, limits):
            lefts = windows(streets, scale, x, felt.box_mm[0], 13, WINDOWS[0])
            tops = windows(rows, scale, y, felt.box_mm[1], 4, WINDOWS[1])
            for x0, y0 in itertools.product(lefts, tops):
                views += [np.linalg.inv(flat @ above @ norm) for flat in _flats(scale, x0, y0, felt)]
    return views


def _flats(scale: float, x0: float, y0: float, felt: Felt) -> list[Points]:
    """From camera heights to millimetres, zero's line at the window's left end or at its right."""
    return [np.array([[turn * scale, 0, -turn * at], [0, scale, -y0], [0, 0, 1.0]])
            for turn, at in ((1.0, x0), (-1.0, x0 + felt.length))]


def _score(soft: Response, red: Points, plane: Points, felt: Felt) -> float:
    """How well lines lie on print and nowhere beside it, the ends look like ends, and colours are in place."""
    lines = _mean(soft, plane, sample(core(felt), 25.0)[0]) - _mean(soft, plane, sample(beside(felt), 40.0)[0])
    printed, blank = ends_of(felt)
    ends = _mean(soft, plane, sample(printed, 20.0)[0]) - _mean(soft, plane, sample(blank, 20.0)[0])
    return lines + 0.15 * ends + COLOURS * agreement(red, plane, felt)


def _distinct(likely: list[tuple[float, Points]]) -> list[tuple[float, Points]]:
    """The best views that differ by more than refinement can mend."""
    kept: list[tuple[float, Points]] = []
    marks = np.array([[0, 0, 1.0], [900, 0, 1.0], [0, 270, 1.0], [900, 270, 1.0]])
    seen: list[Points] = []
    for score, plane in likely:
        at = marks @ plane.T
        at = at[:, :2] / at[:, 2:]
        if all(np.abs(at - other).max() > 12 for other in seen):
            kept.append((score, plane))
            seen.append(at)
        if len(kept) == REFINED:
            break
    return kept


def _refined(response: Response, red: Points, plane: Points, felt: Felt) -> Found:
    plane, share, error = refine(response, felt, plane)
    return Found(plane=plane, share=share, error_px=error, colours=agreement(red, plane, felt),
                 ends=speaks(response, red, plane, felt))


def _mean(response: Response, plane: Points, points: Points) -> float:
    u, v, w = plane @ np.column_stack([points, np.ones(len(points))]).T
    high, wide = response.shape
    with np.errstate(divide="ignore", invalid="ignore"):
        u, v = np.nan_to_num(u / w, nan=-1, posinf=-1, neginf=-1), np.nan_to_num(v / w, nan=-1, posinf=-1, neginf=-1)
    inside = (u >= 0) & (v >= 0) & (u < wide - 1) & (v < high - 1) & (w > 0)
    return float(response[v[inside].astype(int), u[inside].astype(int)].sum() / len(points))


def refine(response: Response, felt: Felt, plane: Points) -> tuple[Points, float, float]:
    """The view fitted to the middle of every line: the view, the share of line points found, their rms error in px."""
    response = np.asarray(cv2.GaussianBlur(response, (0, 0), 0.8), np.float32)
    points, directions = sample(core(felt))
    found, error = 0.0, 99.0
    for reach in (*WIDE, WIDE[-1], WIDE[-1]):
        seen, normals = _seen(plane, points, directions)
        aside = _seen(plane, points + np.array([felt.box_mm[0], 0.0]), directions)[0]
        box = float(np.median(np.linalg.norm(aside - seen, axis=1)))
        if not np.isfinite(seen).all() or not 4 < box < 2000:
            return plane, 0.0, 99.0
        off, sure = _peaks(response, seen, normals, float(np.clip(reach * box, 2.5, 14)))
        found = float(sure.mean())
        if found < 0.3:
            break
        plane = _adjusted(plane, points[sure], normals[sure], off[sure])
        error = float(np.sqrt(np.mean(np.clip(off[sure], -2, 2) ** 2)))
    return plane, found, error


def _seen(plane: Points, points: Points, directions: Points) -> tuple[Points, Points]:
    """Pixels of points, and the unit normal of each one's line in the picture."""
    def through(at: Points) -> Points:
        u, v, w = plane @ np.column_stack([at, np.ones(len(at))]).T
        w = np.where(np.abs(w) < 1e-9, 1e-9, w)
        return np.column_stack([u / w, v / w])

    seen = through(points)
    run = through(points + directions) - seen
    run /= np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-9)
    return seen, np.column_stack([-run[:, 1], run[:, 0]])


def _peaks(response: Response, seen: Points, normals: Points, reach: float) -> tuple[Points, NDArray[np.bool_]]:
    """How far along its normal each line's middle lies, and whether a line is there at all."""
    steps = np.arange(-reach, reach + 0.01, 0.5)
    grid = (seen[:, None, :] + normals[:, None, :] * steps[None, :, None]).astype(np.float32)
    across = cv2.remap(response, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR)
    top = across.max(axis=1)
    weight = np.clip(across - 0.5 * top[:, None], 0, None)
    centre = steps[across.argmax(axis=1)]
    weight[np.abs(steps[None, :] - centre[:, None]) > 3] = 0
    off = (weight * steps).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-6)
    return off, (top > 0.35) & (np.abs(off) < reach - 0.5)


def _adjusted(plane: Points, points: Points, normals: Points, off: Points) -> Points:
    """One Gauss-Newton step: move the view so that the lines move by `off` along their normals."""
    u, v, w = plane @ np.column_stack([points, np.ones(len(points))]).T
    flat = np.column_stack([points, np.ones(len(points))]) / w[:, None]
    u, v = u / w, v / w
    nx, ny = normals[:, :1], normals[:, 1:]
    last = -(nx * u[:, None] + ny * v[:, None]) * flat
    slopes = np.concatenate([nx * flat, ny * flat, last[:, :2]], axis=1)
    sure = 1 / np.maximum(1.0, np.abs(off) / 0.7)
    scale = np.linalg.norm(slopes, axis=0)
    step, *_ = np.linalg.lstsq(slopes / scale * sure[:, None], off * sure, rcond=None)
    moved = plane / plane[2, 2] if abs(plane[2, 2]) > 1e-12 else plane
    factor = plane[2, 2]
    change = np.append(step / scale, 0.0).reshape(3, 3)
    found: Points = (moved * factor + change) / factor
    return found
