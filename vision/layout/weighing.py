"""What the evidence says for one stack: its face's colour, what is strange on its side, the edge round its top."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.events import Value
from vision.geometry import Points
from vision.layout.evidence import Evidence
from vision.layout.silhouette import Mask, shape_mask
from vision.layout.tiles import Floats

EDGE = 0.8
"""What a whole edge round a top is worth, in faces; higher trusts outlines more than colours."""
NO_EDGE = 0.45
"""The share of edge that any textured place has; less than this speaks against a stack."""
AROUND = 0.15
"""What an edge on a top's sides and near half counts against its farthest point: a stack's own side has those too."""
TALLER = 0.004
"""What each chip more costs, in faces: of two that explain the same, the lower stack is likelier."""
FACE_AS_SIDE = 0.8
"""What a pixel of another stack's top says against being this one's side; lower merges stacks behind each other."""
HALF, INLAID = 0.3, 0.13
"""From this likeness to the cloth on, a chip must show a strange middle of so much evidence; lower takes rings of print
for chips."""
INLAY = 0.62
"""The middle of a face, where a print of any colour may be, is not asked for the chip's colour."""


_TURN = np.linspace(0, 2 * np.pi, 40, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_TURN), np.sin(_TURN)])
_FLOOR = np.zeros(len(_TURN))


class Face(Value, frozen=True, kw_only=True):
    """A top face that may be there: the mean evidence of its pixels, its edge, and how much of it is in sight."""

    x: float
    y: float
    z: float
    colour: int
    area: float = 1.0
    face: float = -1.0
    edge: float = 0.0
    seen: float = 0.0

    @property
    def worth(self) -> float:
        """How much like a chip's top it looks."""
        return (self.face + EDGE * self.edge) * self.seen


class Weighed(Value, frozen=True, kw_only=True):
    """A stack that may stand there: its weight in faces, its top's mean colour evidence, edge, and share in sight."""

    x: float
    y: float
    count: int
    colour: int
    weight: float
    face: float
    edge: float
    seen: float


