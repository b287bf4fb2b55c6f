"""The printed cloth as the layout camera sees it, with nothing on it."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import OUTSIDE_MM, Box, boxes, courtesy_boxes, extra_boxes
from schemas.wheel import ZEROS, colour_of
from vision.frame import Image
from vision.simulator.felt_clutter import drink, ornaments, rack
from vision.simulator.felt_view import FeltView

CLOTHS = ((44, 68, 12), (104, 52, 16))
"""Green and blue, in OpenCV's order."""
PX_PER_MM = 2.4
"""Finer than the camera, so that the print is no sharper or coarser than its pixels."""
MARGIN_MM = 480.0
WEAVE_PX = 700
"""The cloth's weave repeats after so many pixels: a fresh one for the whole sheet takes seconds."""

Colour = tuple[int, int, int]
WORDS = {"low": "1 - 18", "even": "EVEN", "odd": "ODD", "high": "19 - 36", "dozen-1": "1st 12", "dozen-2": "2nd 12",
         "dozen-3": "3rd 12", "column-1": "2 to 1", "column-2": "2 to 1", "column-3": "2 to 1"}


class Cloth:
    """A sheet of cloth being printed, in the plane of the picture."""

    def __init__(self, view: FeltView) -> None:
        self.view, self.style = view, view.style
        felt = view.felt
        corners = [view.to_plane(x, y) for x in (0, felt.length) for y in (view.near_y, view.far_y)]
        self.left = min(x for x, _ in corners) - MARGIN_MM
        self.top = min(y for _, y in corners) - MARGIN_MM
        width = max(x for x, _ in corners) + MARGIN_MM - self.left
        height = max(y for _, y in corners) + MARGIN_MM - self.top
        colour = self.style.cloth or CLOTHS[int(view.random.integers(len(CLOTHS)))]
        self.sheet = np.empty((int(height * PX_PER_MM), int(width * PX_PER_MM), 3), np.uint8)
        self.sheet[:] = colour
        piece = cv2.GaussianBlur(view.random.normal(0, 2.2, (WEAVE_PX, WEAVE_PX)).astype(np.float32), (0, 0), 1.2)
        times = (len(self.sheet) // WEAVE_PX + 1, self.sheet.shape[1] // WEAVE_PX + 1)
        weave = np.tile(np.round(piece * 2).astype(np.int16), times)[: len(self.sheet), : self.sheet.shape[1]]
        self.sheet = np.clip(self.sheet + weave[..., None], 0, 255).astype(np.uint8)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """The sheet's pixel of felt coordinates."""
        across, down = self.view.to_plane(x, y)
        return round((across - self.left) * PX_PER_MM), round((down - self.top) * PX_PER_MM)

    def frame(self, box: Box) -> None:
        """A box's printed lines."""
        cv2.rectangle(self.sheet, self.at(box.x0, box.y0), self.at(box.x1, box.y1), self.style.ink,
                      round(self.style.line_mm * PX_PER_MM), cv2.LINE_AA)

    def word(self, box: Box, text: str, high_mm: float, colour: Colour | None = None) -> None:
        """A word in the middle of a box."""
        scale, font = high_mm * PX_PER_MM / 22, self.style.font
        (wide, high), _ = cv2.getTextSize(text, font, scale, 5)
        x, y = self.at(*box.centre)
        start = (x - wide // 2, y + high // 2)
        cv2.putText(self.sheet, text, start, font, scale, colour or self.style.ink, 5, cv2.LINE_AA)

    def number(self, box: Box, name: str, colour: Colour) -> None:
        """A number in its red or black field, or in its colour on the bare cloth."""
        if self.style.printed == "ovals":
            self.oval(box, colour, (50, 62))
        elif self.style.printed == "filled":
            cv2.rectangle(self.sheet, self.at(box.x0, box.y0), self.at(box.x1, box.y1), colour, -1)
        bare = self.style.printed == "bare"
        pale = self.style.ink if colour == self.style.black else colour
        self.word(box, name, self.style.numeral_mm, pale if bare else None)

    def zero(self, box: Box) -> None:
        """Zero's box, pointed away from the numbers on some felts."""
        if not self.style.pointed_zero:
            self.frame(box)
            return
        middle = (box.y0 + box.y1) / 2
        outline = [self.at(*at) for at in ((box.x1, box.y0), (box.x0 + 30, box.y0), (box.x0, middle),
                                           (box.x0 + 30, box.y1), (box.x1, box.y1))]
        wide = round(self.style.line_mm * PX_PER_MM)
        cv2.polylines(self.sheet, [np.array(outline, np.int32)], True, self.style.ink, wide, cv2.LINE_AA)

    def clutter(self) -> None:
        """What lies round the layout on a harder table."""
        felt, random = self.view.felt, np.random.default_rng([len(self.sheet), int(self.sheet[9, 9, 1])])
        if self.style.ornate:
            for x in (-190.0, felt.length + 190):
                ornaments(self.sheet, self.style, self.at(x, felt.width / 2), round(70 * PX_PER_MM))
        if self.style.clutter:
            x0, y0 = self.at(250, self.view.near_y - 70)
            x1, y1 = self.at(700, self.view.near_y - 230)
            rack(self.sheet, (min(x0, x1), min(y0, y1)), (abs(x1 - x0), abs(y1 - y0)), random)
            for x in (60.0, felt.length - 80):
                drink(self.sheet, self.at(x, self.view.far_y + 95), round(32 * PX_PER_MM), random)

    def oval(self, box: Box, colour: Colour, size_mm: tuple[float, float]) -> None:
        """The coloured field behind a number."""
        half = (round(size_mm[0] * PX_PER_MM / 2), round(size_mm[1] * PX_PER_MM / 2))
        cv2.ellipse(self.sheet, self.at(*box.centre), half, 0, 0, 360, colour, -1, cv2.LINE_AA)

    def diamond(self, box: Box, colour: Colour) -> None:
        """Red's and black's diamond."""
        (x, y), (dx, dy) = box.centre, (52.0, 22.0)
        corners = np.array([self.at(x - dx, y), self.at(x, y - dy), self.at(x + dx, y), self.at(x, y + dy)], np.int32)
        cv2.fillPoly(self.sheet, [corners], colour, cv2.LINE_AA)
        cv2.polylines(self.sheet, [corners], True, self.style.ink, 4, cv2.LINE_AA)


def draw_cloth(view: FeltView) -> Image:
    """The empty felt in the picture."""
    cloth, style = Cloth(view), view.style
    printed = boxes(view.felt)
    for name, box in printed.items():
        if name.isdigit() and name not in ZEROS:
            cloth.number(box, name, style.red if colour_of(name) == "red" else style.black)
        elif name in ("red", "black"):
            cloth.diamond(box, style.red if name == "red" else style.black)
        else:
            cloth.word(box, WORDS.get(name, name), 11 if name.startswith("column") else 20)
    for name, box in printed.items():
        cloth.zero(box) if name == "0" and not view.felt.two_zeros else cloth.frame(box)
    _print_beside(cloth)
    cloth.clutter()
    return photograph(view, cloth)


def _print_beside(cloth: Cloth) -> None:
    """What a felt may have besides: the courtesy line and its boxes, racetracks, sections."""
    felt = cloth.view.felt
    if felt.courtesy_x is not None:
        cloth.frame(Box(x0=felt.courtesy_x, y0=felt.width, x1=felt.courtesy_x, y1=felt.width + OUTSIDE_MM))
    for name, box in (*courtesy_boxes(felt), *extra_boxes(felt).items()):
        kind, _, rest = name.partition("-")
        told = rest.replace("-", " ") if kind in ("neighbours", "asian", "section") else name
        number = kind == "neighbours" and told not in ZEROS
        ink = {"red": cloth.style.red, "black": cloth.style.black}.get(colour_of(told)) if number else None
        cloth.word(box, told.upper(), 13, ink)
        cloth.frame(box)


def photograph(view: FeltView, cloth: Cloth) -> Image:
    """The sheet through the camera, with the table beyond it left dark."""
    to_sheet = np.array([[PX_PER_MM, 0, -cloth.left * PX_PER_MM], [0, PX_PER_MM, -cloth.top * PX_PER_MM], [0, 0, 1.0]])
    times = 2 if view.size[0] > 1000 else 4
    middle = (times - 1) / 2  # a pixel's middle is the middle of its parts
    finer = np.array([[times, 0, middle], [0, times, middle], [0, 0, 1.0]])
    through = finer @ view.over_plane.plane() @ np.linalg.inv(to_sheet)
    wide, high = view.size
    fine = cv2.warpPerspective(cloth.sheet, through, (wide * times, high * times), flags=cv2.INTER_LINEAR,
                               borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(fine, view.size, interpolation=cv2.INTER_AREA)
    across = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    down = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    lit = 1.04 - 0.07 * across**2 - 0.05 * down**2
    return np.clip(small * lit[..., None], 0, 255).astype(np.uint8)
