"""Before a file is watched: whether the wheel is where the calibration says, or the line that says it is not."""

from __future__ import annotations

import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.source import beginning
from vision.wheel.clicks import Clicks
from vision.wheel.numbers import Levels
from vision.wheel.ring_plane import RingPlane
from vision.wheel.rotor import RotorReader
from vision.wheel.sampling import sample
from vision.wheel.settle_ring import settled

WAIT_S = 20.0
"""How long into a file the ring may be hidden or an advert shown before the calibration is doubted; longer makes the
refusal of a wrong one slower, shorter refuses a file that begins with something else."""
IN_A_ROW = 5
"""Frames running whose numbers must be read for the wheel to be there; fewer let clutter pass for it now and then."""
SEEN_S = 1.5
"""How long something must be shown, in the light, in which the wheel is not; shorter judges by a glimpse."""
DARK, PLAIN = 12.0, 6.0
"""Mean grey and its spread below which a picture is dark or covered, and says nothing about where the wheel is."""


def check_place(url: str, calibration: WheelCalibration, setup: TableSetup) -> None:
    """Refuse a file that shows, in the light, anything but the wheel where it should be; mostly one glance."""
    plane = RingPlane(np.array(calibration.homography).reshape(3, 3))
    rotor = RotorReader(plane, setup.wheel.pockets, Levels(*calibration.levels))
    run, shown_s, last_s = 0, 0.0, 0.0
    for frame in beginning(url, WAIT_S):
        check_size(frame, calibration)
        seconds = frame.micros / 1e6
        run = run + 1 if rotor.read(frame) is not None else 0
        if run >= IN_A_ROW:
            return
        shown_s, last_s = shown_s + (seconds - last_s if run == 0 and _lit(frame) else 0.0), seconds
    if shown_s < SEEN_S:
        return
    x, y = (float(at) for at in plane.picture(np.array(0.0), np.array(0.0)))
    raise NoMoreBetsError(f"{url}: the wheel is not where the calibration says (its spindle at {x:.0f},{y:.0f}); "
                          f"{_elsewhere(url, setup)}; calibrate again: nomorebets calibrate wheel {url} --table TABLE")


def check_size(frame: Frame, calibration: WheelCalibration) -> None:
    """Refuse a picture of another size than the calibration's."""
    if (frame.width, frame.height) != calibration.size:
        calibrated, given = (f"{width}x{height}" for width, height in (calibration.size, (frame.width, frame.height)))
        raise NoMoreBetsError(f"the wheel was calibrated on a picture of {calibrated}, this video has {given}; "
                              "calibrate it again.")


def _lit(frame: Frame) -> bool:
    few = frame.y[::16, ::16]
    return float(few.mean()) > DARK and float(few.std()) > PLAIN


def _elsewhere(url: str, setup: TableSetup) -> str:
    """Where the wheel is instead, if it can be found."""
    try:
        seen, fit, _ = settled(url, sample(url), Clicks(), setup.wheel.pockets)
    except NoMoreBetsError:
        return "none is found elsewhere in the picture"
    x, y = (float(at) for at in fit.plane.grown(seen.shrink).picture(np.array(0.0), np.array(0.0)))
    return f"a wheel is found at {x:.0f},{y:.0f}"
