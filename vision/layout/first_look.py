"""The first look: whether this is the view that was calibrated, and what stands on the felt already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.events import Observation
from schemas.moment import Moment
from vision.frame import Frame
from vision.layout.glance import standing
from vision.layout.planes import Cells, Planes
from vision.layout.regions import Regions
from vision.layout.sight import DARK, HIDDEN

if TYPE_CHECKING:
    from vision.layout.eye import LayoutEye

TOLD = 0.6
"""How sure a stack must be to be said to stand there from the first; lower it and more print, glare and noise are said
to be chips than stacks are gained."""
STRANGE = 0.6
"""When this share of the first picture differs from the calibration's, it is not the same view."""


def first_look(eye: LayoutEye, frame: Frame) -> list[Observation]:
    """Check the view, and tell what stands from the first."""
    if (frame.width, frame.height) != tuple(eye.calibration.size):
        raise NoMoreBetsError(f"the layout camera's picture is {frame.width}x{frame.height}, calibrated was "
                              f"{eye.calibration.size[0]}x{eye.calibration.size[1]}; calibrate again.")
    planes = Planes.of(frame)
    small = planes.cells()
    if not eye.changes.look(small, 0):
        return []
    if eye.changes.share > STRANGE and float(small[0].mean()) >= DARK:
        raise NoMoreBetsError("the layout camera's picture does not fit its calibration: the camera moved, or this "
                              "is another table; calibrate again.")
    if by := eye.sight.moved(small[0], eye.changes.share, 0.0):
        raise NoMoreBetsError(f"the layout camera hangs some {by} from where it was calibrated; calibrate again.")
    return _standing(eye, planes, small, frame.time) if eye.changes.share < HIDDEN else []


def _standing(eye: LayoutEye, planes: Planes, small: Cells, time: Moment) -> list[Observation]:
    """What stands where no arm is, told once; from now on the felt looks like this there."""
    eye.hands.look(Regions(eye.changes.changed), 0, 0)
    free = (eye.hands.covered == 0).astype(np.uint8)
    cell = planes.cell
    box = (0, 0, free.shape[1] * cell, free.shape[0] * cell)
    picture = planes.part(box, 1 / eye.changes.light)
    found, arms = standing(eye.state, picture.whole())
    said: list[Observation] = []
    for stack in found:
        if stack.confidence < TOLD:
            continue
        eye.state.stacks[stack.name] = stack
        said.append(eye.telling.standing(stack, time))
    near = cv2.dilate(arms, np.ones((4 * cell + 1, 4 * cell + 1), np.uint8))
    away = cv2.resize(near, (free.shape[1], free.shape[0]), interpolation=cv2.INTER_AREA) == 0
    free[away & (eye.rim.inside > 0)] = 1  # what merely touches an arm was read
    fine = np.repeat(np.repeat(free, cell, axis=0), cell, axis=1)
    eye.state.confirm(picture, box, fine)
    eye.changes.confirm_where(free, small)
    return said
