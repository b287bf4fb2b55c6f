"""A picture as the decoder gives it: brightness at full size, both colour planes at half size."""

from __future__ import annotations

import hashlib
from pathlib import Path

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from vision.frame import Frame, Image

CELLS = 640
"""Changes are looked for cell by cell, in fewer cells across than this: more sees thinner things and costs more."""
Cells = tuple[Image, Image, Image]
"""Y, U and V of every cell."""


def cell_of(width: int) -> int:
    """The side of a cell in pixels, so that a chip covers about as many cells whatever the camera's size."""
    cell = 2
    while width // cell >= CELLS:
        cell *= 2
    return cell


def relight(plane: Image, light: float, dark: float) -> Image:
    """A plane in another light; `dark` is its value in none."""
    if light == 1.0:
        return plane
    table = np.clip(np.round((np.arange(256) - dark) * light + dark), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(plane, table), np.uint8)


class Planes:
    """Y, U and V of one picture; they are never converted, so that a picture equals itself to the bit."""

    def __init__(self, y: Image, u: Image, v: Image) -> None:
        self.y, self.u, self.v = y, u, v

    @classmethod
    def of(cls, frame: Frame) -> Planes:
        """A frame's planes, as views on its memory."""
        return cls(frame.y, frame.u, frame.v)

    def copy(self) -> Planes:
        """The same picture in memory of its own."""
        return Planes(self.y.copy(), self.u.copy(), self.v.copy())

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.y.shape[1], self.y.shape[0]

    @property
    def cell(self) -> int:
        """The side of one of its cells in pixels."""
        return cell_of(self.y.shape[1])

    def cells(self) -> Cells:
        """The mean of every cell."""
        y, u, v = _halved(self.y, self.cell), _halved(self.u, self.cell // 2), _halved(self.v, self.cell // 2)
        high, wide = y.shape
        return y, u[:high, :wide], v[:high, :wide]

    def small(self) -> Image:
        """The same as one picture, (h, w, 3) in Y, U, V."""
        return np.asarray(cv2.merge(self.cells()), np.uint8)

    def whole(self) -> Image:
        """Everything at full size, (h, w, 3) in Y, U, V."""
        bright = np.ascontiguousarray(self.y)
        return np.asarray(cv2.merge([bright, cv2.resize(self.u, self.size), cv2.resize(self.v, self.size)]), np.uint8)

    def part(self, box: tuple[int, int, int, int], light: float = 1.0) -> Planes:
        """A part (left, top, right, bottom; even numbers) as planes of its own, in another light."""
        left, top, right, bottom = box
        half = (slice(top // 2, bottom // 2), slice(left // 2, right // 2))
        return Planes(relight(self.y[top:bottom, left:right], light, 16), relight(self.u[half], light, 128),
                      relight(self.v[half], light, 128))

    def paste(self, part: Planes, box: tuple[int, int, int, int], mask: Image) -> None:
        """Take over a part where the mask (of that part, full size) is set."""
        left, top, right, bottom = box
        half = (slice(top // 2, bottom // 2), slice(left // 2, right // 2))
        few = np.ascontiguousarray(mask[::2, ::2])
        for own, new, where in ((self.y[top:bottom, left:right], part.y, mask), (self.u[half], part.u, few),
                                (self.v[half], part.v, few)):
            own[:] = cv2.copyTo(new, where, own)

    def save(self, path: Path) -> str:
        """Write a PNG (brightness above, both colour planes below it) and return its SHA-256."""
        sheet = np.vstack([self.y, np.hstack([self.u, self.v])])
        ok, data = cv2.imencode(".png", sheet)
        if not ok:
            raise NoMoreBetsError(f"cannot write {path}")
        path.write_bytes(data.tobytes())
        return hashlib.sha256(data.tobytes()).hexdigest()

    @classmethod
    def load(cls, path: Path, sha256: str) -> Planes:
        """Read what `save` wrote, and refuse another picture of that name."""
        try:
            data = path.read_bytes()
        except OSError as wrong:
            why = f"cannot read the empty felt's picture {path}: {wrong.strerror}; calibrate again."
            raise NoMoreBetsError(why) from None
        if hashlib.sha256(data).hexdigest() != sha256:
            raise NoMoreBetsError(f"{path} is not the picture the calibration was made from; calibrate again.")
        sheet: Image = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
        high, wide = sheet.shape[0] * 2 // 3, sheet.shape[1]
        return cls(sheet[:high].copy(), sheet[high:, : wide // 2].copy(), sheet[high:, wide // 2 :].copy())


def _halved(plane: Image, times: int) -> Image:
    """A plane so many times smaller, by halves: each is much cheaper than one step would be."""
    while times > 1:
        high, wide = plane.shape[0] // 2, plane.shape[1] // 2
        plane = np.asarray(cv2.resize(plane[: 2 * high, : 2 * wide], (wide, high), interpolation=cv2.INTER_AREA),
                           np.uint8)
        times //= 2
    return plane
