"""What the felt would look like with nothing on it, told from a picture in which something may stand everywhere."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from schemas.layout import Felt
from vision.frame import Image
from vision.geometry import Points
from vision.layout.apart import FAINT, how_far
from vision.layout.fields import DARK, expect, light_on, mark_ink, other_fields
from vision.layout.planes import Planes
from vision.layout.silhouette import Mask
from vision.layout.tiles import MARGIN_MM, Flags, Floats, Sheet

CHIP_SHARE = 0.22
"""What is narrower than this part of a chip is a numeral or a line, not something that stands there."""
NEAR_MM = 9
REACH_MM = MARGIN_MM + 15
"""What comes in over the edge of the looked-at cloth and reaches this far is an arm; less may be a rack beside it."""
ROUNDS = 3


class Bare(Value, frozen=True, kw_only=True, eq=False):
    """The expected empty felt in the camera's picture, and where the picture shows something else."""

    planes: Planes
    foreign: Mask
    """1 where something stands (the picture's pixels)."""
    count: int
    """Separate places where something stands."""


def bare_felt(planes: Planes, plane: Points, felt: Felt, diameter_mm: float) -> Bare:
    """The empty felt behind whatever stands in a picture."""
    sheet = Sheet.of(planes.whole(), plane, felt)
    light: Floats = np.ones(sheet.seen.shape, np.float32)
    for _ in range(ROUNDS):
        print_, spread = expect(sheet, light, felt)
        light = light_on(sheet, print_ / light[..., None], spread, light)
    print_, spread = expect(sheet, light, felt)
    ink = mark_ink(sheet, print_, light, felt)
    far, shade = how_far(sheet.picture, print_, ink, spread)
    for part, field in other_fields(sheet, light, felt):
        own, shaded = how_far(sheet.picture[part], field, ink[part], spread[part])
        shade[part] = (shade[part] | shaded) & (np.minimum(own, far[part]) <= FAINT)
        far[part] = np.minimum(far[part], own)
    solid = _solid(np.where(sheet.seen, far, 0), diameter_mm)
    return _in_picture(planes, sheet, print_, far, shade, solid)


def _solid(far: Floats, diameter_mm: float) -> Mask:
    """Where something at least as wide as a good part of a chip is there."""
    thick = max(5, round(CHIP_SHARE * diameter_mm)) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
    opened = np.asarray(cv2.morphologyEx((far > 1).astype(np.uint8), cv2.MORPH_OPEN, kernel), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    small = stats[:, cv2.CC_STAT_AREA] < 0.3 * diameter_mm**2
    opened[small[labels]] = 0
    return opened


def _in_picture(planes: Planes, sheet: Sheet, print_: Floats, far: Floats, shade: Flags, solid: Mask) -> Bare:
    """The expected felt laid under what stands there; elsewhere the picture itself is the empty felt."""
    size = planes.size
    near = cv2.dilate(solid, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * NEAR_MM + 1, 2 * NEAR_MM + 1)))
    faint = cv2.bitwise_and(near, (far > FAINT).astype(np.uint8))
    foreign = cv2.bitwise_or(cv2.morphologyEx(faint, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), solid)
    shaded = cv2.bitwise_and(cv2.dilate(solid, np.ones((61, 61), np.uint8)), shade.astype(np.uint8))
    laid = np.asarray((print_ + DARK).clip(0, 255), np.uint8)
    seen = cv2.warpPerspective(laid, sheet.to_picture, size, flags=cv2.INTER_LINEAR)
    covers = _warped(cv2.bitwise_or(foreign, shaded), sheet, size)
    whole = planes.whole()
    whole[covers > 0] = seen[covers > 0]
    for strip, colour in _arms(sheet, solid, laid, size):
        whole[strip > 0] = colour
        covers |= strip
    return Bare(planes=_planes(planes, whole, covers), foreign=_warped(np.asarray(foreign, np.uint8), sheet, size),
                count=cv2.connectedComponents(solid)[0] - 1)


def _warped(mask: np.ndarray, sheet: Sheet, size: tuple[int, int]) -> Mask:
    return np.asarray(cv2.warpPerspective(mask * 255, sheet.to_picture, size) > 127, np.uint8)


def _arms(sheet: Sheet, solid: Mask, laid: Image, size: tuple[int, int]) -> list[tuple[Mask, np.ndarray]]:
    """The way of each arm from the looked-at cloth to the picture's edge: it is no cloth, whatever it shows."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    high, found = solid.shape[0], []
    for row in (2, high - 3):
        for nth in np.unique(labels[row][labels[row] > 0]):
            columns = np.flatnonzero(labels[row] == nth)
            if stats[nth, cv2.CC_STAT_HEIGHT] < REACH_MM or len(columns) < 15:
                continue
            ends = np.array([[columns[0], row, 1.0], [columns[-1], row, 1.0]]) @ sheet.to_picture.T
            (u0, v0), (u1, v1) = ends[:, :2] / ends[:, 2:]
            nearest = 0 if min(v0, v1) < size[1] / 2 else size[1] - 1
            strip = np.zeros((size[1], size[0]), np.uint8)
            inwards = 6 if nearest == 0 else -6
            corners = [[u0, v0 + inwards], [u1, v1 + inwards], [u1, nearest], [u0, nearest]]
            cv2.fillPoly(strip, [np.round(corners).astype(np.int32)], 1)
            found.append((strip, laid[row, int(columns.mean())]))
    return found


def _planes(planes: Planes, whole: Image, covers: Mask) -> Planes:
    """The picture's own planes, with the completed print where something covers it."""
    half = (planes.size[0] // 2, planes.size[1] // 2)
    u, v = (np.asarray(cv2.resize(np.ascontiguousarray(whole[..., nth]), half, interpolation=cv2.INTER_AREA), np.uint8)
            for nth in (1, 2))
    few = cv2.resize(covers, half, interpolation=cv2.INTER_AREA) == 0
    u[few], v[few] = planes.u[few], planes.v[few]
    return Planes(np.ascontiguousarray(whole[..., 0]), u, v)
