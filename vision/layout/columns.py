"""Tall stacks seen as two: a side can look like a face, but it lies exactly below its own top."""

from __future__ import annotations

import math

from vision.layout.weighing import Scales, Weighed

BESIDE = 0.16
"""A face that lies beside the line down from a top by less than this share of a chip's width may be its side."""
WORSE = 0.85
"""A face of another colour is taken for a side when it is worth less than this share of the top above it."""


def below(scales: Scales, upper: Weighed, lower: Weighed) -> int | None:
    """How many chips high `upper` would be if what looks like the top of `lower` were its side; None when it is not."""
    camera, thickness = scales.evidence.camera, scales.thickness
    u, v = camera.at(upper.x, upper.y, upper.count * thickness)
    count = upper.count
    while count < TALLEST:
        x, y = camera.ground(u, v, (count + 1) * thickness)
        if _nearer(scales, (x, y), lower) >= _nearer(scales, camera.ground(u, v, count * thickness), lower):
            break
        count += 1
    x, y = camera.ground(u, v, count * thickness)
    if count <= upper.count or math.hypot(x - lower.x, y - lower.y) > 2 * scales.radius * BESIDE + thickness:
        return None
    alike = upper.colour == lower.colour or _worth(lower) < WORSE * _worth(upper)
    return count if alike else None


TALLEST = 25


def _nearer(scales: Scales, place: tuple[float, float], one: Weighed) -> float:
    return math.hypot(place[0] - one.x, place[1] - one.y)


def _worth(one: Weighed) -> float:
    return (one.face + one.edge) * one.seen
