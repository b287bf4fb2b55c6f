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
from vision.layout.bare import bare_felt
from vision.layout.chips import tell_apart
from vision.layout.clicks import plane_through
from vision.layout.grid import Found, find_plane, refine
from vision.layout.ink import line_response
from vision.layout.planes import Planes
from vision.layout.print import core, sample
from vision.layout.reference import Reference
from vision.layout.sight import DARK
from vision.layout.still import quiet_pictures
from vision.source import is_picture, open_video

YELLOW = (0, 255, 255)
REFERENCE = "layout-reference.png"
TRIES = 6
"""Quiet pictures in which the print is looked for before giving up."""
PICTURES = 40
"""Quiet pictures that are looked through for an empty felt, or for each part of it while it is bare."""
FOUND = 0.55
"""The least share of the numbers' lines that must be seen: lower accepts a wrong view, higher fails on crowds."""
SURE = 0.72
"""What lines and the numbers' colours must come to together; lower accepts any grid, higher fails on faded print."""
SHARP_PX = 1.5
SHOWN = 0.1
"""The least share of the numbers' lines that clicks must put into the picture; lower takes slips for views."""
USUAL_FOCAL = 1.4
"""Picture widths; used when the view is too flat to tell its own focal length."""


def calibrate_layout(
    url: str, setup: TableSetup, *, folder: Path, corners: dict[str, tuple[float, float]] | None = None
) -> LayoutCalibration:
    """Find the layout in the first quiet pictures, and the empty felt in the first that has it, or behind what stands.

    `corners` are pixels of named crossings of the print, for a view in which the print is not found.
    """
    tell_apart(setup.chips)
    found: Found | None = None
    felt: Reference | None = None
    dark = False
    for nth, planes in enumerate(quiet_pictures(url)):
        dark = float(planes.y.mean()) < DARK
        if found is None:
            found = _clicked(_shown(corners, url, planes), planes, setup) if corners else _locate(planes, setup)
            if found is None and nth == TRIES:
                break
        if found is None:
            continue
        bare = bare_felt(planes, found.plane, setup.felt.felt, _diameter(setup))
        felt = Reference.first(bare, planes) if felt is None else felt.with_(bare, planes)
        if felt.empty or nth >= PICTURES or is_picture(url):
            break
    if dark and found is None:
        raise NoMoreBetsError(f"{url} is too dark to find a layout in: light the table, and calibrate again.")
    if found is None or felt is None:
        raise NoMoreBetsError(f"no printed layout found in {url}: the whole felt must be in the picture, the dealer at "
                              f"its {setup.felt.dealer_side} ([felt] dealer_side), box_mm "
                              f"{list(setup.felt.felt.box_mm)}; or name four crossings with --corners.")
    return _written(found, felt, folder)


def _locate(planes: Planes, setup: TableSetup) -> Found | None:
    found = find_plane(planes, setup.felt.felt, dealer_on_top=setup.felt.dealer_side == "top")
    if found is None or found.share < FOUND or found.sure < SURE or found.error_px > SHARP_PX:
        return None
    return found


def _shown(corners: dict[str, tuple[float, float]], url: str, planes: Planes) -> dict[str, tuple[float, float]]:
    """Clicks on a picture as its pixels are when it is looked at: large stills are made smaller."""
    with open_video(url) as container:
        wide, high = container.streams.video[0].width, container.streams.video[0].height
    return {name: (u * planes.size[0] / wide, v * planes.size[1] / high) for name, (u, v) in corners.items()}


def _clicked(corners: dict[str, tuple[float, float]], planes: Planes, setup: TableSetup) -> Found:
    """The view through crossings that a person named, drawn to the printed lines where they are near."""
    plane = plane_through(corners, setup.felt.felt)
    if _share_shown(plane, setup, planes) < SHOWN:
        raise NoMoreBetsError("--corners: through these crossings the layout lies outside the picture; check names and "
                              "pixels.")
    better, share, error = refine(line_response(planes), setup.felt.felt, plane)
    if share >= FOUND and error <= SHARP_PX:
        plane = better
    return Found(plane=plane, share=share, error_px=min(error, 9.9), colours=0.0)


def _share_shown(plane: Points, setup: TableSetup, planes: Planes) -> float:
    """How much of the numbers' lines lies in the picture."""
    points = sample(core(setup.felt.felt))[0]
    u, v, w = plane @ np.column_stack([points, np.ones(len(points))]).T
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = (u / w >= 0) & (v / w >= 0) & (u / w < planes.size[0]) & (v / w < planes.size[1])
    return float(np.mean(inside & (w * w[0] > 0)))


def _diameter(setup: TableSetup) -> float:
    return max((chip.diameter_mm for chip in setup.chips), default=39.0)


def _written(found: Found, felt: Reference, folder: Path) -> LayoutCalibration:
    plane, size = found.plane / found.plane[2, 2], felt.planes.size
    focal = focal_of(plane, size) or USUAL_FOCAL * size[0]
    first, last = plane @ [0.0, 0.0, 1.0], plane @ [100.0, 0.0, 1.0]
    return LayoutCalibration(
        size=size, plane=tuple(float(value) for value in plane.ravel()), focal_px=round(focal, 1),
        zero="left" if first[0] / first[2] < last[0] / last[2] else "right", error_px=round(found.error_px, 3),
        empty=felt.empty, reference=REFERENCE, reference_sha256=felt.planes.save(folder / REFERENCE),
        lines=round(found.share, 3), colours=round(found.colours, 3), made_share=felt.made,
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
