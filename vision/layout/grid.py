"""Finding the printed layout in a picture: lines, the view of the cloth that explains them, and its refinement."""

from __future__ import annotations

import itertools
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.layout import Felt
from vision.frame import Image
from vision.geometry import Points
from vision.layout.print import across_lines, along_lines, blanks, sample, segments

LINE_PX = 17
"""Lines are brighter than their surroundings within this many pixels; wider lets print in, narrower loses lines."""
BRIGHT = 22.0
SHORT_PX = 70
"""Shorter strokes are letters and diamonds, not lines of the layout."""
REACH_PX = 7
"""How far from where it is expected a line is looked for while the fit is refined."""

T = TypeVar("T")
Line = tuple[float, float]
"""Along: v = a + b u. Across: u = a + b v. (a, b)"""
Response = NDArray[np.float32]


def line_response(y: Image) -> Response:
    """How much each pixel looks like a bright printed line."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LINE_PX, LINE_PX))
    hat = cv2.morphologyEx(y, cv2.MORPH_TOPHAT, kernel)
    return np.minimum(hat.astype(np.float32) / 60, 1.0)


def find_lines(y: Image) -> tuple[list[Line], list[Line]]:
    """The long bright lines of a picture: along (near level) from top to bottom, across from left to right."""
    binary = (line_response(y) > BRIGHT / 60).astype(np.uint8) * 255
    strokes = cv2.HoughLinesP(binary, 1, np.pi / 720, 90, minLineLength=SHORT_PX, maxLineGap=6)
    if strokes is None:
        return [], []
    ends = strokes.reshape(-1, 4).astype(np.float64)
    level = np.abs(ends[:, 3] - ends[:, 1]) < 0.6 * np.abs(ends[:, 2] - ends[:, 0])
    high, wide = y.shape
    along = _merge(ends[level], wide / 2)
    across = _merge(ends[~level][:, [1, 0, 3, 2]], high / 2)
    return along, across


def _merge(ends: Points, middle: float) -> list[Line]:
    """Strokes on one line become one line; only lines with enough stroke length stay."""
    if not len(ends):
        return []
    slope = (ends[:, 3] - ends[:, 1]) / (ends[:, 2] - ends[:, 0])
    at = ends[:, 1] + slope * (middle - ends[:, 0])
    length = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    left = list(np.argsort(-length))
    lines: list[tuple[float, Line]] = []
    while left:
        first = left[0]
        same = [k for k in left if abs(at[k] - at[first]) < 9 and abs(slope[k] - slope[first]) < 0.06]
        left = [k for k in left if k not in same]
        if length[same].sum() >= 180:
            points = np.concatenate([ends[same][:, :2], ends[same][:, 2:]])
            b, a = np.polyfit(points[:, 0], points[:, 1], 1)
            lines.append((a + b * middle, (float(a), float(b))))
    return [line for _, line in sorted(lines)]


def crossing(along: Line, across: Line) -> tuple[float, float]:
    """The pixel where an along line and an across line meet."""
    (a, b), (c, d) = along, across
    u = (c + d * a) / (1 - d * b)
    return u, a + b * u


def find_plane(y: Image, felt: Felt, *, dealer_on_top: bool) -> tuple[Points, float] | None:
    """The view of the cloth (millimetres to pixels) that explains the lines best, and how well (0 to 1)."""
    along, across = find_lines(y)
    if len(along) < 2 or len(across) < 2:
        return None
    response = np.asarray(cv2.GaussianBlur(line_response(y), (0, 0), 2.0), np.float32)
    printed, _ = sample(segments(felt), 30.0)
    empty, _ = sample(blanks(felt), 12.0)
    rows = sorted(along_lines(felt), reverse=not dealer_on_top)
    best: tuple[Points, float] | None = None
    for plane in _views(along, across, rows, across_lines(felt)):
        score = _mean(response, plane, printed) - _mean(response, plane, empty)
        if best is None or score > best[1]:
            best = (plane, score)
    return best


def _views(along: list[Line], across: list[Line], rows: list[float], streets: tuple[float, ...]) -> list[Points]:
    """Every view that puts two outer lines of each kind on two outer printed ones, zero to either side."""
    views = []
    source_pairs = list(itertools.product(_outer(along), _outer(across)))
    printed_rows = _outer(rows)
    for columns in (list(streets), list(streets)[::-1]):
        for (top, bottom), (left, right) in source_pairs:
            seen = np.array([crossing(h, v) for h in (top, bottom) for v in (left, right)], np.float32)
            for (y0, y1), (x0, x1) in itertools.product(printed_rows, _outer(columns)):
                flat = np.array([[x0, y0], [x1, y0], [x0, y1], [x1, y1]], np.float32)
                views.append(np.asarray(cv2.getPerspectiveTransform(flat, seen), np.float64))
    return views


def _outer(items: list[T]) -> list[tuple[T, T]]:
    """Pairs of one of the first three and one of the last three."""
    pairs = itertools.product(items[:3], items[-3:])
    return [(first, last) for first, last in pairs if items.index(first) < items.index(last)]


def _mean(response: Response, plane: Points, points: Points) -> float:
    u, v, w = plane @ np.column_stack([points, np.ones(len(points))]).T
    high, wide = response.shape
    with np.errstate(divide="ignore", invalid="ignore"):
        u, v = np.nan_to_num(u / w, nan=-1, posinf=-1, neginf=-1), np.nan_to_num(v / w, nan=-1, posinf=-1, neginf=-1)
    inside = (u >= 0) & (v >= 0) & (u < wide - 1) & (v < high - 1) & (w > 0)
    return float(response[v[inside].astype(int), u[inside].astype(int)].sum() / len(points))


def refine(y: Image, felt: Felt, plane: Points) -> tuple[Points, float, float]:
    """The view fitted to the middle of every line: the view, the share of line points found, their rms error in px."""
    response = np.asarray(cv2.GaussianBlur(line_response(y), (0, 0), 0.8), np.float32)
    points, directions = sample(segments(felt))
    found, error = 0.0, 99.0
    for _ in range(6):
        seen, normals = _seen(plane, points, directions)
        off, sure = _peaks(response, seen, normals)
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
        return np.column_stack([u / w, v / w])

    seen = through(points)
    run = through(points + directions) - seen
    run /= np.linalg.norm(run, axis=1, keepdims=True)
    return seen, np.column_stack([-run[:, 1], run[:, 0]])


def _peaks(response: Response, seen: Points, normals: Points) -> tuple[Points, NDArray[np.bool_]]:
    """How far along its normal each line's middle lies, and whether a line is there at all."""
    steps = np.arange(-REACH_PX, REACH_PX + 0.01, 0.5)
    grid = (seen[:, None, :] + normals[:, None, :] * steps[None, :, None]).astype(np.float32)
    across = cv2.remap(response, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR)
    top = across.max(axis=1)
    weight = np.clip(across - 0.5 * top[:, None], 0, None)
    centre = steps[across.argmax(axis=1)]
    weight[np.abs(steps[None, :] - centre[:, None]) > 3] = 0
    off = (weight * steps).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-6)
    return off, (top > 0.35) & (np.abs(off) < REACH_PX - 2)


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
