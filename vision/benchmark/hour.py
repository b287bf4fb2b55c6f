"""A long evening through one eye: does its memory stay flat?"""

from __future__ import annotations

from pathlib import Path

from schemas.moment import Moment
from vision.benchmark.filmed import Filmed, room
from vision.benchmark.results import HourResult
from vision.benchmark.spins import spin_scene
from vision.benchmark.trial import Trial
from vision.frame import Frame
from vision.source import frames

SHOWN = 9.0
"""Revolutions of the spin that is played over and over."""
WARM = 0.1
"""The part of the time after which the eye has everything it needs."""


class _Later(Frame):
    """A frame of the same film, played again later."""

    def __init__(self, frame: Frame, micros: int) -> None:
        self.__dict__.update(frame.__dict__)
        self.micros, self.time = micros, Moment(0).plus(micros / 1e6)


def watch_for(seed: int, minutes: float, trial: Trial) -> HourResult:
    """One eye over the same spin, round and round, for so many minutes of video."""
    with room() as folder:
        filmed = Filmed(spin_scene(seed, trial, turns=SHOWN), folder)
        eye, begun, sizes = filmed.eye(), 0, list[tuple[int, float]]()
        while begun < minutes * 60e6:
            last = 0
            for frame in frames(filmed.url, Moment(0)):
                list(eye.look(_Later(frame, begun + frame.micros)))
                last = frame.micros
            begun += last + 40_000
            sizes.append((begun, resident_mb()))
    warm = next(size for at, size in sizes if at >= WARM * minutes * 60e6)
    most = max(size for at, size in sizes if at >= WARM * minutes * 60e6)
    return HourResult(seed=seed, minutes=minutes, warm_mb=warm, most_mb=most, end_mb=sizes[-1][1])


def resident_mb() -> float:
    """What this process holds in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * 4096 / 1e6, 1)
