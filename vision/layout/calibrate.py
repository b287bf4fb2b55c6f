"""Calibrating a layout camera from its own video: where the print lies, how the camera hangs, the empty felt."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.layout import boxes
from schemas.table import TableSetup
from vision.calibration import LayoutCalibration
from vision.frame import Image
from vision.geometry import Points, camera_over, focal_of
from vision.layout.emptiness import foreign_places
from vision.layout.grid import find_plane, refine
from vision.layout.planes import Planes
from vision.layout.still import quiet_pictures

YELLOW = (0, 255, 255)
REFERENCE = "layout-reference.png"
TRIES = 6
"""Quiet pictures in which the print is looked for before giving up."""
FOUND = 0.8
"""The least share of printed line that must be seen: lower accepts a wrong view, higher a felt without chips only."""
SHARP_PX = 1.5
USUAL_FOCAL = 1.4
"""Picture widths; used when the view is too flat to tell its own focal length."""


def calibrate_layout(url: str, setup: TableSetup, *, folder: Path) -> LayoutCalibration:
    """Find the layout in the first quiet pictures, and keep the first picture in which the felt is empty."""
    felt = setup.felt.felt
    found: tuple[Points, float] | None = None
    best: tuple[int, Planes] | None = None
    for nth, planes in enumerate(quiet_pictures(url)):
        if found is None:
            if nth == TRIES:
                break
            found = _locate(planes, setup)
        if found is None:
            continue
        standing = len(foreign_places(planes, found[0], felt, _diameter(setup)))
        if best is None or standing < best[0]:
            best = (standing, planes)
        if not standing:
            break
    if found is None or best is None:
        raise NoMoreBetsError(f"no printed layout found in {url}: the whole felt must be in the picture, the dealer at "
                              f"its {setup.felt.dealer_side} ([felt] dealer_side), box_mm {list(felt.box_mm)}.")
    return _written(found, best, folder)


def _locate(planes: Planes, setup: TableSetup) -> tuple[Points, float] | None:
    felt = setup.felt.felt
    seen = find_plane(planes.y, felt, dealer_on_top=setup.felt.dealer_side == "top")
    if seen is None:
        return None
    plane, share, error = refine(planes.y, felt, seen[0])
    return (plane, error) if share >= FOUND and error <= SHARP_PX else None


def _diameter(setup: TableSetup) -> float:
    return max((chip.diameter_mm for chip in setup.chips), default=39.0)


def _written(found: tuple[Points, float], best: tuple[int, Planes], folder: Path) -> LayoutCalibration:
    (plane, error), (standing, planes) = found, best
    plane = plane / plane[2, 2]
    focal = focal_of(plane, planes.size) or USUAL_FOCAL * planes.size[0]
    first, last = plane @ [0.0, 0.0, 1.0], plane @ [100.0, 0.0, 1.0]
    return LayoutCalibration(
        size=planes.size, plane=tuple(float(value) for value in plane.ravel()), focal_px=round(focal, 1),
        zero="left" if first[0] / first[2] < last[0] / last[2] else "right", error_px=round(error, 3),
        empty=standing == 0, reference=REFERENCE, reference_sha256=planes.save(folder / REFERENCE),
    )


def draw_calibration(url: str, calibration: LayoutCalibration, setup: TableSetup) -> Image:
    """The picture with every box named where the calibration sees it, and a chip standing on each, for people."""
    planes = next(quiet_pictures(url), None)
    if planes is None:
        raise NoMoreBetsError(f"no quiet picture in {url} to draw the calibration on.")
    camera = camera_over(calibration.matrix, calibration.focal_px, calibration.size)
    picture: Image = np.asarray(cv2.cvtColor(np.vstack([planes.y, _packed(planes)]), cv2.COLOR_YUV2BGR_I420), np.uint8)
    for name, box in boxes(setup.felt.felt).items():
        corners = np.array([[box.x0, box.y0, 0], [box.x1, box.y0, 0], [box.x1, box.y1, 0], [box.x0, box.y1, 0]])
        cv2.polylines(picture, [_px(camera.project(corners))], True, (255, 0, 255), 1, cv2.LINE_AA)
        x, y = box.centre
        for z in (0.0, 3.3):
            cv2.polylines(picture, [_px(camera.disc(x, y, z, _diameter(setup) / 2))], True, YELLOW, 1, cv2.LINE_AA)
        u, v = camera.at(x, y)
        cv2.putText(picture, name, (int(u) - 18, int(v) + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, YELLOW, 1, cv2.LINE_AA)
    words = f"error {calibration.error_px} px, felt {'empty' if calibration.empty else 'NOT EMPTY'}"
    cv2.putText(picture, words, (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.0, YELLOW, 2, cv2.LINE_AA)
    return picture


def _px(points: Points) -> np.ndarray:
    return np.round(points).astype(np.int32)


def _packed(planes: Planes) -> Image:
    """Both colour planes as OpenCV wants them under the brightness."""
    return np.concatenate([planes.u.ravel(), planes.v.ravel()]).reshape(-1, planes.y.shape[1])
