"""What happens to a picture on its way: shake, defocus, flicker, noise, repeated and lost frames, graphics on top."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Image
from vision.simulator.view import View

NOISES = 5


class Troubles:
    """One camera's troubles, the same for the same view."""

    def __init__(self, view: View, rng: np.random.Generator) -> None:
        self._view = view
        width, height = view.size
        spread = rng.normal(0, view.noise, (NOISES, height, width, 3))
        self._noise = [cv2.GaussianBlur(each, (0, 0), 0.6).astype(np.int16) for each in spread]
        self._chance = np.random.default_rng((view.seed, 0xD0)).random((4096, 2))
        v, u = np.mgrid[0:height, 0:width]
        far = np.hypot((u - width / 2) / width, (v - height / 2) / width)
        self._vignette = (1 - 0.35 * far**2)[..., None].astype(np.float32)

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
            dx, dy = view.shake_px * np.sin([nth * 0.83, nth * 1.31 + 1])
            move = np.array([[1, 0, dx], [0, 1, dy]])
            picture = cv2.warpAffine(picture, move, view.size, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
        if view.defocus_px > 0.2:
            picture = cv2.GaussianBlur(picture, (0, 0), view.defocus_px).astype(np.uint8)
        level = 1 + view.flicker * np.sin(nth * 2.1)
        spoilt = picture * (self._vignette * np.float32(level)) + self._noise[nth % NOISES]
        out: Image = np.clip(spoilt * (1 - view.haze) + 215 * view.haze, 0, 255).astype(np.uint8)
        if view.graphics:
            self._graphics(out, nth)
        return out

    def _graphics(self, picture: Image, nth: int) -> None:
        """A channel's name and a running clock, as a stream burns them in."""
        height, width = picture.shape[:2]
        cv2.rectangle(picture, (0, height - height // 12), (width // 4, height), (60, 20, 20), -1)
        clock = f"TABLE 7  {nth / self._view.fps:06.2f}"
        for text, at in ((clock, (8, height - height // 40)), ("LIVE", (width - 60, 22))):
            cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, height / 900, (235, 235, 235), 1, cv2.LINE_AA)
