"""What stands on the felt at the first look: everything that is not the empty felt, taken apart into stacks."""

from __future__ import annotations

import cv2
import numpy as np

from schemas.layout import OUTSIDE_MM, ZERO_MM
from vision.frame import Image
from vision.geometry import Points
from vision.layout.chips import read_layers
from vision.layout.crowd import Crowd, Heap, label
from vision.layout.felt import FeltState
from vision.layout.silhouette import Mask, differs, shape_mask
from vision.layout.stacks import Stack

ROUND_MM = 45.0
"""Beyond the print in which stacks are looked for: on an outer line they stand half outside."""
LEAST_CHIP = 0.3
LARGE = 1.45
"""Chips' widths from which on a solid thing is no stack; lower loses crowds, higher takes palms for chips."""
ODD = 46.0


def standing(state: FeltState, now: Image) -> tuple[list[Stack], Mask]:
    """Every stack that stands now, and the pixels of arms and things too large for chips, where none is looked for."""
    region = felt_mask(state, now.shape)
    cloth = state.reference.whole()
    foreign = differs(now, cloth) & region
    arms = too_large(state, foreign)
    foreign &= 1 - arms
    closed = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    if foreign.any():
        state.palette = state.palette.under_lamp(_some(now[foreign > 0]))
    count, parts, stats, _ = cv2.connectedComponentsWithStats(closed)
    found: list[Heap] = []
    for nth in range(1, count):
        left, top, wide, high, area = (int(value) for value in stats[nth])
        if area < LEAST_CHIP * _face(state, (left + wide / 2, top + high / 2)):
            continue
        part = np.s_[max(0, top - 8) : top + high + 8, max(0, left - 8) : left + wide + 8]
        own = np.asarray(parts[part] == nth, np.uint8)
        crowd = Crowd(state.camera, state.palette, (state.radius, state.thickness), own,
                      label(now[part], own, state.palette, ODD), (max(0, left - 8), max(0, top - 8)))
        found += crowd.heaps()
    return [_stack(state, now, heap, found) for heap in found], arms


def too_large(state: FeltState, foreign: Mask) -> Mask:
    """What is too large for chips: arms, and things put on the cloth; nothing is said about it."""
    rows, columns = np.nonzero(foreign)
    if not len(rows):
        return np.zeros_like(foreign)
    outline = state.camera.disc(*state.camera.ground(float(columns.mean()), float(rows.mean())), 0, state.radius)
    chip = outline.max(axis=0) - outline.min(axis=0)
    wide, high = (max(3, round(LARGE * float(side))) for side in chip)
    solid = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    core = cv2.morphologyEx(solid, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, high)))
    reach = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * high + 1))
    return np.asarray(cv2.bitwise_and(cv2.dilate(core, reach), foreign), np.uint8)


def _some(pixels: Image) -> np.ndarray:
    return pixels[:: max(1, len(pixels) // 3000)].astype(np.float32)


def felt_mask(state: FeltState, shape: tuple[int, ...]) -> Mask:
    """The printed layout and a little round it, in the picture."""
    felt, r = state.felt, ROUND_MM
    corners = [(-ZERO_MM - r, -r), (felt.length + felt.box_mm[0] + r, -r),
               (felt.length + felt.box_mm[0] + r, felt.width + 2 * OUTSIDE_MM + r),
               (-ZERO_MM - r, felt.width + 2 * OUTSIDE_MM + r)]
    outline: Points = np.array([state.camera.at(x, y) for x, y in corners])
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
    if layers[-1] is None:
        layers = (*layers[:-1], heap.colour)
    spread = (heap.high - heap.low) / 2 * state.thickness * 0.3
    return Stack(name=state.name(), x=heap.x, y=heap.y, radius=state.radius, height=heap.count * state.thickness,
                 layers=layers, low=heap.low, high=heap.high, error=round(4.0 + spread, 1), confidence=heap.sure)


def other_radius(state: FeltState) -> float:
    """How wide a stack that hides another is taken to be: a chip, and what sloppy stacking adds."""
    return state.radius * 1.03


def _face(state: FeltState, at: tuple[float, float]) -> float:
    x, y = state.camera.ground(*at)
    return float(cv2.contourArea(state.camera.disc(x, y, 0, state.radius).astype(np.float32)))
