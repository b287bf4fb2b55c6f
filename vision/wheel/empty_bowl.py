"""The empty bowl as calibration found it: the middle of many moments, so that what passes leaves nothing.

A third layer marks what is never still there, such as a banner that scrolls over the picture: no hand and no thing is
told from that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import WheelCalibration
from vision.frame import Frame
from vision.wheel.bowl import COLUMNS, ROWS, BowlView
from vision.wheel.hand_shape import FINGERTIP

MOST = 48
"""Moments that are looked at; more cost time, fewer let a slow hand through."""
NAME = "calibration-wheel-bowl.png"
RESTLESS = 0.3
"""In which share of the moments a place must look unlike the moment before to count as never still; lower it and a
shaking rim or a busy arm does, raise it and the gaps between a banner's words are taken for hands."""
UNLIKE = 12
"""Grey levels, over a fingertip, by which a moment is unlike the one before."""
AROUND = np.ones((5, 9), np.uint8)
"""What lies between restless places is restless too."""


def empty_bowl(pictures: Iterable[Frame], view: BowlView) -> NDArray[np.uint8]:
    """The bowl without what moves, from moments spread over the pictures."""
    kept: list[NDArray[np.uint8]] = []
    every = 1
    for frame in pictures:
        if frame.index % every == 0:
            kept.append(view.unroll(frame))
        if len(kept) > 2 * MOST:
            kept, every = kept[::2], every * 2
    moments = np.stack(kept)
    return np.stack([*np.median(moments, axis=0), _restless(moments[:, 0])]).astype(np.uint8)


def _restless(moments: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """255 where the brightness is seldom what it was a moment before."""
    soft = np.stack([cv2.blur(each, FINGERTIP) for each in moments]).astype(np.int16)
    often = (np.abs(np.diff(soft, axis=0)) > UNLIKE).sum(axis=0) > RESTLESS * max(1, len(soft) - 1)
    return cv2.morphologyEx(255 * often.astype(np.uint8), cv2.MORPH_CLOSE, AROUND).astype(np.uint8)


def keep(bowl: NDArray[np.uint8], folder: Path) -> tuple[str, str]:
    """Write it beside the table file; its name and SHA-256."""
    path = folder / NAME
    path.write_bytes(cv2.imencode(".png", np.vstack(list(bowl)))[1].tobytes())
    return NAME, hashlib.sha256(path.read_bytes()).hexdigest()


def kept_bowl(calibration: WheelCalibration, folder: Path | None) -> NDArray[np.uint8] | None:
    """The bowl that calibration kept, if it is still the same file; without it the eye learns it anew."""
    path = (folder or Path()) / calibration.bowl
    if folder is None or not calibration.bowl or not path.is_file():
        return None
    raw = path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != calibration.bowl_sha256:
        return None
    layers = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_GRAYSCALE)
    if layers is None or layers.shape != (3 * ROWS, COLUMNS):  # kept by an older version
        return None
    return layers.reshape(3, ROWS, COLUMNS).astype(np.uint8)
