"""Whether the layout camera still sees the felt it was calibrated for: lit, uncovered, and hanging where it hung."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import CameraMoved, Observation, ViewCleared, ViewObscured
from schemas.moment import Moment
from vision.frame import Image

DARK = 30.0
"""A picture whose mean brightness (black is 16) is below this is not lit; higher gives up on dim rooms."""
FLAT = 6.0
"""A picture with less contrast than this shows nothing: a hand, a cloth or a cap is over the lens."""
HIDDEN = 0.55
"""More than this share of the picture unlike the felt is something in front of the lens; lower calls crowds that."""
SHIFTED = 0.05
"""Unlike this much of the picture, without arms, it is asked whether the camera moved."""
MOVED_PX = 2.0
"""A shift of the whole picture that makes the calibration wrong; lower follows the building's tremor."""
PEAK = 0.08
SURE_MS = 400
NAME = "layout"


class Sight:
    """Tells when the view is lost and when it is back; while it is lost the eye says nothing else."""

    def __init__(self, felt: Image, cell: int = 4) -> None:
        self._felt, self._cell = felt.astype(np.float32), cell
        self._before: np.ndarray | None = None
        self._window = np.outer(np.hanning(felt.shape[0]), np.hanning(felt.shape[1])).astype(np.float32)
        self._contrast = float(np.std(self._felt))
        self._since: tuple[str, Moment] | None = None
        self._told: str | None = None
        self._looked = 0

    @property
    def lost(self) -> bool:
        """Whether what the picture shows must not be judged."""
        return self._told is not None

    @property
    def doubtful(self) -> bool:
        """Whether it looks lost, not yet for long enough to say so."""
        return self._since is not None

    def look(self, bright: Image, changed: float, armed: float, now: Moment) -> list[Observation]:
        """What there is to say of the view, the cells' brightness; `changed` and `armed`: shares that are not felt."""
        if self._told is None and changed <= SHIFTED and float(bright.mean()) >= DARK:
            self._since = None
            return []
        why = self._why(bright, changed, armed)
        if why == (self._told or ""):
            self._since = None
            return []
        if self._since is None or self._since[0] != why:
            self._since = (why, now)
            return []
        if now - self._since[1] < SURE_MS:
            return []
        seen = (self._since[1], self._since[1])
        self._told, self._since = why or None, None
        if not why:
            return [ViewCleared(seen=seen, camera=NAME)]
        if why.startswith("moved"):
            return [CameraMoved(seen=seen, camera=NAME, by_px=float(why.split()[1]))]
        return [ViewObscured(seen=seen, camera=NAME, why=why)]

    def moved(self, bright: Image, changed: float, armed: float) -> str:
        """How far the camera hangs from where it was calibrated, in words; nothing when it is where it was."""
        why = self._why(bright, changed, armed) if changed > SHIFTED else ""
        return f"{why.removeprefix('moved ')} pixels" if why.startswith("moved") else ""

    def _why(self, bright: Image, changed: float, armed: float) -> str:
        if float(bright.mean()) < DARK:
            return "the table is not lit"
        if float(bright.std()) < FLAT or changed > HIDDEN:
            return "the lens is covered"
        if changed - armed > SHIFTED and armed < 0.12:
            return self._shift(bright)
        return ""

    def _shift(self, bright: np.ndarray) -> str:
        """How far the whole picture has moved, in the camera's pixels; nothing when it has not."""
        now = bright.astype(np.float32)
        (dx, dy), peak = cv2.phaseCorrelate(self._felt - self._felt.mean(), now - now.mean(), self._window)
        by = float(np.hypot(dx, dy)) * self._cell
        # A moved camera goes on trembling in the measurement: said once, to the nearest pixel.
        moved = peak > PEAK and by >= MOVED_PX and self._fits(now, dx, dy)
        return (self._told if self._told and self._told.startswith("moved") else f"moved {by:.0f}") if moved else ""

    def _fits(self, now: np.ndarray, dx: float, dy: float) -> bool:
        """Whether the shifted picture is the felt again, much better than it is unshifted."""
        by = np.array([[1, 0, -dx], [0, 1, -dy]])
        back = cv2.warpAffine(now, by, now.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        return float(np.median(np.abs(back - self._felt))) <= 3 and (
            float(np.mean(np.abs(back - self._felt) > 12)) < 0.6 * float(np.mean(np.abs(now - self._felt) > 12)))
