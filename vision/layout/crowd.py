"""What stands on a felt at one glance: the stacks that together explain what is strange to it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from schemas.events import Value
from schemas.layout import Felt
from vision.layout.columns import below
from vision.layout.recolour import face_colours, rim_colour
from vision.layout.seeking import LIFT_CHIPS, Top, tops
from vision.layout.tiles import Floats
from vision.layout.weighing import Face, Scales, Weighed

COUNTS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22)
"""Heights tried at first; the ones between are tried where a stack was found."""
LEAST = 0.35
"""The least weight of a stack, in faces; lower finds hidden ones and takes print for chips."""
LEAST_SEEN = 0.3
"""The share of a face that must be in sight."""
LEAST_FACE = 0.18
"""The least mean evidence of what shows of a face."""
LEAST_EDGE = 0.4
"""The least edge round a top; lower takes print and sleeves of a chip's colour for chips."""
CAMOUFLAGED, NUMERAL_MM = 0.05, 27.0
"""From this likeness to the cloth on, a chip is not told so near to a box's middle, where the number is printed."""
APART = 0.86
"""Two stacks stand at least this share of a chip's width apart."""
JOINED = 0.7
"""A stack put together keeps at least this share of its top's evidence, or it is two after all."""
SAME = 0.5
"""Tops nearer than this share of a chip's width are one; higher loses stacks half hidden by others."""
BLUR_PX = 2.0
"""How far an outline may be wrong; it widens the counts where a chip is not much higher than this."""
HIDES = 1
"""So many of the lowest chips may be lost in their own shadow."""
PLAIN = 0.4
"""The evidence of a face that is plainly a chip's; lower trusts letters and fields of a chip's colour."""
SURE = (0.9, 0.15, 0.15)
"""What face and edge give to how sure a stack is, and what is taken off; a face half as plain is a guess."""
TALLEST = 25
MOST = 80
UNCONFIRMED = 0.85
"""The most a stack is trusted that no empty felt was seen under: print can look like chips. From 0.9 on it could carry
a breach by itself."""


class Heap(Value, frozen=True, kw_only=True):
    """A stack as its outline and its top tell: base, count with bounds, the top's colour, and how sure it is there."""

    x: float
    y: float
    count: int
    low: int
    high: int
    colour: str | None
    sure: float
    shift_mm: float = 0.0
    """How far its base would be moved by the counts that are possible."""


