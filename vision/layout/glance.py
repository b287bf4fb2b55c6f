"""What stands on the felt at the first look: everything that is not the empty felt, taken apart into stacks."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import OUTSIDE_MM, ZERO_MM
from vision.frame import Image
from vision.geometry import Camera, Points
from vision.layout.chips import read_layers
from vision.layout.crowd import Crowd, Heap
from vision.layout.evidence import Evidence
from vision.layout.felt import FeltState
from vision.layout.silhouette import Mask, differs, shape_mask
from vision.layout.stacks import Stack
from vision.layout.strange import strangeness
from vision.layout.tiles import Floats
from vision.layout.weighing import Scales

ROUND_MM = 45.0
"""Beyond the print in which stacks are looked for: on an outer line they stand half outside."""
WORTH_PX = 56.0
"""Pictures in which chips are wider than this are looked at smaller; more is slower and no surer."""
TOLD_PX = 4.0
"""Chips seen thinner than this are not told one by one; lower believes single colours read off a blurred side."""
GOOD_PART = 0.34
"""The share of such a stack that a colour must show to be told; higher takes mixed stacks for plain ones."""
LARGE = 1.1
"""Chips' widths from which on a solid thing that comes in from outside is no stack; lower takes stacks at the edge for
arms, higher slender arms for stacks."""


def standing(state: FeltState, now: Image) -> tuple[list[Stack], Mask]:
    """Every stack that stands now, and the pixels of arms and things too large for chips, where none is looked for."""
    share = min(1.0, WORTH_PX / _chip_px(state))
    size = (round(now.shape[1] * share), round(now.shape[0] * share))
    small = np.asarray(cv2.resize(now, size, interpolation=cv2.INTER_AREA), np.uint8) if share < 1 else now
    camera = Camera(np.diag([size[0] / now.shape[1], size[1] / now.shape[0], 1.0]) @ state.camera.matrix)
    strange, cloth = _strange(state, small, camera)
    arms = too_large(state, camera, (strange > 0.5).astype(np.uint8))
    strange[arms > 0] = 0
    solid = strange > 0.7
    if solid.any():
        state.palette = state.palette.under_lamp(_some(small[solid]))
    evidence = Evidence(camera, small, strange, state.palette, min(WORTH_PX, _chip_px(state)), cloth)
    found = Crowd(Scales(evidence, state.radius, state.thickness), state.felt).heaps()
    whole = np.asarray(cv2.resize(arms, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_NEAREST), np.uint8)
    return [_stack(state, now, heap, found) for heap in found], whole


def _strange(state: FeltState, now: Image, camera: Camera) -> tuple[Floats, Floats | None]:
    """How strange each pixel is to the confirmed empty felt, else to what must be printed there; the cloth's colour."""
    if not state.empty:
        return strangeness(now, camera.plane(), state.felt, 2 * state.radius)
    cloth = np.asarray(cv2.resize(state.reference.whole(), (now.shape[1], now.shape[0]),
                                  interpolation=cv2.INTER_AREA), np.uint8)
    return (differs(now, cloth) & felt_mask(state, camera, now.shape)).astype(np.float32), None


def _chip_px(state: FeltState) -> float:
    """How wide a chip in the middle of the felt is seen."""
    outline = state.camera.disc(state.felt.length / 2, state.felt.width / 2, 0, state.radius)
    return float(np.ptp(outline, axis=0).max())


def too_large(state: FeltState, camera: Camera, foreign: Mask) -> Mask:
    """What is too large for chips: arms, and things put on the cloth; nothing is said about it."""
    rows, columns = np.nonzero(foreign)
    if not len(rows):
        return np.zeros_like(foreign)
    outline = camera.disc(*camera.ground(float(columns.mean()), float(rows.mean())), 0, state.radius)
    chip = outline.max(axis=0) - outline.min(axis=0)
    wide, high = (max(3, round(LARGE * float(side))) for side in chip)
    solid = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    core = cv2.morphologyEx(solid, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, high)))
    near = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide // 2 | 1, high // 2 | 1))
    joined = np.asarray(cv2.dilate(core, near), np.uint8)
    entering = _coming_in(joined, felt_mask(state, camera, foreign.shape), (wide | 1, high | 1))
    core = cv2.bitwise_and(core, entering)
    reach = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide * 2 // 3 | 1, high * 2 // 3 | 1))
    return np.asarray(cv2.bitwise_and(cv2.dilate(core, reach), foreign), np.uint8)


def _coming_in(core: Mask, region: Mask, near: tuple[int, int]) -> Mask:
    """The large things that reach the edge of what is looked at; a crowd of chips stands within it."""
    inside = cv2.erode(region, np.ones(near[::-1], np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    _, labels = cv2.connectedComponents(core)
    entering = np.unique(labels[(core > 0) & (inside == 0)])
    return np.asarray(np.isin(labels, entering[entering > 0]), np.uint8)


def _some(pixels: Image) -> np.ndarray:
    return pixels[:: max(1, len(pixels) // 3000)].astype(np.float32)


def felt_mask(state: FeltState, camera: Camera, shape: tuple[int, ...]) -> Mask:
    """The printed layout and a little round it, in the picture."""
    felt, r = state.felt, ROUND_MM
    corners = [(-ZERO_MM - r, -r), (felt.length + felt.box_mm[0] + r, -r),
               (felt.length + felt.box_mm[0] + r, felt.width + 2 * OUTSIDE_MM + r),
               (-ZERO_MM - r, felt.width + 2 * OUTSIDE_MM + r)]
    outline: Points = np.array([camera.at(x, y) for x, y in corners])
    return shape_mask(shape, outline, (0, 0))


def _stack(state: FeltState, now: Image, heap: Heap, others: list[Heap]) -> Stack:
    hidden = np.zeros(now.shape[:2], np.uint8)
    centre = state.camera.centre
    far = float(np.hypot(heap.x - centre[0], heap.y - centre[1]))
    for other in others:
        near = float(np.hypot(other.x - centre[0], other.y - centre[1])) < far - 0.5 * state.radius
        if near and np.hypot(other.x - heap.x, other.y - heap.y) < 8 * state.radius:
            outline = state.camera.cylinder(other.x, other.y, other_radius(state), 0, other.count * state.thickness)
            hidden |= shape_mask(now.shape, outline, (0, 0))
    layers = read_layers(now, (0, 0), hidden, state.camera, state.palette, (heap.x, heap.y), state.radius,
                         state.thickness, heap.count).colours
    if heap.colour is not None:
        layers = (*layers[:-1], heap.colour)
        if state.thickness * state.camera.px_per_mm_up(heap.x, heap.y) < TOLD_PX:
            layers = _likely(layers, heap.colour)
    return Stack(name=state.name(), x=heap.x, y=heap.y, radius=state.radius, height=heap.count * state.thickness,
                 layers=layers, low=heap.low, high=heap.high, error=round(3.0 + heap.shift_mm, 1), confidence=heap.sure)


def _likely(layers: tuple[str | None, ...], top: str) -> tuple[str | None, ...]:
    """A stack whose single chips cannot be seen: of its top's colour, but for colours that a good part of it shows."""
    many = {colour for colour in layers if layers.count(colour) > GOOD_PART * len(layers)}
    return tuple(colour if colour is not None and colour in many else top for colour in layers)


def other_radius(state: FeltState) -> float:
    """How wide a stack that hides another is taken to be: a chip, and what sloppy stacking adds."""
    return state.radius * 1.03
