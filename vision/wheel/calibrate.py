"""Finding a wheel in a video without a click: ring, spindle, numbers, ball track."""

from __future__ import annotations

from collections.abc import Iterator
from math import tau

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame, Image
from vision.source import frames
from vision.wheel.ball import ball_radius
from vision.wheel.find_ring import change_of, find_ring
from vision.wheel.fit_numbers import NumberFit, fit_numbers
from vision.wheel.numbers import Levels, NumberOrder
from vision.wheel.ring_plane import RingPlane
from vision.wheel.rotor import RotorReader
from vision.wheel.sampling import FIRST_S, sample
from vision.wheel.track import find_track

LEAST_AGREEMENT = 0.75
"""How well the ring must agree with the wheel's order; lower it and any red-black ring is taken for this wheel."""
LEAST_MARGIN = 0.05
"""How much worse every other place of the zero must fit; lower it and the numbers may be read a pocket or two off."""
FEWEST = 20


def calibrate_wheel(url: str, setup: TableSetup) -> WheelCalibration:
    """Find the wheel in a video, or say in one line why it cannot be found."""
    seen = sample(url)
    if seen.frames < FEWEST:
        raise NoMoreBetsError(f"{url}: {seen.frames} frames are too few to find a wheel in; it takes {FEWEST} or more.")
    ring = find_ring(change_of(seen.redness))
    if ring is None:
        raise NoMoreBetsError(f"{url}: no turning red and black ring found; the whole wheel must be in the picture, "
                              "turning, and the camera still.")
    fit = fit_numbers(seen.redness, ring, NumberOrder(setup.wheel.pockets))
    _check(url, fit)
    assert fit.levels is not None
    grow = np.array([[seen.shrink, 0, (seen.shrink - 1) / 2], [0, seen.shrink, (seen.shrink - 1) / 2], [0, 0, 1]])
    plane = RingPlane(grow @ fit.plane.homography)
    rotor, speeds = RotorReader(plane, setup.wheel.pockets, fit.levels), list[float]()
    track, track_seen = find_track(_read_rotor(url, rotor, speeds), plane, ball_radius(setup.wheel), seen.size)
    flat = [round(float(each), 8) for each in (plane.homography / plane.homography[2, 2]).ravel()]
    return WheelCalibration(
        size=seen.size, homography=tuple(flat),  # type: ignore[arg-type]  # nine of them
        levels=(round(fit.levels.red, 1), round(fit.levels.black, 1), round(fit.levels.green, 1)),
        track=(round(track.radius, 4), round(track.x, 4), round(track.y, 4)), track_seen=track_seen,
        rotor_rpm=round(float(np.median(speeds or [0.0])) / tau * 60, 2),
        agreement=round(fit.agreement, 3), margin=round(fit.margin, 3))


def _read_rotor(url: str, rotor: RotorReader, speeds: list[float]) -> Iterator[Frame]:
    """The first minute's frames, the rotor's speed noted in passing."""
    for frame in frames(url, Moment(0)):
        if frame.micros > FIRST_S * 1e6:
            return
        if rotor.read(frame) is not None and rotor.speed is not None:
            speeds.append(rotor.speed)
        yield frame


def draw_calibration(url: str, calibration: WheelCalibration, setup: TableSetup) -> Image:
    """The video's first picture with the found ring, track and numbers drawn over it, for people to check."""
    frame = next(iter(frames(url, Moment(0))))
    picture = frame.bgr.copy()
    plane = RingPlane(np.array(calibration.homography).reshape(3, 3))
    radius, x, y = calibration.track
    angle = np.linspace(0, 2 * np.pi, 180)
    for size, cx, cy, colour in ((1.0, 0.0, 0.0, (0, 255, 255)), (radius, x, y, (255, 160, 0))):
        u, v = plane.picture(cx + size * np.cos(angle), cy + size * np.sin(angle))
        cv2.polylines(picture, [np.round(np.stack([u, v], -1) * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)
    reading = RotorReader(plane, setup.wheel.pockets, Levels(*calibration.levels)).read(frame)
    if reading is None:
        return picture
    for nth, number in enumerate(setup.wheel.pockets):
        at = reading.turned + 2 * np.pi * nth / len(setup.wheel.pockets)
        u, v = plane.picture(np.array(1.1 * np.cos(at)), np.array(1.1 * np.sin(at)))
        place = (int(u) - 8, int(v) + 4)
        cv2.putText(picture, number, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 255, 255), 1, cv2.LINE_AA)
    return picture


def _check(url: str, fit: NumberFit) -> None:
    if fit.agreement < LEAST_AGREEMENT or fit.levels is None:
        raise NoMoreBetsError(f"{url}: a turning ring was found, but its colours do not follow the wheel's order "
                              f"(agreement {fit.agreement:.2f} of {LEAST_AGREEMENT}); is [wheel] order right?")
    if fit.margin < LEAST_MARGIN:
        raise NoMoreBetsError(f"{url}: the wheel was found, but not which number is where (margin {fit.margin:.2f} of "
                              f"{LEAST_MARGIN}); the zero's green must be seen clearly.")
