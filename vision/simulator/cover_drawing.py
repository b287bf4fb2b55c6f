"""What comes between camera and wheel: an arm or a head that passes, a stream that shows another picture."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.livery import Bgr
from vision.simulator.pinhole import Array, Pinhole
from vision.simulator.scene import Cover, WheelScene

HIGH_MM = {"arm": 260.0, "head": 480.0}
"""How high over what they hide they pass: raise it and they come larger into the picture."""
HEAD_MM = (120.0, 95.0)
FAR_MM = 900.0
"""From where they come and to where they go."""
HAIR: tuple[Bgr, ...] = ((26, 28, 34), (40, 62, 92), (150, 156, 160))
SLEEVES: tuple[Bgr, ...] = ((60, 40, 30), (200, 200, 205), (30, 30, 120))


def draw_covers(picture: Image, scene: WheelScene, lens: Pinhole, t: float) -> None:
    """Put what passes just now over everything else."""
    for nth, cover in enumerate(scene.covers):
        part = (t - cover.at_s) / cover.lasts_s
        if not 0 <= part < 1:
            continue
        rng = np.random.default_rng((scene.seed, 0xC0, nth))
        if cover.what == "cut":
            picture[:] = _elsewhere(scene.seed + nth, (lens.size[0], lens.size[1]))
        else:
            _pass(picture, cover, lens, part, rng)


def _pass(picture: Image, cover: Cover, lens: Pinhole, part: float, rng: np.random.Generator) -> None:
    from_, beside = float(rng.uniform(0, 2 * pi)), float(rng.uniform(-220, 220))
    near, colour = lens.distance_mm / (lens.distance_mm - HIGH_MM[cover.what]), int(rng.integers(3))

    def place(along: Array, across: Array) -> NDArray[np.int32]:
        x, y = along * cos(from_) - across * sin(from_), along * sin(from_) + across * cos(from_)
        u, v = lens.project(x, y, 0.0)
        return np.round(np.stack([u, v], axis=-1) * 16).astype(np.int32)

    if cover.what == "head":
        round_, middle = np.linspace(0, 2 * pi, 40), FAR_MM * (1 - 2 * part)
        for grow, shade in ((1.0, 0.75), (0.82, 1.0)):
            long, wide = (grow * near * half for half in HEAD_MM)
            outline = place(middle + long * np.cos(round_), beside + wide * np.sin(round_))
            cv2.fillPoly(picture, [outline], _shade(HAIR[colour], shade), cv2.LINE_AA, 4)
        return
    tip = FAR_MM - (FAR_MM + 150) * (1 - abs(2 * part - 1))
    along = np.array([tip, tip + 60, 2 * FAR_MM, 2 * FAR_MM, tip + 60])
    across = beside + near * np.array([0.0, -40, -70, 70, 40])
    cv2.fillPoly(picture, [place(along, across)], SLEEVES[colour], cv2.LINE_AA, 4)


def _shade(colour: Bgr, factor: float) -> Bgr:
    blue, green, red = (int(part * factor) for part in colour)
    return blue, green, red


@lru_cache(maxsize=2)
def _elsewhere(seed: int, size: tuple[int, int]) -> Image:
    """Another camera's picture: a table, some faces of light, a caption."""
    rng, (width, height) = np.random.default_rng((seed, 0xE15E)), size
    small = rng.uniform(20, 160, (9, 16, 3)).astype(np.float32)
    picture = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC)
    other: Image = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(12):
        at = (int(rng.integers(width)), int(rng.integers(height)))
        colour = tuple(int(each) for each in rng.integers(20, 235, 3))
        cv2.ellipse(other, at, (int(rng.integers(8, width // 8)), int(rng.integers(8, height // 6))),
                    float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return other
