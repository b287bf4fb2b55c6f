"""What one table's wheel looks like today: colours, light and where the camera hangs, all by the seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.simulator.pinhole import Pinhole
from vision.simulator.wheel_shape import WheelShape

Bgr = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True)
class Livery:
    """Colours in OpenCV's order and the light; `glare` is how much brighter the lit side is than the other."""

    surround: Bgr
    wood: Bgr
    inlay: Bgr
    metal: Bgr
    red: Bgr
    black: Bgr
    green: Bgr
    ball: Bgr
    sleeve: Bgr
    skin: Bgr
    light: float
    glare: float
    glare_angle: float
    noise: float
    exposure_s: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Livery:
        """A livery a casino could have ordered."""
        woods: tuple[Bgr, ...] = ((42, 74, 124), (30, 52, 92), (48, 90, 150))
        inlays: tuple[Bgr, ...] = ((30, 44, 70), (70, 108, 150), (24, 30, 44))
        surrounds: tuple[Bgr, ...] = ((62, 92, 30), (104, 62, 30), (46, 44, 48))
        sleeves: tuple[Bgr, ...] = ((34, 30, 30), (228, 226, 222), (70, 36, 30))
        skins: tuple[Bgr, ...] = ((134, 168, 218), (104, 142, 196), (40, 56, 92))
        metals: tuple[Bgr, ...] = ((176, 180, 184), (96, 160, 196))
        pick = rng.integers
        skin = skins[pick(3)]
        woods, inlays = (_unlike(skin, choice) for choice in (woods, inlays))
        return cls(
            surround=surrounds[pick(3)], wood=woods[pick(len(woods))], inlay=inlays[pick(len(inlays))],
            metal=metals[pick(2)], sleeve=sleeves[pick(3)], skin=skin,
            red=(int(pick(28, 44)), int(pick(24, 40)), int(pick(170, 205))), black=(int(pick(22, 34)),) * 3,
            green=(int(pick(50, 80)), int(pick(120, 150)), int(pick(14, 40))), ball=(224, 234, 238),
            light=float(rng.uniform(0.85, 1.12)), glare=float(rng.uniform(0.05, 0.2)),
            glare_angle=float(rng.uniform(0, 2 * np.pi)), noise=float(rng.uniform(1.0, 2.2)),
            exposure_s=float(rng.uniform(0.006, 0.012)))


def _unlike(skin: Bgr, choice: tuple[Bgr, ...]) -> tuple[Bgr, ...]:
    """Those that a hand stands out from: a hand of the wood's own colour is for harder scenes than these."""
    return tuple(each for each in choice if abs(_brightness(each) - _brightness(skin)) > 30)


def _brightness(colour: Bgr) -> float:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def hang_camera(rng: np.random.Generator, shape: WheelShape, size: tuple[int, int] = (960, 540)) -> Pinhole:
    """A camera tilted 15 to 30 degrees that has the whole wheel in its picture."""
    width, height = size
    focal = float(rng.uniform(950, 1250))
    across = float(rng.uniform(0.86, 0.93)) * height
    return Pinhole(
        size=size, focal_px=focal, distance_mm=focal * 2 * shape.rim * shape.scale / across,
        tilt_deg=float(rng.uniform(15, 30)), roll_deg=float(rng.uniform(-4, 4)),
        centre_px=(width / 2 + float(rng.uniform(-60, 60)), height / 2 + float(rng.uniform(4, 20))))
