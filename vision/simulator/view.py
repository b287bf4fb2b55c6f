"""How a wheel is filmed: where the camera hangs, what the wheel is made of, what troubles the picture. By a seed."""

from __future__ import annotations

from typing import Literal

import numpy as np
from msgspec.structs import replace

from schemas.events import Value

Difficulty = Literal["easy", "medium", "hard"]
SIZES = (*[(640, 360)] * 9, *[(640, 480)] * 3, *[(854, 480)] * 3, *[(960, 540)] * 3, (1280, 720), (1920, 1080))
"""Small pictures are the usual and the hard ones; a large one costs ten times as much to draw."""
RATES = (24, 25, 30, 30, 50, 60)


class View(Value, frozen=True, kw_only=True):
    """One camera over one wheel; angles in degrees, lengths in millimetres, exposure in seconds."""

    seed: int
    size: tuple[int, int] = (640, 360)
    fps: int = 25
    tilt_deg: float = 20.0
    roll_deg: float = 0.0
    dealer_deg: float = 90.0
    """Where round the wheel the dealer stands: 90 is the picture's lower side."""
    fills: float = 0.88
    """The wheel's height in the picture; over 1 part of the track is outside it."""
    distortion: float = 0.0
    focal: float = 1.2
    """Focal length, of the picture's width."""
    exposure_s: float = 0.01
    bowl: Literal["wood", "black", "red-wood"] = "wood"
    pockets: Literal["painted", "steel", "dark"] = "painted"
    turret_mm: float = 60.0
    numbers_mm: float = 212.0
    pocket_depth_mm: float = 16.0
    track_mm: float = 345.0
    glare: float = 0.3
    mirror: float = 0.0
    """How much of the turning rotor the varnished apron mirrors."""
    spokes: bool = False
    """Rays of veneer on the cone and a cross on the turret, turning with the rotor."""
    haze: float = 0.0
    """How washed out the picture is: 0 not, 1 white."""
    lamps: int = 3
    warmth: float = 0.0
    light: float = 1.0
    noise: float = 2.0
    flicker: float = 0.0
    shake_px: float = 0.0
    defocus_px: float = 0.0
    crf: int = 23
    duplicated: float = 0.0
    """Share of frames that repeat the one before them."""
    dropped: float = 0.0
    """Share of frames that never arrive; their time passes all the same."""
    graphics: bool = False
    jitter: float = 0.0
    """Of the time between two frames: by so much a frame may be early or late. Its time in the file tells it."""
    shade: float = 0.0
    """How dark the shadow is that somebody's back throws over part of the wheel."""

    @classmethod
    def draw(cls, difficulty: Difficulty, seed: int) -> View | None:
        """A view as hard as asked; the easy one is the plain camera of the acts, so nothing is drawn for it."""
        if difficulty == "easy":
            return None
        rng, hard = np.random.default_rng((seed, 0x71E3)), difficulty == "hard"

        def some(medium: tuple[float, float], harder: tuple[float, float]) -> float:
            return float(rng.uniform(*(harder if hard else medium)))

        fps = RATES[int(rng.integers(len(RATES)))]
        view = cls(
            seed=seed, size=SIZES[int(rng.integers(len(SIZES)))], fps=fps,
            exposure_s=some((0.1, 0.3), (0.1, 0.5)) / fps, mirror=some((0, 0.1), (0, 0.3)),
            spokes=bool(rng.random() < 0.5), haze=some((0, 0.05), (0, 0.35)),
            tilt_deg=some((0, 40), (0, 55)), roll_deg=some((-5, 5), (-12, 12)),
            dealer_deg=some((40, 140), (0, 360)), fills=some((0.8, 0.94), (0.62, 0.97)),
            distortion=some((-0.02, 0.02), (-0.08, 0.05)), focal=some((1.2, 2.0), (0.9, 2.4)),
            bowl=("wood", "black", "red-wood")[int(rng.integers(3))],
            pockets=("painted", "steel", "dark")[int(rng.integers(3))],
            turret_mm=some((30, 70), (30, 120)), numbers_mm=some((208, 214), (202, 218)),
            pocket_depth_mm=some((10, 18), (8, 24)), track_mm=some((340, 348), (334, 352)),
            glare=some((0.1, 0.35), (0.2, 0.8)), lamps=int(rng.integers(1, 5)), warmth=some((-0.1, 0.2), (-0.15, 0.35)),
            light=some((0.85, 1.1), (0.6, 1.15)), noise=some((1, 3), (2, 6)), flicker=some((0, 0.01), (0, 0.04)),
            shake_px=some((0, 0.15), (0, 0.6)), defocus_px=some((0, 0.5), (0, 1.2)), crf=int(some((18, 26), (20, 33))),
            duplicated=some((0, 0.02), (0, 0.2)) * float(rng.random() < 0.5),
            dropped=some((0, 0.01), (0, 0.06)) * float(rng.random() < 0.5), graphics=bool(rng.random() < 0.5))
        return view._troubled(np.random.default_rng((seed, 0x71E4))) if hard else view

    def _troubled(self, rng: np.random.Generator) -> View:
        """The same, now and then with part of the track outside the picture, an uneven rate, or a shadow across."""
        fills = float(rng.uniform(1.0, 1.12)) if rng.random() < 0.12 else self.fills
        jitter = float(rng.uniform(0.2, 0.9)) if rng.random() < 0.2 else 0.0
        shade = float(rng.uniform(0.2, 0.6)) if rng.random() < 0.25 else 0.0
        return replace(self, fills=fills, jitter=jitter, shade=shade)
