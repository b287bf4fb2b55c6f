"""The printed cloth as the layout camera sees it, with nothing on it."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import Box, boxes
from schemas.wheel import colour_of
from vision.frame import Image
from vision.simulator.felt_view import SIZE, FeltView

CLOTHS = ((44, 68, 12), (104, 52, 16))
"""Green and blue, in OpenCV's order."""
WHITE, RED, BLACK, GOLD = (222, 228, 226), (38, 30, 172), (24, 22, 22), (96, 176, 205)
PX_PER_MM = 2.4
"""Finer than the camera, so that the print is no sharper or coarser than its pixels."""
MARGIN_MM = 480.0
LINE_MM = 3.2

Colour = tuple[int, int, int]
WORDS = {"low": "1 - 18", "even": "EVEN", "odd": "ODD", "high": "19 - 36", "dozen-1": "1st 12", "dozen-2": "2nd 12",
         "dozen-3": "3rd 12", "column-1": "2 to 1", "column-2": "2 to 1", "column-3": "2 to 1"}


class Cloth:
    """A sheet of cloth being printed, in the plane of the picture."""

    def __init__(self, view: FeltView) -> None:
        self.view = view
        felt = view.felt
        corners = [view.to_plane(x, y) for x in (0, felt.length) for y in (0, felt.width + 120)]
        self.left = min(x for x, _ in corners) - MARGIN_MM
        self.top = min(y for _, y in corners) - MARGIN_MM
        width = max(x for x, _ in corners) + MARGIN_MM - self.left
        height = max(y for _, y in corners) + MARGIN_MM - self.top
        colour = CLOTHS[int(view.random.integers(len(CLOTHS)))]
        self.sheet = np.empty((int(height * PX_PER_MM), int(width * PX_PER_MM), 3), np.uint8)
        self.sheet[:] = colour
        weave = view.random.normal(0, 2.2, self.sheet.shape[:2]).astype(np.float32)
        self.sheet = np.clip(self.sheet + cv2.GaussianBlur(weave, (0, 0), 1.2)[..., None] * 2, 0, 255).astype(np.uint8)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The sheet's pixel of felt coordinates."""
        across, down = self.view.to_plane(x, y)
        return round((across - self.left) * PX_PER_MM), round((down - self.top) * PX_PER_MM)

    def frame(self, box: Box) -> None:
        """A box's printed lines."""
        cv2.rectangle(self.sheet, self.at(box.x0, box.y0), self.at(box.x1, box.y1), WHITE,
                      round(LINE_MM * PX_PER_MM), cv2.LINE_AA)

    def word(self, box: Box, text: str, high_mm: float) -> None:
        """A word in the middle of a box."""
        scale = high_mm * PX_PER_MM / 22
        (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 5)
        x, y = self.at(*box.centre)
        start = (x - wide // 2, y + high // 2)
        cv2.putText(self.sheet, text, start, cv2.FONT_HERSHEY_SIMPLEX, scale, WHITE, 5, cv2.LINE_AA)

    def oval(self, box: Box, colour: Colour, size_mm: tuple[float, float]) -> None:
        """The coloured field behind a number."""
        half = (round(size_mm[0] * PX_PER_MM / 2), round(size_mm[1] * PX_PER_MM / 2))
        cv2.ellipse(self.sheet, self.at(*box.centre), half, 0, 0, 360, colour, -1, cv2.LINE_AA)

    def diamond(self, box: Box, colour: Colour) -> None:
        """Red's and black's diamond."""
        (x, y), (dx, dy) = box.centre, (52.0, 22.0)
        corners = np.array([self.at(x - dx, y), self.at(x, y - dy), self.at(x + dx, y), self.at(x, y + dy)], np.int32)
        cv2.fillPoly(self.sheet, [corners], colour, cv2.LINE_AA)
        cv2.polylines(self.sheet, [corners], True, WHITE, 4, cv2.LINE_AA)


def draw_cloth(view: FeltView) -> Image:
    """The empty felt in the picture."""
    cloth = Cloth(view)
    printed = boxes(view.felt)
    for name, box in printed.items():
        if name.isdigit() and name != "0":
            cloth.oval(box, RED if colour_of(name) == "red" else BLACK, (50, 62))
            cloth.word(box, name, 26)
        elif name in ("red", "black"):
            cloth.diamond(box, RED if name == "red" else BLACK)
        else:
            cloth.word(box, WORDS.get(name, name), 11 if name.startswith("column") else 20)
    for box in printed.values():
        cloth.frame(box)
    return photograph(view, cloth)


def photograph(view: FeltView, cloth: Cloth) -> Image:
    """The sheet through the camera, with the table beyond it left dark."""
    to_sheet = np.array([[PX_PER_MM, 0, -cloth.left * PX_PER_MM], [0, PX_PER_MM, -cloth.top * PX_PER_MM], [0, 0, 1.0]])
    twice = np.array([[2.0, 0, 0.5], [0, 2.0, 0.5], [0, 0, 1.0]])  # a pixel's middle is the middle of its four
    through = twice @ view.over_plane.plane() @ np.linalg.inv(to_sheet)
    fine = cv2.warpPerspective(cloth.sheet, through, (SIZE[0] * 2, SIZE[1] * 2), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(fine, SIZE, interpolation=cv2.INTER_AREA)
    across = np.linspace(-1, 1, SIZE[0], dtype=np.float32)[None, :]
    down = np.linspace(-1, 1, SIZE[1], dtype=np.float32)[:, None]
    lit = 1.04 - 0.07 * across**2 - 0.05 * down**2
    return np.clip(small * lit[..., None], 0, 255).astype(np.uint8)
