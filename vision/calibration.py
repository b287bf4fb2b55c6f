"""What `calibrate` found out about a camera, kept in the table file."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray


class WheelCalibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the wheel is in its camera's picture.

    `homography` (row by row) takes the number ring's plane, its outer edge at radius 1, to the picture; `levels` are
    the redness of red, black and green there; `track` is the ball track's radius and centre in that plane (it lies
    higher, so its centre is shifted), `track_seen` whether a running ball showed it or proportions gave it.
    `mirrored`: the picture shows the numbers the other way round, as in a mirror. `rings` are the inner edges of
    numbers and pockets and the turret's, in that plane; `dealer_deg` where round the wheel the launching hand came
    from. `bowl` is a picture of the empty bowl unrolled, beside the table file.
    """

    size: tuple[int, int]
    homography: tuple[float, float, float, float, float, float, float, float, float]
    levels: tuple[float, float, float]
    track: tuple[float, float, float]
    track_seen: bool
    rotor_rpm: float
    agreement: float
    margin: float
    tilt_deg: float = 0.0
    mirrored: bool = False
    rings: tuple[float, float, float] = (0.81, 0.62, 0.24)
    dealer_deg: float | None = None
    bowl: str = ""
    bowl_sha256: str = ""


class LayoutCalibration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the printed layout lies in the picture, how the camera hangs over it, and what the empty felt is like."""

    size: tuple[int, int]
    plane: tuple[float, ...]
    """The homography from felt millimetres to pixels, row by row."""
    focal_px: float
    zero: Literal["left", "right"]
    """At which end of the picture zero is printed."""
    error_px: float
    empty: bool
    """False: no empty felt was seen; where things stood, the print was completed from the boxes like it."""
    reference: str
    reference_sha256: str
    lines: float = 1.0
    """The share of the numbers' printed lines that was seen where the view puts them."""
    colours: float = 0.0
    """How well red and black numbers lie where the view puts them (-1 to 1)."""
    made_share: float = 0.0
    """How much of the reference was never seen bare."""

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The homography."""
        return np.array(self.plane, np.float64).reshape(3, 3)
