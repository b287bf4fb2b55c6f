"""A look through a video before anything is known about it: a few pictures of redness from its first minute."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from schemas.moment import Moment
from vision.frame import Image
from vision.source import frames

FIRST_S = 60.0
"""How much of a video calibration looks at; a longer look costs time, a shorter one may miss the rotor turning."""
MOST = 96
WIDEST = 480


@dataclass(frozen=True)
class Sample:
    """Small pictures of redness with their times, all of one size, `shrink` times smaller than the video."""

    redness: NDArray[np.uint8]
    seconds: tuple[float, ...]
    size: tuple[int, int]
    shrink: float
    frames: int


def sample(url: str) -> Sample:
    """Pictures spread evenly over the first minute: whenever there are too many, every second one is dropped."""
    kept: list[tuple[float, Image]] = []
    every, count, size = 1, 0, (0, 0)
    for frame in frames(url, Moment(0)):
        if frame.micros > FIRST_S * 1e6:
            break
        count, size = count + 1, (frame.width, frame.height)
        if frame.index % every:
            continue
        kept.append((frame.micros / 1e6, _small(frame.v)))
        if len(kept) > MOST:
            every *= 2
            kept = kept[::2]
    shrink = size[0] / kept[0][1].shape[1] if kept else 1.0
    return Sample(np.stack([each for _, each in kept]) if kept else np.zeros((0, 1, 1), np.uint8),
                  tuple(when for when, _ in kept), size, shrink, count)


def _small(plane: Image) -> Image:
    height, width = plane.shape
    if width <= WIDEST:
        return plane.copy()
    factor = WIDEST / width
    return cv2.resize(plane, (WIDEST, round(height * factor)), interpolation=cv2.INTER_AREA).astype(np.uint8)
