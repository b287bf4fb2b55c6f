"""A part of the picture beside what was known of it: what changed, what stands out of the cloth, what hides what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Image
from vision.layout.silhouette import Mask, differs, shape_mask, sharpened
from vision.layout.stacks import Dolly, Stack, Thing

if TYPE_CHECKING:
    from vision.layout.felt import Box, FeltState


class Part:
    """One part of the picture, now and when the felt was last confirmed."""

    def __init__(self, state: FeltState, now: Image, box: Box, unsure: Mask) -> None:
        self.state, self.now, self.box, self.unsure = state, now, box, unsure
        self.origin = (box[0], box[1])
        sure = 1 - unsure
        self.changed: Mask = differs(now, self.confirmed()) * sure
        cloth = state.reference.part(box).whole()
        self.foreign: Mask = differs(now, cloth) * sure
        self.sharp = sharpened(self.foreign, now, cloth)

    def before(self) -> Mask:
        """What stood here when the felt was last confirmed."""
        return differs(self.confirmed(), self.state.reference.part(self.box).whole())

    def sharp_before(self) -> Mask:
        """The same without the rim that blur gave it."""
        return sharpened(self.before(), self.confirmed(), self.state.reference.part(self.box).whole())

    def confirmed(self) -> Image:
        """The picture as last confirmed."""
        return self.state.confirmed.part(self.box).whole()

    def px(self, length_mm: float) -> float:
        """How many pixels a length on the cloth takes in the middle of this part."""
        middle = self.state.camera.ground((self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2)
        return float(np.ptp(self.state.camera.disc(*middle, 0, length_mm / 2), axis=0).max())

    def outline(self, thing: Thing) -> Mask:
        """What an upright thing covers."""
        shape = self.state.camera.cylinder(thing.x, thing.y, thing.radius, 0, thing.height)
        return shape_mask(self.now.shape, shape, self.origin)

    def in_front(self, thing: Thing, others: list[Thing] | list[Stack | Dolly]) -> Mask:
        """What of this part of the picture nearer things hide."""
        hidden = np.zeros(self.now.shape[:2], np.uint8)
        for other in others:
            if other is not thing and self.nearer(other, thing):
                hidden |= self.outline(other)
        return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)), np.uint8) if hidden.any() else hidden

    def nearer(self, thing: Thing, other: Thing) -> bool:
        """Whether a thing stands so much nearer to the camera that it may hide the other."""
        centre = self.state.camera.centre
        one, two = (float(np.hypot(each.x - centre[0], each.y - centre[1])) for each in (thing, other))
        return one < two - 0.5 * self.state.radius

    def chip_area(self) -> float:
        """How many pixels one chip in the middle of this part covers."""
        middle = ((self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2)
        x, y = self.state.camera.ground(*middle)
        outline = self.state.camera.cylinder(x, y, self.state.radius, 0, self.state.thickness)
        return float(cv2.contourArea(outline.astype(np.float32)))

    def cells(self, mask: Mask) -> Mask:
        """A mask of this part as cells of the whole picture."""
        wide, high = self.state.reference.size
        cell = self.state.reference.cell
        cells = np.zeros((high // cell, wide // cell), np.uint8)
        size = (mask.shape[1] // cell, mask.shape[0] // cell)
        few = cv2.resize(mask * 255, size, interpolation=cv2.INTER_AREA) > 100
        left, top = self.box[0] // cell, self.box[1] // cell
        cells[top : top + size[1], left : left + size[0]] = few
        return cells
