"""Arms that reach over the felt: when they come and go, where the hand is, and how they look."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np

from schemas.events import Side, Value
from vision.frame import Image
from vision.simulator.felt_view import FeltView
from vision.simulator.reaches import CARRY_S, DWELL_S, PULL_S, REACH_S, Visit, begins, ends, visits
from vision.simulator.scene import FeltMove

WAVE_MM = 90.0
"""How high over the cloth the dealer's palm waves."""
SHOULDER_PX = 700.0
"""How far outside the picture shoulders are, when it is 1080 pixels high."""
SKINS = ((118, 150, 205), (92, 124, 178), (60, 86, 128), (140, 172, 222))
SHIRTS = ((150, 96, 60), (70, 60, 150), (190, 190, 186), (60, 120, 90), (48, 44, 52))
DEALER_SLEEVE = (34, 28, 26)
DEALER_SLEEVES = (DEALER_SLEEVE, (226, 226, 222), (60, 30, 90), (40, 60, 30))

Spot = tuple[float, float]
Colour = tuple[int, int, int]
Rect = tuple[int, int, int, int]


class Stop(Value, frozen=True, kw_only=True):
    """The hand is over this pixel from `start` to `end`."""

    start: float
    end: float
    at: Spot


class Trip(Value, frozen=True, kw_only=True):
    """One arm over the felt from its coming to its going."""

    side: Side
    size: tuple[int, int]
    shoulder: Spot
    stops: tuple[Stop, ...]
    skin: Colour
    sleeve: Colour
    bare: float

    @property
    def start(self) -> float:
        """When it crosses the picture's edge."""
        return self.stops[0].start - REACH_S

    @property
    def end(self) -> float:
        """When it is gone."""
        return self.stops[-1].end + PULL_S

    def hand(self, t: float) -> Spot | None:
        """Where the palm is, or None when the arm is away."""
        if not self.start <= t <= self.end:
            return None
        outside = _beyond(self.size[1], self.shoulder, self.stops[0].at)
        if t < self.stops[0].start:
            return _glide(outside, self.stops[0].at, (t - self.start) / REACH_S)
        for stop, following in itertools.pairwise(self.stops):
            if t <= stop.end:
                return stop.at
            if t < following.start:
                return _glide(stop.at, following.at, (t - stop.end) / (following.start - stop.end))
        last = self.stops[-1]
        if t <= last.end:
            return last.at
        return _glide(last.at, _beyond(self.size[1], self.shoulder, last.at), (t - last.end) / PULL_S)


def trips(view: FeltView, moves: tuple[FeltMove, ...], seed: int) -> tuple[Trip, ...]:
    """The arms that do these moves, acts of one person close together by one reach."""
    return tuple(_trip(view, visit, seed) for visit in visits(moves))


def _trip(view: FeltView, visit: Visit, seed: int) -> Trip:
    side, position, moves = visit.side, visit.position, visit.moves
    look = np.random.default_rng([seed, 0xA2, position or 0, ord(side[0])])
    stops = [stop for move in moves for stop in _stops(view, move)]
    edge = view.camera.at(_sits(view, visit, look), view.far_y + 310 if side == "player" else view.near_y - 300)
    high = view.size[1]
    far = SHOULDER_PX * high / 1080
    dealers = DEALER_SLEEVE if view.style.difficulty == "easy" else DEALER_SLEEVES[seed % len(DEALER_SLEEVES)]
    return Trip(
        side=side, size=view.size, shoulder=(edge[0], -far if edge[1] < high / 2 else high + far), stops=tuple(stops),
        skin=SKINS[int(look.integers(len(SKINS)))], bare=0.25 if side == "dealer" else float(look.uniform(0.25, 0.8)),
        sleeve=dealers if side == "dealer" else SHIRTS[int(look.integers(len(SHIRTS)))],
    )


def _sits(view: FeltView, visit: Visit, look: np.random.Generator) -> float:
    """Where along the table the person is: players by their position, the dealer about where the hand goes."""
    length, first = view.felt.length, visit.moves[0]
    if visit.position:
        return length / 2 + (visit.position - 4) * length / 6
    return (length / 2 if first.what == "wave" else first.x_mm) + float(look.uniform(-90, 90))


def _stops(view: FeltView, move: FeltMove) -> list[Stop]:
    """Where the hand is for one act, and when."""
    here, there = (move.x_mm, move.y_mm), move.to_mm or (move.x_mm, move.y_mm)
    if move.what == "wave":
        return [Stop(start=at, end=at, at=view.camera.at(*place, WAVE_MM))
                for at, place in ((begins(move), here), (ends(move), there))]
    carried = [_stop(view, move.at_s - CARRY_S, here)] if move.what == "move" else []
    return [*carried, _stop(view, move.at_s, there)]


