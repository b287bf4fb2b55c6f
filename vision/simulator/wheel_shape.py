"""The drawn wheel's measures: how far from the spindle each part lies, and how high above the number ring."""

from __future__ import annotations

from dataclasses import dataclass

from schemas.table import WheelPart
from vision.simulator.view import View


@dataclass(frozen=True, kw_only=True)
class WheelShape:
    """Radii and heights in millimetres of a wheel 800 mm wide; `scale` stretches all of it."""

    scale: float = 1.0
    rim: float = 400
    lip: float = 372
    track: float = 345
    apron: float = 322
    deflectors: float = 296
    rotor: float = 256
    numbers: float = 212
    pockets: float = 160
    turret: float = 62
    pocket_rest: float = 186
    rim_height: float = 62
    track_height: float = 38
    pocket_height: float = -14
    turret_height: float = 55

    @classmethod
    def of(cls, wheel: WheelPart, view: View | None = None) -> WheelShape:
        """The shape of a table's wheel: everything in proportion to its width across the bowl."""
        scale = wheel.diameter_mm / 800
        if view is None:
            return cls(scale=scale)
        return cls(scale=scale, numbers=view.numbers_mm, pockets=view.numbers_mm - 50, track=view.track_mm,
                   pocket_rest=view.numbers_mm - 24, pocket_height=-view.pocket_depth_mm,
                   turret_height=view.turret_mm)

    def height(self, radius: float) -> float:
        """How high the surface lies at a radius (unscaled): the bowl rises outwards, the pockets lie low."""
        if radius <= self.numbers:
            return self.pocket_height
        if radius <= self.rotor:
            return 0.0
        return self.track_height * min(1.0, (radius - self.rotor) / (self.track - self.rotor))
