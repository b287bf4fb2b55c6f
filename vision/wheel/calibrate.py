"""Finding a wheel in a video without a click: ring, spindle, numbers, ball track."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, hypot, tau
from pathlib import Path

import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableSetup
from schemas.wheel import ORDERS
from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.source import frames
from vision.wheel.ball import ball_radius
from vision.wheel.bowl import Bowl, BowlView
from vision.wheel.clicks import Clicks
from vision.wheel.empty_bowl import empty_bowl, keep
from vision.wheel.find_ring import change_of, find_ring, refined
from vision.wheel.fit_numbers import NumberFit, fit_numbers
from vision.wheel.numbers import NumberOrder
from vision.wheel.ring_plane import Ellipse, RingPlane
from vision.wheel.rings import RingProfile
from vision.wheel.rotor import RotorReader
from vision.wheel.sampling import FIRST_S, Sample, sample
from vision.wheel.track import Runs, find_track

LEAST_AGREEMENT = 0.7
"""How well the ring must agree with the wheel's order; lower it and any red-black ring is taken for this wheel."""
LEAST_MARGIN = 0.05
"""How much worse every other place of the zero must fit; lower it and the numbers may be read a pocket or two off."""
MIRRORED_BY = 0.04
"""How much better the order must fit the other way round before the picture is called mirrored."""
FEWEST = 20


def calibrate_wheel(url: str, setup: TableSetup, *, clicks: Clicks | None = None,
                    folder: Path | None = None) -> WheelCalibration:
    """Find the wheel in a video, or say in one line why it cannot be found. The empty bowl is kept in `folder`."""
    seen = sample(url)
    if seen.frames < FEWEST:
        raise NoMoreBetsError(f"{url}: {seen.frames} frames are too few to find a wheel in; it takes {FEWEST} or more.")
    ring = _ring(url, seen, clicks or Clicks())
    fit, mirrored = _fitted(seen, ring, setup.wheel.pockets)
    _check(url, seen, ring, fit, setup.wheel.pockets)
    assert fit.levels is not None
    grow = np.array([[seen.shrink, 0, (seen.shrink - 1) / 2], [0, seen.shrink, (seen.shrink - 1) / 2], [0, 0, 1]])
    plane = RingPlane(grow @ fit.plane.homography)
    rotor, speeds = RotorReader(plane, setup.wheel.pockets, fit.levels), list[float]()
    profile = RingProfile(plane, rotor.order)
    bowl = empty_bowl(_first(url), BowlView(plane, seen.size))
    runs = find_track(_read_rotor(url, rotor, speeds, profile), plane,
                      Bowl(plane, ball_radius(setup.wheel), seen.size, bowl))
    name, sha256 = ("", "") if folder is None else keep(bowl, folder)
    flat = [round(float(each), 8) for each in (plane.homography / plane.homography[2, 2]).ravel()]
    return WheelCalibration(
        size=seen.size, homography=tuple(flat),  # type: ignore[arg-type]  # nine of them
        levels=(round(fit.levels.red, 1), round(fit.levels.black, 1), round(fit.levels.green, 1)),
        track=(round(runs.track.radius, 4), round(runs.track.x, 4), round(runs.track.y, 4)), track_seen=runs.seen,
        rotor_rpm=round(float(np.median(speeds or [0.0])) / tau * 60, 2),
        agreement=round(fit.agreement, 3), margin=round(fit.margin, 3),
        tilt_deg=round(degrees(np.arctan(hypot(*plane.tilt))), 1), mirrored=mirrored, rings=profile.rings(),
        dealer_deg=_dealer(runs), bowl=name, bowl_sha256=sha256)


def doubts(found: WheelCalibration) -> list[str]:
    """What the calibration is not sure of, for a person to check."""
    said = []
    if found.agreement < 0.85:
        said.append(f"the numbers fit their order only by {found.agreement:.2f} (0.9 is usual)")
    if found.margin < 2 * LEAST_MARGIN:
        said.append(f"the zero stands out little (margin {found.margin:.2f}): check the numbers in the picture")
    if not found.track_seen:
        said.append("no ball ran in this video: the ball track is by ordinary proportions")
    if found.mirrored:
        said.append("the picture is mirrored: its numbers run the other way round")
    return said


def _dealer(runs: Runs) -> float | None:
    return None if runs.dealer is None else round(degrees(runs.dealer), 1)


def _first(url: str) -> Iterator[Frame]:
    """The first minute."""
    for frame in frames(url, Moment(0)):
        if frame.micros > FIRST_S * 1e6:
            return
        yield frame


def _read_rotor(url: str, rotor: RotorReader, speeds: list[float], profile: RingProfile) -> Iterator[Frame]:
    """The first minute's frames, the rotor's speed and rings noted in passing."""
    for frame in _first(url):
        reading = rotor.read(frame)
        if reading is not None and rotor.speed is not None:
            speeds.append(rotor.speed)
        if reading is not None and frame.index % 4 == 0:
            profile.take(frame, reading.column)
        yield frame


def _ring(url: str, seen: Sample, clicks: Clicks) -> Ellipse:
    """The number ring in the small pictures: where it was clicked, else where redness keeps changing."""
    clicked = clicks.ellipse()
    change = change_of(seen.redness)
    if clicked is not None:  # fingers are not exact: where the ring turns, its own edge is
        rough = clicked.scaled(1 / seen.shrink)
        return refined(change, rough) or rough
    ring = find_ring(change)
    if ring is None or not clicks.agrees(ring.scaled(seen.shrink)):
        there = " there" if clicks.centre else ""
        raise NoMoreBetsError(f"{url}: no turning red and black ring found{there}; the whole wheel must be in the "
                              "picture, turning, and the camera still. Or show it: --centre X,Y and three times "
                              "--ring X,Y on the outer edge of the numbers.")
    return ring


def _fitted(seen: Sample, ring: Ellipse, pockets: tuple[str, ...]) -> tuple[NumberFit, bool]:
    order = NumberOrder(pockets)
    plain, mirrored = (fit_numbers(seen.redness, ring, order, mirrored=way) for way in (False, True))
    better = mirrored.agreement > plain.agreement + MIRRORED_BY and mirrored.margin > LEAST_MARGIN
    return (mirrored, True) if better else (plain, False)


def _check(url: str, seen: Sample, ring: Ellipse, fit: NumberFit, pockets: tuple[str, ...]) -> None:
    if fit.agreement >= LEAST_AGREEMENT and fit.levels is not None and fit.margin >= LEAST_MARGIN:
        return
    for name, order in ORDERS.items():
        other = _fitted(seen, ring, order)[0] if order != pockets else None
        if other is not None and other.agreement > max(0.85, fit.agreement) and other.margin > LEAST_MARGIN:
            raise NoMoreBetsError(f"{url}: the ring's colours follow the order '{name}', not this table's; "
                                  "is [wheel] order right?")
    if fit.agreement < LEAST_AGREEMENT or fit.levels is None:
        raise NoMoreBetsError(f"{url}: a turning ring was found, but its colours do not follow the wheel's order "
                              f"(agreement {fit.agreement:.2f} of {LEAST_AGREEMENT}); is [wheel] order right?")
    raise NoMoreBetsError(f"{url}: the wheel was found, but not which number is where (margin {fit.margin:.2f} of "
                          f"{LEAST_MARGIN}); the zero's green must be seen clearly.")
