"""The empty felt as kept for comparison: a picture that was seen empty, or one put together from what was seen bare."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from vision.layout.bare import Bare
from vision.layout.planes import Planes
from vision.layout.silhouette import Mask


class Reference(Value, frozen=True, kw_only=True, eq=False):
    """The felt with nothing on it; `unseen` marks what no picture has shown bare."""

    planes: Planes
    unseen: Mask
    empty: bool

    @classmethod
    def first(cls, bare: Bare, seen: Planes) -> Reference:
        """From one picture: itself when it is empty, else with the print completed behind what stands."""
        if bare.count == 0:
            return cls(planes=seen, unseen=np.zeros_like(bare.foreign), empty=True)
        return cls(planes=bare.planes, unseen=_round(bare.foreign), empty=False)

    def with_(self, bare: Bare, seen: Planes) -> Reference:
        """With another picture: an empty one replaces everything, any other shows parts that were hidden before."""
        if bare.count == 0:
            return Reference.first(bare, seen)
        shown = self.unseen & (1 - _round(bare.foreign))
        planes = self.planes.copy()
        planes.paste(seen, (0, 0, *self.planes.size), shown)
        return Reference(planes=planes, unseen=self.unseen & (1 - shown), empty=False)

    @property
    def made(self) -> float:
        """The share of the picture that is completed print, never seen."""
        return round(float(self.unseen.mean()), 4)


def _round(foreign: Mask) -> Mask:
    """What stands there and the shadow close to it."""
    return np.asarray(cv2.dilate(foreign, np.ones((9, 9), np.uint8)), np.uint8)
