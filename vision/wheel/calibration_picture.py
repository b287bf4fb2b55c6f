"""The found wheel drawn over its video's first picture, for people to check."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame, Image
from vision.source import beginning
from vision.wheel.numbers import Levels
from vision.wheel.ring_plane import RingPlane
from vision.wheel.rotor import RotorReader, RotorReading
from vision.wheel.sampling import FIRST_S

RING, TRACK, INNER = (0, 255, 255), (255, 160, 0), (0, 200, 0)


def draw_calibration(url: str, calibration: WheelCalibration, setup: TableSetup) -> Image:
    """Number ring, pocket ring, turret, ball track and numbers over a picture in which the wheel is seen."""
    plane = RingPlane(np.array(calibration.homography).reshape(3, 3))
    frame, reading = _seen(url, RotorReader(plane, setup.wheel.pockets, Levels(*calibration.levels)))
    picture = frame.bgr.copy()
    radius, x, y = calibration.track
    circle(picture, plane, radius, TRACK, x, y)
    circle(picture, plane, 1.0, RING)
    for inner in calibration.rings:
        circle(picture, plane, inner, INNER)
    if reading is not None:
        label_numbers(picture, plane, setup.wheel.pockets, reading.turned)
    return picture


def _seen(url: str, rotor: RotorReader) -> tuple[Frame, RotorReading | None]:
    """The first picture in which the numbers are read; the very first if they are in none."""
    first: Frame | None = None
    for frame in beginning(url, FIRST_S):
        first, reading = first or frame, rotor.read(frame)
        if reading is not None:
            return frame, reading
    if first is None:
        raise NoMoreBetsError(f"{url}: it has no picture.")
    return first, None


def circle(picture: Image, plane: RingPlane, radius: float, colour: tuple[int, int, int], x: float = 0.0,
           y: float = 0.0) -> None:
    """A circle of the ring's plane as the camera sees it."""
    angle = np.linspace(0, 2 * np.pi, 180)
    u, v = plane.picture(x + radius * np.cos(angle), y + radius * np.sin(angle))
    points = np.round(np.stack([u, v], -1) * 16).astype(np.int32)
    cv2.polylines(picture, [points], True, colour, 1, cv2.LINE_AA, 4)


def label_numbers(picture: Image, plane: RingPlane, pockets: tuple[str, ...], turned: float) -> None:
    """Each number beside its pocket, as far as the picture is large enough to read them."""
    size = max(0.3, min(0.6, picture.shape[0] / 1400))
    for nth, number in enumerate(pockets):
        at = turned + 2 * np.pi * nth / len(pockets)
        u, v = plane.picture(np.array(1.1 * np.cos(at)), np.array(1.1 * np.sin(at)))
        place = (int(u) - 8, int(v) + 4)
        cv2.putText(picture, number, place, cv2.FONT_HERSHEY_SIMPLEX, size, RING, 1, cv2.LINE_AA)
