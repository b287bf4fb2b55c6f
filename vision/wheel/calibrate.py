"""Finding a wheel in a video without a click: ring, spindle, numbers, ball track."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, hypot, tau
from pathlib import Path

import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.table import TableSetup
from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.source import beginning
from vision.wheel.ball import ball_radius
from vision.wheel.bowl import Bowl, BowlView
from vision.wheel.clicks import Clicks
from vision.wheel.empty_bowl import empty_bowl, keep
from vision.wheel.ring_plane import RingPlane
from vision.wheel.ring_seen import share_seen
from vision.wheel.rings import RingProfile
from vision.wheel.rotor import RotorReader
from vision.wheel.sampling import FIRST_S, Sample, sample
from vision.wheel.settle_ring import LEAST_MARGIN, settled
from vision.wheel.track import Runs, find_track

FEWEST = 20
"""Frames a video must have; fewer show no rotor turning."""
FITS_WELL = 0.75
"""Agreement below which a person is asked to look; higher asks of every wheel with large numerals."""
STANDS_RPM = 1.0
"""Turns a minute below which the wheel is said to have stood still; higher calls a slow wheel still."""


def calibrate_wheel(url: str, setup: TableSetup, *, clicks: Clicks | None = None,
                    folder: Path | None = None) -> WheelCalibration:
    """Find the wheel in a video, or say in one line why it cannot be found. The empty bowl is kept in `folder`."""
    looks = sample(url)
    if not looks or looks[0].frames < FEWEST:
        raise NoMoreBetsError(f"{url}: {looks[0].frames if looks else 0} frames are too few to find a wheel in; "
                              f"it takes {FEWEST} or more.")
    seen, fit, mirrored = settled(url, looks, clicks or Clicks(), setup.wheel.pockets)
    assert fit.levels is not None
    plane = fit.plane.grown(seen.shrink)
    rotor, speeds = RotorReader(plane, setup.wheel.pockets, fit.levels), list[float]()
    profile = RingProfile(plane, rotor.order)
    bowl = empty_bowl(_first(url, seen), BowlView(plane, seen.size))
    runs = find_track(_read_rotor(_first(url, seen), rotor, speeds, profile), plane,
                      Bowl(plane, ball_radius(setup.wheel), seen.size, bowl))
    name, sha256 = ("", "") if folder is None else keep(bowl, folder)
    flat = [round(float(each), 8) for each in (plane.homography / plane.homography[2, 2]).ravel()]
    return WheelCalibration(
        size=seen.size, homography=tuple(flat),  # type: ignore[arg-type]  # nine of them
        levels=(round(fit.levels.red, 1), round(fit.levels.black, 1), round(fit.levels.green, 1)),
        track=(round(runs.track.radius, 4), round(runs.track.x, 4), round(runs.track.y, 4)), track_seen=runs.seen,
        rotor_rpm=round(float(np.median(speeds or [0.0])) / tau * 60, 2) + 0.0,
        agreement=round(fit.agreement, 3), margin=round(fit.margin, 3),
        tilt_deg=round(degrees(np.arctan(hypot(*plane.tilt))), 1), mirrored=mirrored, rings=profile.rings(),
        dealer_deg=_dealer(runs), bowl=name, bowl_sha256=sha256)


def doubts(found: WheelCalibration) -> list[str]:
    """What the calibration is not sure of, for a person to check."""
    said = []
    if found.agreement < FITS_WELL:
        said.append(f"the numbers fit their order only by {found.agreement:.2f} (0.85 is usual)")
    if found.margin < 2 * LEAST_MARGIN:
        said.append(f"the zero stands out little (margin {found.margin:.2f}): check the numbers in the picture")
    if abs(found.rotor_rpm) < STANDS_RPM:
        said.append("the wheel stood still for most of this video: where the ring is was told by its colours alone")
    outside = 1 - share_seen(RingPlane(np.array(found.homography).reshape(3, 3)), found.size)
    if outside > 0:
        said.append(f"{max(1, round(100 * outside))} % of the number ring is outside the picture: a ball there is not "
                    "seen")
    if not found.track_seen:
        said.append("no ball ran in this video: the ball track is by ordinary proportions")
    if found.mirrored:
        said.append("the picture is mirrored: its numbers run the other way round")
    return said


def _dealer(runs: Runs) -> float | None:
    return None if runs.dealer is None else round(degrees(runs.dealer), 1)


def _first(url: str, seen: Sample) -> Iterator[Frame]:
    """The first minute, as far as it shows the wheel."""
    for frame in beginning(url, FIRST_S):
        if (frame.width, frame.height) == seen.size and seen.shows(frame):
            yield frame


def _read_rotor(pictures: Iterator[Frame], rotor: RotorReader, speeds: list[float],
                profile: RingProfile) -> Iterator[Frame]:
    """The same frames, the rotor's speed and rings noted in passing."""
    for frame in pictures:
        reading = rotor.read(frame)
        if reading is not None and rotor.speed is not None:
            speeds.append(rotor.speed)
        if reading is not None and frame.index % 4 == 0:
            profile.take(frame, reading.column)
        yield frame
