"""How each chip's colour looks to the layout camera: learned from chips that stand still on the calibrated felt."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableFile, TableSetup
from vision.frame import Image
from vision.layout.planes import Planes
from vision.source import frames

EVERY = 25
"""Frames between two looks; a hand is never still that long."""
CHANGED = 40
"""Difference from the empty felt that counts as a chip; lower takes in shadows, higher loses chips like the cloth."""
STILL = 12
"""Difference between two looks that still counts as standing still; higher lets slow hands in."""
LIKE = 40.0
"""How far a pixel may be from the colour the operator told; higher mixes neighbouring colours."""
ENOUGH = 400
"""Pixels needed before a colour counts as seen: about half a chip's top."""

Floats = NDArray[np.float64]


def learn_colours(video: str, file: TableFile) -> dict[str, Any]:
    """Median and spread of each colour as this camera sees it; colours that never stood still are left out."""
    told = file.setup.calibration.get("layout")
    if not file.setup.chips:
        raise NoMoreBetsError(f"{file.path} has no [[chips]]; tell the colours in play before calibrating them.")
    if not told or not told.get("reference"):
        raise NoMoreBetsError(f"{file.path} has no [calibration.layout]; calibrate the layout before its chips.")
    empty = Planes.load(file.path.with_name(told["reference"]), told["reference_sha256"])
    found = _gather(video, _bgr(empty), file.setup)
    return {colour: learned for colour, pixels in found.items() if (learned := _learned(pixels)) is not None}


def _bgr(planes: Planes) -> Image:
    sheet = np.vstack([planes.y, planes.u.reshape(-1, planes.y.shape[1]), planes.v.reshape(-1, planes.y.shape[1])])
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_YUV2BGR_I420), np.uint8)


def _gather(video: str, reference: Image, setup: TableSetup) -> dict[str, list[Floats]]:
    centres = np.array([chip.rgb[::-1] for chip in setup.chips], np.float64)
    found: dict[str, list[Floats]] = {chip.colour: [] for chip in setup.chips}
    before: Image | None = None
    for frame in frames(video, Moment(0)):
        if frame.index % EVERY:
            continue
        picture = frame.bgr
        if picture.shape != reference.shape:
            size = f"{frame.width}x{frame.height}"
            raise NoMoreBetsError(f"{video} is {size}, the calibration is not; calibrate the layout again.")
        if before is not None:
            pixels = picture[_standing(picture, before, reference)].astype(np.float64)
            apart = np.linalg.norm(pixels[:, None] - centres[None], axis=2)
            nearest = apart.argmin(axis=1)
            for nth, chip in enumerate(setup.chips):
                found[chip.colour].append(pixels[(nearest == nth) & (apart[:, nth] < LIKE)])
        before = picture
    return found


def _standing(picture: Image, before: Image, reference: Image) -> NDArray[np.bool_]:
    changed = cv2.absdiff(picture, reference).max(axis=2) > CHANGED
    still = cv2.absdiff(picture, before).max(axis=2) < STILL
    both = (changed & still).astype(np.uint8)
    # Only the inside of what stands there: edges are mixed with the cloth by the lens and the codec.
    return np.asarray(cv2.erode(both, np.ones((5, 5), np.uint8)) > 0)


def _learned(pixels: list[Floats]) -> dict[str, Any] | None:
    every = np.concatenate(pixels) if pixels else np.empty((0, 3))
    if len(every) < ENOUGH:
        return None
    middle, spread = np.median(every, axis=0)[::-1], every.std(axis=0)[::-1]
    return {"rgb": [round(float(value)) for value in middle], "spread": [round(float(value), 1) for value in spread],
            "pixels": len(every)}


def draw_colours(found: dict[str, Any], setup: TableSetup) -> Image:
    """For people: each colour as told on the left, as seen on the right; a cross where it was not seen."""
    picture: Image = np.full((60 * len(setup.chips) + 20, 420, 3), 255, np.uint8)
    for nth, chip in enumerate(setup.chips):
        top = 20 + 60 * nth
        cv2.rectangle(picture, (20, top), (110, top + 40), tuple(chip.rgb[::-1]), -1)
        if chip.colour in found:
            cv2.rectangle(picture, (120, top), (210, top + 40), tuple(found[chip.colour]["rgb"][::-1]), -1)
        else:
            cv2.line(picture, (120, top), (210, top + 40), (0, 0, 0), 1)
            cv2.line(picture, (210, top), (120, top + 40), (0, 0, 0), 1)
        cv2.putText(picture, chip.colour, (225, top + 28), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 1, cv2.LINE_AA)
    return picture
