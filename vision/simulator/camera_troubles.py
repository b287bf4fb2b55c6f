"""What happens to a picture on its way: shake, defocus, flicker, noise, repeated and lost frames, graphics on top."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Image
from vision.simulator.view import View

SPARE = 96
"""Picture points by which the prepared sheet of noise is larger than a picture: so far it is moved between frames."""
PALE = 215
"""The grey of haze."""
CLOCK_S = 0.1
"""How often a burnt-in clock shows another time."""


def taken_s(view: View, nth: int) -> float:
    """When frame n is taken, and what its time in the file says: not quite evenly where the rate varies."""
    return (nth + (view.jitter * _late(view.seed)[nth % 4096] if nth else 0.0)) / view.fps


@lru_cache(maxsize=4)
def _late(seed: int) -> tuple[float, ...]:
    return tuple(np.random.default_rng((seed, 0x1A7E)).uniform(-0.5, 0.5, 4096).tolist())


class Troubles:
    """One camera's troubles, the same for the same view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lighter, self._darker = _noise(view.seed, view.size, view.noise)
        chances = np.random.default_rng((view.seed, 0xD0))
        self._chance = chances.random((4096, 2))
        self._moves = chances.integers(0, SPARE, (4096, 2))

    def repeats(self, nth: int) -> bool:
        """Whether frame n shows the one before it again."""
        return bool(self._chance[nth % 4096, 0] < self._view.duplicated)

    def loses(self, nth: int) -> bool:
        """Whether frame n never arrives."""
        return bool(self._chance[nth % 4096, 1] < self._view.dropped)

    def spoil(self, picture: Image, nth: int) -> Image:
        """The picture as it arrives."""
        view = self._view
        if view.shake_px > 0.05:
            picture = _shifted(picture, *(view.shake_px * np.sin([nth * 0.83, nth * 1.31 + 1])))
        if view.defocus_px > 0.2:
            picture = cv2.GaussianBlur(picture, (0, 0), view.defocus_px).astype(np.uint8)
        level = 1 + view.flicker * np.sin(nth * 2.1)
        picture = cv2.convertScaleAbs(picture, alpha=level * (1 - view.haze), beta=PALE * view.haze).astype(np.uint8)
        out = self._noisy(picture, nth)
        if view.graphics:
            self._graphics(out, nth)
        return out

    def _noisy(self, picture: Image, nth: int) -> Image:
        height, width = picture.shape[:2]
        down, right = self._moves[nth % 4096]
        there = (slice(down, down + height), slice(right, right + width))
        return cv2.subtract(cv2.add(picture, self._lighter[there]), self._darker[there]).astype(np.uint8)

    def _graphics(self, picture: Image, nth: int) -> None:
        """A channel's name and a running clock, as a stream burns them in."""
        height, width = picture.shape[:2]
        cv2.rectangle(picture, (0, height - height // 12), (width // 4, height), (60, 20, 20), -1)
        seconds = nth / self._view.fps // CLOCK_S * CLOCK_S
        for text, at in ((f"TABLE 7  {seconds:06.2f}", (8, height - height // 40)), ("LIVE", (width - 60, 22))):
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, height / 900, (235, 235, 235), 1, cv2.LINE_AA)


def _shifted(picture: Image, right: float, down: float) -> Image:
    """Moved by a part of a picture point: two neighbours mixed, which costs a tenth of a warp."""
    height, width = picture.shape[:2]
    edge = 1 + int(max(abs(right), abs(down)))
    moved = cv2.copyMakeBorder(picture, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    whole = (int(np.floor(edge - right)), int(np.floor(edge - down)))
    across, along = edge - right - whole[0], edge - down - whole[1]
    left, top = whole
    moved = cv2.addWeighted(moved[:, left:left + width], 1 - across, moved[:, left + 1:left + 1 + width], across, 0)
    return cv2.addWeighted(moved[top:top + height], 1 - along, moved[top + 1:top + 1 + height], along, 0).astype(np.uint8)


@lru_cache(maxsize=2)
def _noise(seed: int, size: tuple[int, int], strength: float) -> tuple[Image, Image]:
    """A sheet of noise, what it adds and what it takes; each frame is laid under another part of it."""
    width, height = size
    rng = np.random.default_rng((seed, 0x5E))
    spread = rng.standard_normal((height + SPARE, width + SPARE, 3), np.float32) * np.float32(strength)
    soft = cv2.GaussianBlur(spread, (0, 0), 0.6)
    lighter, darker = (np.clip(np.round(side), 0, 255).astype(np.uint8) for side in (soft, -soft))
    return lighter, darker
