"""A look through a video before anything is known about it: a few pictures of redness from its first minute."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Image
from vision.source import beginning
from vision.wheel.same_view import ALIKE, Glimpse, glimpse, likeness, views

FIRST_S = 60.0
"""How much of a video calibration looks at; a longer look costs time, a shorter one may miss the rotor turning."""
MOST = 96
WIDEST = 480
FEWEST_OF_VIEW = 8
"""Pictures of one view from which it is worth looking for a wheel in; fewer are an advert's."""


@dataclass(frozen=True)
class Sample:
    """Small pictures of redness, all of one view and size, `shrink` times smaller than the video.

    `frames` is how many the video had; `view` what the view looks like.
    """

    redness: NDArray[np.uint8]
    size: tuple[int, int]
    shrink: float
    frames: int
    view: Glimpse

    def shows(self, frame: Frame) -> bool:
        """Whether a frame is of this view."""
        return likeness(self.view, glimpse(frame.y)) > ALIKE


def sample(url: str) -> list[Sample]:
    """Pictures spread evenly over the first minute, one sample for each view that it shows, the commonest first."""
    kept, count, size = _kept(url)
    shrink = size[0] / kept[0][0].shape[1] if kept else 1.0
    groups = [group for group in views([seen for _, seen in kept]) if len(group) >= FEWEST_OF_VIEW]
    return [Sample(np.stack([kept[nth][0] for nth in group]), size, shrink, count, kept[group[0]][1])
            for group in groups or [list(range(len(kept)))] if group]


def _kept(url: str) -> tuple[list[tuple[Image, Glimpse]], int, tuple[int, int]]:
    """Redness and a glimpse of the pictures: whenever there are too many, every second one is dropped."""
    kept: list[tuple[Image, Glimpse]] = []
    every, count, size = 1, 0, (0, 0)
    for frame in beginning(url, FIRST_S):
        size = size if count else (frame.width, frame.height)
        count += 1
        if frame.index % every or (frame.width, frame.height) != size:
            continue
        kept.append((small_redness(frame), glimpse(frame.y)))
        if len(kept) > MOST:
            every *= 2
            kept = kept[::2]
    return kept, count, size


def small_redness(frame: Frame) -> Image:
    """A frame's redness, made smaller where that costs nothing."""
    height, width = frame.v.shape
    if width <= WIDEST:
        return frame.v.copy()
    factor = WIDEST / width
    return cv2.resize(frame.v, (WIDEST, round(height * factor)), interpolation=cv2.INTER_AREA).astype(np.uint8)
