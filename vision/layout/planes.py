"""A picture as the decoder gives it: brightness at full size, both colour planes at half size."""

from __future__ import annotations

import hashlib
from pathlib import Path

import cv2
import numpy as np

from schemas.errors import NoMoreBetsError
from vision.frame import Frame, Image

SMALL = 4
"""Changes are looked for in pictures this many times smaller: larger is cheaper and blinder."""


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

    def small(self) -> Image:
        """The whole picture a few times smaller, (h, w, 3) in Y, U, V."""
        size = (self.y.shape[1] // SMALL, self.y.shape[0] // SMALL)
        parts = [cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (self.y, self.u, self.v)]
        return np.asarray(cv2.merge(parts), np.uint8)

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
        full, few = mask > 0, mask[::2, ::2] > 0
        self.y[top:bottom, left:right][full] = part.y[full]
        self.u[half][few] = part.u[few]
        self.v[half][few] = part.v[few]

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
