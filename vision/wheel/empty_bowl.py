"""The empty bowl as calibration found it: the middle of many moments, so that what passes leaves nothing."""

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

MOST = 48
"""Moments that are looked at; more cost time, fewer let a slow hand through."""
NAME = "calibration-wheel-bowl.png"


def empty_bowl(pictures: Iterable[Frame], view: BowlView) -> NDArray[np.uint8]:
    """The bowl without what moves, from moments spread over the pictures."""
    kept: list[NDArray[np.uint8]] = []
    every = 1
    for frame in pictures:
        if frame.index % every == 0:
            kept.append(view.unroll(frame))
        if len(kept) > 2 * MOST:
            kept, every = kept[::2], every * 2
    middle: NDArray[np.uint8] = np.median(np.stack(kept), axis=0).astype(np.uint8)
    return middle


def keep(bowl: NDArray[np.uint8], folder: Path) -> tuple[str, str]:
    """Write it beside the table file; its name and SHA-256."""
    path = folder / NAME
    path.write_bytes(cv2.imencode(".png", np.vstack([bowl[0], bowl[1]]))[1].tobytes())
    return NAME, hashlib.sha256(path.read_bytes()).hexdigest()


def kept_bowl(calibration: WheelCalibration, folder: Path | None) -> NDArray[np.uint8] | None:
    """The bowl that calibration kept, if it is still the same file; without it the eye learns it anew."""
    path = (folder or Path()) / calibration.bowl
    if folder is None or not calibration.bowl or not path.is_file():
        return None
    raw = path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != calibration.bowl_sha256:
        return None
    both = cv2.imdecode(np.frombuffer(raw, np.uint8), cv2.IMREAD_GRAYSCALE)
    if both is None or both.shape != (2 * ROWS, COLUMNS):  # kept by an older version
        return None
    return np.stack([both[:ROWS], both[ROWS:]]).astype(np.uint8)
