"""The felt as last confirmed: its picture, the stacks and the dolly on it; reads what a part of it shows now."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from schemas.layout import boxes
from schemas.table import TableSetup
from vision.frame import Image
from vision.geometry import Camera
from vision.layout.chips import Palette, tell_apart
from vision.layout.planes import Planes
from vision.layout.reading import Reading
from vision.layout.silhouette import Mask, shape_mask
from vision.layout.stacks import Change, Dolly, Stack

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, multiples of a cell."""
SHADOW_MM = 40.0
"""Cloth this near to a thing may lie in its shadow, and is not learnt from."""
DRIFTED = 6
"""Light that has changed a pixel by more than this since the last time is not followed; higher learns dull chips."""


class FeltState:
    """Knows what stands where; only what was confirmed empty counts as cloth."""

    def __init__(self, camera: Camera, setup: TableSetup, reference: Planes, *, empty: bool = True) -> None:
        self.camera = camera
        self.empty = empty
        self.felt = setup.felt.felt
        tell_apart(setup.chips)
        self.palette = Palette(setup.chips)
        self.radius = max((chip.diameter_mm for chip in setup.chips), default=39.0) / 2
        self.thickness = float(np.median([chip.thickness_mm for chip in setup.chips] or [3.3]))
        self.reference = reference
        self.confirmed = reference.copy()
        self.stacks: dict[str, Stack] = {}
        self.dolly: Dolly | None = None
        self._named = 0

    def read(self, now: Image, box: Box, unsure: Mask) -> tuple[list[Change], bool]:
        """What changed in this part of the picture, and whether that explains everything new in it."""
        look = Reading(self, now, box, unsure)
        found, explained = look.new_things()
        found = [*look.changed_things(), *found]
        for change in found:
            self._take(change)
        return found, explained

    def confirm(self, now: Planes, box: Box, sure: Mask) -> None:
        """From now on the felt looks like this here."""
        self.confirmed.paste(now, box, sure)

    def refresh(self, now: Planes) -> None:
        """Follow the light where the cloth is known to be bare: what is far from it is something, and stays out."""
        bare = np.ones(now.y.shape, np.uint8)
        for thing in self.things:
            around = self.camera.cylinder(thing.x, thing.y, thing.radius + SHADOW_MM, 0, thing.height)
            bare &= 1 - shape_mask(bare.shape, around, (0, 0))
        box = (0, 0, *now.size)
        self.confirmed.paste(now, box, np.asarray(near(now.y, self.confirmed.y), np.uint8))
        self.reference.paste(now, box, np.asarray(near(now.y, self.reference.y) & bare, np.uint8))

    def name(self) -> str:
        """The next stack's name."""
        self._named += 1
        return f"k{self._named}"

    def rename(self, name: str, old: str) -> None:
        """A stack that was moved keeps the name it had."""
        stack = self.stacks.pop(name, None)
        if stack is not None:
            self.stacks[old] = msgspec.structs.replace(stack, name=old)

    @property
    def things(self) -> list[Stack | Dolly]:
        """Everything that stands."""
        return [*self.stacks.values(), *([self.dolly] if self.dolly else [])]

    def number_at(self, x: float, y: float) -> str | None:
        """The number whose box holds a place."""
        numbers = ((name, box) for name, box in boxes(self.felt).items() if name.isdigit())
        return next((name for name, box in numbers if box.holds(x, y)), None)

    def _take(self, change: Change) -> None:
        thing = change.thing
        if isinstance(thing, Dolly):
            self.dolly = thing if change.kind == "dolly" else None
        elif change.kind == "removed":
            self.stacks.pop(thing.name, None)
        else:
            self.stacks[thing.name] = thing


def near(now: Image, before: Image) -> Mask:
    """1 where a plane shows nearly what it showed before."""
    return np.asarray(cv2.threshold(cv2.absdiff(now, before), DRIFTED, 1, cv2.THRESH_BINARY_INV)[1], np.uint8)
