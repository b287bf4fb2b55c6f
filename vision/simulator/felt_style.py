"""What a simulated felt looks like today: cloth, print, lamps, lens and clutter; harder by difficulty, by the seed."""

from __future__ import annotations

from typing import Literal, TypeVar

import numpy as np

from schemas.events import Value

T = TypeVar("T")
Difficulty = Literal["easy", "medium", "hard"]
Colour = tuple[int, int, int]
Printed = Literal["ovals", "filled", "bare"]

GREENS: tuple[Colour, ...] = ((44, 68, 12), (58, 96, 22), (70, 110, 40))
BLUES: tuple[Colour, ...] = ((104, 52, 16), (132, 74, 30), (86, 40, 22))
REDS: tuple[Colour, ...] = ((34, 26, 120), (44, 30, 96), (30, 22, 140))
INKS: tuple[Colour, ...] = ((222, 228, 226), (96, 176, 205), (150, 205, 225), (236, 236, 236))
LAMPS: tuple[tuple[float, float, float], ...] = ((1, 1, 1), (0.74, 0.94, 1.1), (0.62, 0.62, 0.62), (1.08, 1.0, 0.86))
"""Gains of blue, green and red: neutral, warm, dim, cool."""


class FeltStyle(Value, frozen=True, kw_only=True):
    """The looks of one table; the defaults are the easy one, in which the acts are played."""

    difficulty: Difficulty = "easy"
    size: tuple[int, int] = (1920, 1080)
    tilt_deg: float | None = None
    """None: as the easy table's camera hangs; negative leans over the dealer's shoulder."""
    cloth: Colour | None = None
    ink: Colour = (222, 228, 226)
    red: Colour = (38, 30, 172)
    black: Colour = (24, 22, 22)
    printed: Printed = "ovals"
    font: int = 0
    line_mm: float = 3.2
    numeral_mm: float = 26.0
    ornate: bool = False
    pointed_zero: bool = False
    lamp: tuple[float, float, float] = (1, 1, 1)
    slope: tuple[float, float] = (0.0, 0.0)
    """How much light changes from the middle to the right and to the lower edge."""
    glare: float = 0.0
    blur_px: float = 0.0
    noise: float = 0.8
    flicker: float = 0.0
    sloppy_mm: float = 0.3
    chip_print: bool = False
    shadow: tuple[float, float, float] = (-0.5, -0.35, 0.38)
    """Where shadows fall per millimetre of height, and how dark they are."""
    clutter: bool = False
    lean_mm: float = 0.0
    """By how much each chip of a leaning stack lies farther to one side than the one below it."""
    bare: float = 0.8
    """How much of a player's forearm may be bare; above 2 no sleeve shows at all."""
    drift: float = 0.012
    """How far the light swells and fades, slowly."""
    crf: int = 20
    repeated: float = 0.0
    """Share of frames that repeat the one before them."""
    lost: float = 0.0
    """Share of frames that never arrive; their time passes all the same."""


def style_of(difficulty: Difficulty, seed: int) -> FeltStyle:
    """A table a casino could have ordered, lit and filmed worse the harder it is."""
    if difficulty == "easy":
        return FeltStyle()
    random = np.random.default_rng([seed, 0x57E1])
    hard = difficulty == "hard"
    cloth = _one(random, _one(random, (GREENS, BLUES, REDS)))
    ink = _one(random, INKS)
    reddish = cloth in REDS
    sizes = ((768, 432), (960, 540)) if hard else ((960, 540), (1280, 720), (1920, 1080))
    return FeltStyle(
        difficulty=difficulty, size=_one(random, sizes), cloth=cloth, ink=ink,
        tilt_deg=float(random.uniform(1, 40)) * (1 if random.random() < 0.75 else -1),
        red=(30, 24, 205) if reddish else (38, 30, int(random.integers(150, 200))),
        printed=_one(random, ("ovals", "filled") if reddish else ("ovals", "filled", "bare")),
        font=_one(random, (0, 2, 3, 4, 6)), line_mm=float(random.uniform(2.2, 4.2)),
        numeral_mm=float(random.uniform(22, 34)), ornate=bool(random.random() < 0.7),
        pointed_zero=bool(random.random() < 0.5), lamp=_one(random, LAMPS),
        slope=(float(random.uniform(-0.25, 0.25)), float(random.uniform(-0.2, 0.2))) if hard else (0.1, -0.05),
        glare=float(random.uniform(0, 60)) if hard else float(random.uniform(0, 20)),
        blur_px=float(random.uniform(0.3, 0.8 if hard else 0.5)),
        noise=float(random.uniform(0.8, 2.2 if hard else 1.4)),
        flicker=0.015 if hard else 0.0, sloppy_mm=1.1 if hard else 0.6, chip_print=True,
        shadow=(float(random.uniform(-0.7, 0.7)), float(random.uniform(-0.7, 0.7)), float(random.uniform(0.2, 0.45))),
        clutter=True, lean_mm=float(random.uniform(0.2, 0.9 if hard else 0.5)),
        bare=3.5 if random.random() < 0.5 else 0.8, drift=0.03 if hard else 0.012,
        crf=int(random.integers(21, 30 if hard else 25)),
        repeated=(0.02 if hard else 0.005) * float(random.random() < 0.5),
        lost=(0.01 if hard else 0.002) * float(random.random() < 0.5),
    )


def _one(random: np.random.Generator, choice: tuple[T, ...]) -> T:
    return choice[int(random.integers(len(choice)))]