class Crowd:
    """Takes a picture apart into stacks, the most telling first."""

    def __init__(self, scales: Scales, felt: Felt) -> None:
        self.scales, self.felt = scales, felt
        self.camera = scales.evidence.camera
        self.found: list[Weighed] = []
        self.tops: dict[int, int] = {}

    def heaps(self) -> list[Heap]:
        """The stacks that explain the picture."""
        scales = self.scales
        likely = [self._aligned(top) for top in tops(scales.evidence, self.felt, scales.radius, scales.thickness)]
        chosen = self._faces([one for one in likely if one.edge >= LEAST_EDGE and one.face >= LEAST_FACE
                              and not self._numeral(one.x, one.y, one.colour)])
        open_ = [(self._settled(self._start(top, nth), nth), top, nth) for nth, top in chosen]
        while open_ and len(self.found) < MOST:
            open_.sort(key=lambda one: -one[0].weight)
            best, top, nth = open_.pop(0)
            if best.weight < LEAST:
                break
            again = self._settled(scales.weigh(best.x, best.y, best.count, best.colour, nth), nth)
            if open_ and again.weight < open_[0][0].weight - 0.02 and again.weight < best.weight - 0.02:
                open_.append((again, top, nth))
            elif self._stands(again):
                self._take(again, nth)
        self._join()
        self._settle_all()
        return [self._heap(one, colour) for one, colour in zip(self.found, self._colours(), strict=True)]

    def _join(self) -> None:
        """Make one of stacks that are a top and its own side."""
        for upper in sorted(self.found, key=self._far, reverse=True):
            for lower in self.found:
                count = below(self.scales, upper, lower) if lower is not upper and upper in self.found else None
                if count is None:
                    continue
                others = [one for one in self.found if one not in (upper, lower)]
                nth = self.tops[id(upper)]
                self.scales.forget(self.tops[id(lower)])
                self.scales.only(others)
                x, y, _ = self._raised(upper, count - upper.count)
                joined = self._settled(self.scales.weigh(x, y, count, upper.colour, nth), nth)
                if joined.face < JOINED * upper.face or any(self._shows_on(joined, other) for other in others):
                    self.scales.only(self.found)
                    continue
                self.found = others
                self._take(joined, nth)
                upper = joined

    def _aligned(self, top: Top) -> Face:
        """The face near a promising place that its colour and its edge agree best with."""
        z = LIFT_CHIPS * self.scales.thickness
        x, y = self.camera.ground(top.u, top.v, z)
        best = self.scales.face(x, y, z, top.colour)
        for step in (3.5, 1.4):
            for _ in range(3):
                near = ((step, 0), (-step, 0), (0, step), (0, -step))
                better = max((self.scales.face(best.x + dx, best.y + dy, z, top.colour) for dx, dy in near),
                             key=lambda one: one.worth)
                if better.worth <= best.worth:
                    break
                best = better
        return best

    def _faces(self, likely: list[Face]) -> list[tuple[int, Top]]:
        """The tops that are not part of a better one, numbered, and their faces drawn so that no side covers them."""
        kept: list[Face] = []
        for one in sorted(likely, key=lambda face: -face.worth):
            if all(math.hypot(one.x - other.x, one.y - other.y) > SAME * 2 * self.scales.radius for other in kept):
                kept.append(one)
        for nth in range(len(kept), 0, -1):
            self.scales.draw_face(kept[nth - 1], nth)
        z = LIFT_CHIPS * self.scales.thickness
        middles = [self.camera.at(one.x, one.y, z) for one in kept]
        return [(nth, Top(u=u, v=v, colour=one.colour, promise=one.worth))
                for nth, ((u, v), one) in enumerate(zip(middles, kept, strict=True), 1)]

    def _stands(self, one: Weighed) -> bool:
        return (one.weight >= LEAST and one.seen >= LEAST_SEEN and one.face >= LEAST_FACE and one.edge >= LEAST_EDGE
                and self._apart(one.x, one.y) and not self._numeral(one.x, one.y, one.colour))

    def _numeral(self, x: float, y: float, colour: int) -> bool:
        """Whether what looks like a cloth-coloured chip with an inlay may be the cloth round a printed number."""
        along, across = self.felt.box_mm
        if self.scales.evidence.like_cloth[colour] < CAMOUFLAGED or not (0 < x < self.felt.length
                                                                         and 0 < y < self.felt.width):
            return False
        return abs(x % along - along / 2) < NUMERAL_MM and abs(y % across - across / 2) < NUMERAL_MM

    def _settle_all(self) -> None:
        """Look at every stack once more, the nearest first, now that what only looked like tops is forgotten."""
        self.scales.forget_all_but([self.tops[id(one)] for one in self.found])
        for one in sorted(self.found, key=self._far):
            nth, others = self.tops[id(one)], [other for other in self.found if other is not one]
            self.scales.only(others)
            u, v = self.camera.at(one.x, one.y, one.count * self.scales.thickness)
            same = self.scales.weigh(one.x, one.y, one.count, one.colour, nth)
            top = Top(u=u, v=v, colour=one.colour, promise=one.weight)
            best = self._settled(max(same, self._start(top, nth), key=lambda two: two.weight), nth)
            self.found = others
            if best.seen >= LEAST_SEEN and best.face >= LEAST_FACE:
                self._take(best, nth)

    def _far(self, one: Weighed) -> float:
        """How far from the camera's foot a stack stands: the nearer hides the farther."""
        return math.dist((one.x, one.y), self.camera.centre[:2])

    def _shows_on(self, one: Weighed, other: Weighed) -> bool:
        """Whether another stack's top is seen where this one's outline is."""
        u, v = self.camera.at(other.x, other.y, other.count * self.scales.thickness)
        outline = self.camera.cylinder(one.x, one.y, self.scales.radius, 0, one.count * self.scales.thickness)
        return cv2.pointPolygonTest(outline.astype(np.float32), (u, v), False) > 0

    def _take(self, one: Weighed, nth: int) -> None:
        self.found.append(one)
        self.tops[id(one)] = nth
        self.scales.take(one)

    def _start(self, top: Top, nth: int) -> Weighed:
        """The best count for a top where it is seen."""
        tried = []
        for count in COUNTS:
            x, y = self.camera.ground(top.u, top.v, count * self.scales.thickness)
            tried.append(self.scales.weigh(x, y, count, top.colour, nth))
        return max(tried, key=lambda one: one.weight)

    def _settled(self, best: Weighed, nth: int) -> Weighed:
        for step in (2.5, 1.0):
            for _ in range(4):
                moves = self._moves(best, step)
                better = max((self.scales.weigh(x, y, count, best.colour, nth) for x, y, count in moves),
                             key=lambda one: one.weight)
                if better.weight <= best.weight:
                    break
                best = better
        return best

    def _moves(self, one: Weighed, step: float) -> list[tuple[float, float, int]]:
        moves = [(one.x + dx * step, one.y + dy * step, one.count) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        moves += [self._raised(one, more) for more in (1, -1)]
        return [move for move in moves if 1 <= move[2] <= TALLEST]

    def _raised(self, one: Weighed, more: int) -> tuple[float, float, int]:
        """So many chips more, with the top where it is seen."""
        u, v = self.camera.at(one.x, one.y, one.count * self.scales.thickness)
        x, y = self.camera.ground(u, v, (one.count + more) * self.scales.thickness)
        return x, y, one.count + more

    def _apart(self, x: float, y: float) -> bool:
        least = APART * 2 * self.scales.radius
        return all(math.hypot(x - other.x, y - other.y) > least for other in self.found)

    def _heap(self, one: Weighed, colour: str | None) -> Heap:
        low, high, shift = self._bounds(one)
        sure = min(UNCONFIRMED, SURE[0] * min(1.0, one.face / PLAIN) + SURE[1] * one.edge * one.seen - SURE[2])
        return Heap(x=one.x, y=one.y, count=one.count, low=low, high=high, sure=round(sure, 2),
                    colour=colour, shift_mm=shift)

    def _colours(self) -> list[str | None]:
        """Every top's colour, read off its rim where nothing nearer hides it."""
        palette = self.scales.evidence.palette
        rims = [self._rim(one) for one in self.found]
        told = [rim for rim in rims if rim is not None]
        numbers = iter(face_colours(np.array(told), palette.chips) if told and palette.names else [])
        named = [one.colour if rim is None else next(numbers, 0) for one, rim in zip(self.found, rims, strict=True)]
        return [palette.names[nth] if palette.names else None for nth in named]

    def _rim(self, one: Weighed) -> Floats | None:
        scales = self.scales
        far = self._far(one) - 0.5 * scales.radius
        scales.only([other for other in self.found if self._far(other) < far])
        place = (one.x, one.y, one.count * scales.thickness)
        return rim_colour(scales.evidence.picture, self.camera, place, scales.radius, scales.taken)

    def _bounds(self, one: Weighed) -> tuple[int, int, float]:
        """The counts that the picture cannot tell from this one, and how far they would move the base."""
        chip = self.scales.thickness * self.camera.px_per_mm_up(one.x, one.y)
        doubt = max(1, math.ceil(BLUR_PX / max(chip, 0.02) - 0.5))
        counts = (max(1, one.count - doubt), min(30, one.count + doubt + HIDES) if chip > 0.3 else 20)
        ends = [self._raised(one, count - one.count) for count in counts]
        shift = max(math.hypot(x - one.x, y - one.y) for x, y, _ in ends)
        return counts[0], counts[1], round(0.5 * min(shift, 40.0), 1)