def _stop(view: FeltView, at_s: float, place: Spot) -> Stop:
    return Stop(start=at_s - DWELL_S, end=at_s + DWELL_S, at=view.camera.at(*place, 10.0))


def _beyond(high: int, shoulder: Spot, towards: Spot) -> Spot:
    """The point of the arm's line just outside the picture, far enough that no finger shows."""
    out = 190.0 * high / 1080
    edge = -out if shoulder[1] < high / 2 else high + out
    share = (edge - towards[1]) / (shoulder[1] - towards[1])
    return towards[0] + share * (shoulder[0] - towards[0]), edge


def _glide(start: Spot, end: Spot, share: float) -> Spot:
    eased = share * share * (3 - 2 * share)
    return start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased


def draw_arm(picture: Image, trip: Trip, hand: Spot, px_per_mm: float) -> Rect | None:
    """Draw the arm with its shadow; returns the part of the picture it changed."""
    dx, dy = hand[0] - trip.shoulder[0], hand[1] - trip.shoulder[1]
    far = math.hypot(dx, dy)
    along, aside = np.array([dx / far, dy / far]), np.array([-dy / far, dx / far])
    palm, unit = np.array(hand), px_per_mm
    wrist, elbow = palm - along * 48 * unit, palm - along * 900 * unit
    cuff = palm - along * (60 + 260 * trip.bare) * unit
    knuckles = (-1.5, -0.5, 0.5, 1.5)
    fingers = [(palm + aside * k * 15 * unit, palm + (along * 78 + aside * k * 21) * unit) for k in knuckles]
    thumb = (palm + aside * 30 * unit, palm + (along * 34 + aside * 52) * unit)
    spread = np.array([*(tip for _, tip in fingers), thumb[1], wrist + aside * 45 * unit, wrist - aside * 45 * unit,
                       elbow + aside * 60 * unit, elbow - aside * 60 * unit])
    left, top = np.maximum(np.floor(spread.min(0)) - 45, 0).astype(int)
    right, bottom = np.minimum(np.ceil(spread.max(0)) + 45, trip.size).astype(int)
    if right - left < 8 or bottom - top < 8:
        return None
    part = picture[top:bottom, left:right]
    shift = np.array([left, top])
    forearm = _taper(elbow, wrist, aside, 58 * unit, 33 * unit)
    sleeve = _taper(elbow, cuff, aside, 66 * unit, 44 * unit)
    fallen = np.array([-14, -20]) * trip.size[1] / 1080
    _shade(part, np.concatenate([forearm, [tip for _, tip in fingers]]) - shift + fallen)
    fold = tuple(int(c * 0.78) for c in trip.skin)
    _poly(part, forearm - shift, trip.skin)
    for start, tip in (*fingers, thumb):
        cv2.line(part, _px(start - shift), _px(tip - shift), fold, round(19 * unit), cv2.LINE_AA)
        cv2.line(part, _px(start - shift), _px(tip - shift), trip.skin, round(15 * unit), cv2.LINE_AA)
    turned = math.degrees(math.atan2(along[1], along[0]))
    half = (round(56 * unit), round(42 * unit))
    cv2.ellipse(part, _px(palm - shift), half, turned, 0, 360, trip.skin, -1, cv2.LINE_AA)
    _poly(part, sleeve - shift, trip.sleeve)
    return int(left), int(top), int(right), int(bottom)


def _taper(start: np.ndarray, end: np.ndarray, aside: np.ndarray, wide: float, narrow: float) -> np.ndarray:
    return np.array([start + aside * wide, end + aside * narrow, end - aside * narrow, start - aside * wide])


def _px(point: np.ndarray) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _poly(part: Image, points: np.ndarray, colour: Colour) -> None:
    cv2.fillPoly(part, [np.round(points).astype(np.int32)], colour, cv2.LINE_AA)


def _shade(part: Image, points: np.ndarray) -> None:
    """A soft shadow, made at an eighth of the size because nobody sees its edge."""
    small = np.zeros((part.shape[0] // 8 + 1, part.shape[1] // 8 + 1), np.uint8)
    hull = cv2.convexHull(np.round(points / 8).astype(np.int32))
    cv2.fillPoly(small, [hull], 70)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 1.6), (part.shape[1], part.shape[0]))
    cv2.multiply(part, cv2.merge([255 - soft] * 3), part, 1 / 255)