class Scales:
    """Weighs stacks against the evidence that nearer, already known stacks leave free."""

    def __init__(self, evidence: Evidence, radius: float, thickness: float) -> None:
        self.evidence, self.radius, self.thickness = evidence, radius, thickness
        self.taken: Mask = np.zeros(evidence.shape, np.uint8)
        self.faces = np.zeros(evidence.shape, np.int16)
        """Which promising top each pixel belongs to, counted from 1; no other stack's side can show there."""

    def face(self, x: float, y: float, z: float, colour: int) -> Face:
        """What speaks for a top face of this colour at this place and height."""
        foot, ring = self._rings(x, y, z)
        window, origin = self._window(ring)
        if window is None:
            return Face(x=x, y=y, z=z, colour=colour)
        free = 1 - self.taken[window]
        return self._read_face((x, y, z), colour, (foot, ring), window, self._parts(ring, origin, free))

    def weigh(self, x: float, y: float, count: int, colour: int, own: int = 0) -> Weighed:
        """How much speaks for so many chips with a top of this colour at this place; `own` is the top's number."""
        z = count * self.thickness
        foot, ring = self._rings(x, y, z)
        hull = cv2.convexHull(np.concatenate([foot, ring]).astype(np.float32))
        outline = np.asarray(hull[:, 0], np.float64)
        window, origin = self._window(outline)
        if window is None:
            return Weighed(x=x, y=y, count=count, colour=colour, weight=-9.0, face=0, edge=0, seen=0)
        free = 1 - self.taken[window]
        parts = self._parts(ring, origin, free)
        top = self._read_face((x, y, z), colour, (foot, ring), window, parts)
        side = cv2.bitwise_and(shape_mask(free.shape, outline, origin), free) - parts[0] - parts[1]
        faces = self.faces[window]
        others = ((faces > 0) & (faces != own)).astype(np.uint8) & side
        aside = _sum(self.evidence.side[window], side - others) - FACE_AS_SIDE * cv2.countNonZero(others)
        total = top.face * top.seen + aside / top.area + EDGE * (top.edge - NO_EDGE) * top.seen - TALLER * count
        return Weighed(x=x, y=y, count=count, colour=colour, weight=total, edge=top.edge, seen=top.seen, face=top.face)

    def _parts(self, ring: Points, origin: tuple[int, int], free: Mask) -> tuple[Mask, Mask]:
        """The visible rim and the visible middle of a top face."""
        middle = ring.mean(axis=0)
        top, inner = (cv2.bitwise_and(shape_mask(free.shape, shape, origin), free)
                      for shape in (ring, middle + INLAY * (ring - middle)))
        return np.asarray(top - inner, np.uint8), np.asarray(inner, np.uint8)

    def _read_face(self, place: tuple[float, float, float], colour: int, rings: tuple[Points, Points],
                   window: tuple[slice, slice], parts: tuple[Mask, Mask]) -> Face:
        (foot, ring), (rim, inner) = rings, parts
        area = max(1.0, float(cv2.contourArea(ring.astype(np.float32))))
        shown = cv2.countNonZero(rim) + cv2.countNonZero(inner)
        says = _sum(self.evidence.body[colour][window], rim) + _sum(self.evidence.inlay[window], inner)
        middle = ring.mean(axis=0)
        if self.evidence.like_cloth[colour] > HALF and _sum(self.evidence.inlay[window], inner) < INLAID * area:
            says = -abs(says)  # cloth with a printed ring round it looks like this too
        return Face(x=place[0], y=place[1], z=place[2], colour=colour, area=area, seen=min(1.0, shown / area),
                    face=says / shown if shown else -1.0,
                    edge=self._edge(ring, middle, middle - foot.mean(axis=0), colour))

    def _rings(self, x: float, y: float, z: float) -> tuple[Points, Points]:
        """The outlines of the lowest chip's bottom and of the top face."""
        flat = np.array([x, y]) + self.radius * _CIRCLE
        points = np.concatenate([np.column_stack([flat, _FLOOR]), np.column_stack([flat, _FLOOR + z])])
        both = self.evidence.camera.project(points)
        return both[: len(_CIRCLE)], both[len(_CIRCLE) :]

    def draw_face(self, top: Face, own: int) -> None:
        """Mark the face of a promising top as that one's."""
        face = self.evidence.camera.disc(top.x, top.y, top.z, 0.8 * self.radius)
        self.faces[shape_mask(self.evidence.shape, face, (0, 0)) > 0] = own

    def forget(self, own: int) -> None:
        """This top was none."""
        self.faces[self.faces == own] = 0

    def forget_all_but(self, owned: list[int]) -> None:
        """Only these tops are any."""
        self.faces[~np.isin(self.faces, owned)] = 0

    def only(self, stacks: list[Weighed]) -> None:
        """Nothing is explained but by these stacks."""
        self.taken[:] = 0
        for one in stacks:
            self.take(one)

    def take(self, one: Weighed) -> None:
        """From now on this stack explains what its outline shows."""
        self.taken |= self.outline(one)

    def outline(self, one: Weighed) -> Mask:
        """The pixels a stack covers."""
        shape = self.evidence.camera.cylinder(one.x, one.y, self.radius, 0, one.count * self.thickness)
        return shape_mask(self.evidence.shape, shape, (0, 0))

    def _edge(self, ring: Points, middle: Points, leans: Points, colour: int) -> float:
        """The edge round a top, its far half before its near one, where no known stack hides it."""
        edges = self.evidence.edge(ring, colour)
        high, wide = self.taken.shape
        u = np.clip(ring[:, 0] + 0.5, 0, wide - 1).astype(int)
        v = np.clip(ring[:, 1] + 0.5, 0, high - 1).astype(int)
        far = (ring - middle) @ leans
        weights = (np.clip(far / max(float(far.max()), 1e-6), 0, 1) + AROUND) * (self.taken[v, u] == 0)
        total = float(weights.sum())
        return float(edges @ weights) / total if total > 0.1 * len(ring) else 0.0

    def _window(self, outline: Points) -> tuple[tuple[slice, slice] | None, tuple[int, int]]:
        high, wide = self.evidence.shape
        left, top = (max(0, int(side)) for side in np.floor(outline.min(axis=0)))
        right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 1
        if left >= min(right, wide) or top >= min(bottom, high):
            return None, (0, 0)
        return (slice(top, min(bottom, high)), slice(left, min(right, wide))), (left, top)


def _sum(values: Floats, mask: Mask) -> float:
    """The sum of values where a mask is set."""
    return cv2.mean(values, mask)[0] * cv2.countNonZero(mask)
