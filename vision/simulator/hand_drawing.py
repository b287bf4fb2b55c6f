"""The dealer's hand and sleeve over the wheel."""

from __future__ import annotations

from math import atan2, cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.simulator.hand_path import HandState, at
from vision.simulator.livery import Bgr, Livery
from vision.simulator.pinhole import Pinhole

HEIGHT_MM = 70.0
"""How high over the number ring the hand hovers; raise it and the camera sees it further from what it touches."""
SHADOW_PX = 16
FINGERS = ((-30.0, -0.30), (-11.0, -0.10), (9.0, 0.06), (27.0, 0.22))


def draw_hand(picture: Image, hand: HandState, lens: Pinhole, livery: Livery) -> None:
    """Sleeve, palm and fingers, from the dealer's side to the fingertips."""
    tip = at(hand.angle, hand.radius_mm)
    shoulder = at(hand.from_angle, 1150)
    back = atan2(shoulder[1] - tip[1], shoulder[0] - tip[0])

    def polygon(points: list[tuple[float, float]]) -> NDArray[np.int32]:
        along, across = np.array(points).T
        x, y = tip[0] + along * cos(back) - across * sin(back), tip[1] + along * sin(back) + across * cos(back)
        u, v = lens.project(x, y, HEIGHT_MM)
        return np.round(np.stack([u, v], axis=-1) * 16).astype(np.int32)

    sleeve: list[tuple[float, float]] = [(205, -56), (900, -78), (900, 78), (205, 56)]
    _cast_shadow(picture, [polygon(part) for part in (_oval(80, 0, 105, 40), sleeve)])

    def fill(points: list[tuple[float, float]], colour: Bgr) -> None:
        lit = tuple(int(min(255, part * livery.light)) for part in colour)
        cv2.fillPoly(picture, [polygon(points)], lit, cv2.LINE_AA, 4)

    darker: Bgr = (int(livery.skin[0] * 0.82), int(livery.skin[1] * 0.82), int(livery.skin[2] * 0.82))
    fill(_oval(135, 0, 62, 44), livery.skin)
    for across, lean in FINGERS:
        fill(_finger(across, lean), darker if across in (-11.0, 27.0) else livery.skin)
    fill([(165, -34), (260, -44), (260, 44), (165, 34)], livery.skin)
    fill(sleeve, livery.sleeve)


def _cast_shadow(picture: Image, parts: list[NDArray[np.int32]]) -> None:
    """The lamp hangs to the upper left: hand and sleeve darken what lies below and to the right of them."""
    dark = np.zeros(picture.shape[:2], np.uint8)
    for part in parts:
        cv2.fillPoly(dark, [part + 16 * np.array([SHADOW_PX, SHADOW_PX], np.int32)], 1, cv2.LINE_8, 4)
    box = cv2.boundingRect(dark)
    there = (slice(box[1], box[1] + box[3]), slice(box[0], box[0] + box[2]))
    region, where = picture[there], dark[there].astype(bool)
    region[where] = (region[where] * 0.62).astype(np.uint8)


def _oval(along: float, across: float, long: float, wide: float) -> list[tuple[float, float]]:
    return [(along + long * cos(a), across + wide * sin(a)) for a in np.linspace(0, 2 * pi, 24, endpoint=False)]


def _finger(across: float, lean: float) -> list[tuple[float, float]]:
    """A finger from the palm to just beyond the ball it holds."""
    ends = [(-14.0, across * 0.45 + lean * 10), (105.0, across)]
    width = 9.0
    round_tip = [(ends[0][0] + width * cos(a), ends[0][1] + width * sin(a)) for a in np.linspace(pi / 2, 3 * pi / 2, 8)]
    return [*round_tip, (ends[1][0], ends[1][1] - width), (ends[1][0], ends[1][1] + width)]
