"""What lies round the layout on a harder table: a chip rack, drinks, cards and ornaments that look like chips."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.arms import Rect
from vision.simulator.felt_style import Colour, FeltStyle

RACK = ((30, 30, 34), (60, 60, 66))
DRINKS: tuple[Colour, ...] = ((60, 120, 190), (200, 200, 190), (40, 60, 150))
INKY: tuple[Colour, ...] = ((60, 200, 240), (60, 60, 200), (200, 90, 40), (90, 190, 80), (230, 230, 226))


def ornaments(sheet: Image, style: FeltStyle, place: tuple[int, int], size: int) -> None:
    """A rosette in the cloth's own colour, as large as a few chips."""
    pale = tuple(min(255, round(value * 1.35 + 14)) for value in sheet[place[1] % len(sheet), 0].tolist())
    for turned in range(0, 180, 30):
        cv2.ellipse(sheet, place, (size, size // 4), turned, 0, 360, pale, 3, cv2.LINE_AA)
    cv2.circle(sheet, place, size // 3, style.ink, 4, cv2.LINE_AA)


def rack(sheet: Image, corner: tuple[int, int], size: tuple[int, int], random: np.random.Generator) -> None:
    """Rows of chips lying on their edge in a tray beside the layout."""
    (x, y), (wide, high) = corner, size
    cv2.rectangle(sheet, (x, y), (x + wide, y + high), RACK[0], -1)
    step = max(6, wide // 12)
    for nth in range(wide // step):
        left = x + nth * step + 3
        colour = INKY[int(random.integers(len(INKY)))]
        filled = int(high * random.uniform(0.3, 0.95))
        cv2.rectangle(sheet, (left, y + 4), (left + step - 6, y + filled), colour, -1)
        for row in range(y + 8, y + filled, 9):
            cv2.line(sheet, (left, row), (left + step - 6, row), tuple(value // 2 for value in colour), 2)
    cv2.rectangle(sheet, (x, y), (x + wide, y + high), RACK[1], 6)


def drink(sheet: Image, place: tuple[int, int], radius: int, random: np.random.Generator) -> None:
    """A glass from above: as round as a chip and a little wider."""
    cv2.circle(sheet, place, radius, (210, 214, 216), -1, cv2.LINE_AA)
    cv2.circle(sheet, place, int(radius * 0.88), DRINKS[int(random.integers(len(DRINKS)))], -1, cv2.LINE_AA)
    cv2.circle(sheet, (place[0] - radius // 3, place[1] - radius // 3), radius // 5, (245, 245, 245), -1, cv2.LINE_AA)


class Lamps:
    """The table's lamps with their glare on the cloth, and what the lens leaves of the picture."""

    def __init__(self, style: FeltStyle, size: tuple[int, int]) -> None:
        self._blur_px = style.blur_px
        self._gain: NDArray[np.float32] | None = None
        if style.difficulty == "easy":
            return
        wide, high = size
        across = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
        down = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
        light = (1 + style.slope[0] * across) * (1 + style.slope[1] * down)
        self._gain = (light[..., None] * np.array(style.lamp, np.float32)).astype(np.float32)
        at = style.slope[0] * 2, style.slope[1] * 2
        glare = style.glare * np.exp(-((across - at[0]) ** 2 + (down - at[1]) ** 2) / 0.12)
        self._glare = np.repeat(glare[..., None], 3, axis=2).astype(np.float32)

    def shown(self, picture: Image) -> Image:
        """The whole picture as the camera has it."""
        return self._part(picture, (0, 0, picture.shape[1], picture.shape[0]))

    def refresh(self, shown: Image, picture: Image, rect: Rect) -> None:
        """Only what changed is lit again: a still felt costs nothing."""
        reach = int(np.ceil(4 * self._blur_px)) + 1
        high, wide = picture.shape[:2]
        left, top, right, bottom = rect
        around = (max(0, left - 2 * reach), max(0, top - 2 * reach), min(wide, right + 2 * reach),
                  min(high, bottom + 2 * reach))
        left, top, right, bottom = max(0, left - reach), max(0, top - reach), right + reach, bottom + reach
        part = self._part(picture, around)
        x, y = around[0], around[1]
        shown[top:bottom, left:right] = part[top - y : bottom - y, left - x : right - x]

    def _part(self, picture: Image, rect: Rect) -> Image:
        left, top, right, bottom = rect
        part = picture[top:bottom, left:right]
        if self._gain is not None:
            bright = cv2.multiply(part, self._gain[top:bottom, left:right], dtype=cv2.CV_32F)
            part = np.asarray(cv2.add(bright, self._glare[top:bottom, left:right]), np.float32)
            part = np.clip(part, 0, 255).astype(np.uint8)
        return np.asarray(cv2.GaussianBlur(part, (0, 0), self._blur_px), np.uint8) if self._blur_px > 0 else part
