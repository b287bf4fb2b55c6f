"""What the wheel eye saw, drawn over the picture: ring, zero, ball and its trail, speeds, laps, events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import cos, sin, tau
from pathlib import Path

import cv2
import numpy as np

from schemas.events import BallLapped, Observation, kebab
from vision.film_writer import FilmWriter
from vision.frame import Frame, Image
from vision.wheel.bowl import BAND
from vision.wheel.calibration_picture import RING, TRACK, circle, label_numbers
from vision.wheel.eye import WheelEye
from vision.wheel.track import Track

BALL, ZERO, TEXT, HAND = (80, 255, 80), (0, 220, 0), (240, 240, 240), (60, 60, 255)
SHOWN_S = 4.0
"""How long an event's line stays in the picture."""
TRAIL_S = 0.8


class AnnotatedEye:
    """An eye whose every look is also a picture of what it saw."""

    def __init__(self, eye: WheelEye, path: Path) -> None:
        self._eye, self._film = eye, FilmWriter(path)
        self._lines: deque[tuple[float, str]] = deque(maxlen=8)
        self._laps = 0

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What the eye says, after it is drawn."""
        said = list(self._eye.look(frame))
        seconds = frame.micros / 1e6
        for each in said:
            self._laps = each.lap if isinstance(each, BallLapped) else self._laps
            self._lines.append((seconds, _line(each)))
        picture = frame.bgr.copy()
        self._draw(picture, seconds)
        self._film.add(picture, frame.micros)
        return said

    def finish(self) -> Iterable[Observation]:
        """What the eye still says; the film is complete."""
        self._film.close()
        return self._eye.finish()

    def _draw(self, picture: Image, seconds: float) -> None:
        eye = self._eye
        radius, x, y = eye.calibration.track
        circle(picture, eye.plane, 1.0, RING)
        circle(picture, eye.plane, radius, TRACK, x, y)
        if eye.reading is not None:
            at = eye.reading.turned
            ends = [eye.plane.picture(np.array(r * cos(at)), np.array(r * sin(at))) for r in (0.6, 1.0)]
            cv2.line(picture, *[(int(u), int(v)) for u, v in ends], ZERO, 2, cv2.LINE_AA)  # type: ignore[call-overload]
            label_numbers(picture, eye.plane, eye.rotor.order.pockets, at)
        self._draw_ball(picture, seconds)
        self._draw_hands(picture)
        self._words(picture, seconds)

    def _draw_ball(self, picture: Image, seconds: float) -> None:
        """Where the ball was in the last moments, and round it where it is."""
        eye, large = self._eye, picture.shape[0] / 1080
        spin, track = eye.ball.spin, Track(*eye.calibration.track)
        trail = [each for each in spin.path if each.seconds > seconds - TRAIL_S] if spin is not None else []
        for each in trail:
            x, y = track.place(each.radius, each.turned)
            at = tuple(int(part) for part in eye.plane.picture(np.array(x), np.array(y)))
            cv2.circle(picture, at, max(2, round(4 * large)), BALL, -1, cv2.LINE_AA)
            if each is trail[-1] and each.seconds > seconds - 0.1:
                cv2.circle(picture, at, max(9, round(26 * large)), BALL, 1, cv2.LINE_AA)

    def _draw_hands(self, picture: Image) -> None:
        """The part of the rim over which a hand reaches in."""
        glance = self._eye.glance
        if glance is None or not glance.hand:
            return
        angle = np.nonzero(glance.shadowed)[0] * (tau / glance.shadowed.size)
        for u, v in zip(*self._eye.plane.picture(BAND.outer * np.cos(angle), BAND.outer * np.sin(angle)), strict=True):
            cv2.circle(picture, (int(u), int(v)), 2, HAND, -1, cv2.LINE_AA)

    def _words(self, picture: Image, seconds: float) -> None:
        speed, spin = self._eye.rotor.speed, self._eye.ball.spin
        ball = abs(self._eye.ball.speed) / tau * 60
        lines = [f"{seconds:7.2f} s  rotor {'?' if speed is None else f'{speed / tau * 60:+.1f}'} rpm"
                 + (f"  ball {ball:.0f} rpm  laps {self._laps}" if spin is not None else "")]
        lines += [line for when, line in self._lines if seconds - when < SHOWN_S]
        size = max(0.4, picture.shape[0] / 1300)
        high = round(34 * size)
        shaded = picture[4:10 + high * len(lines), 4:10 + round(17 * size * max(map(len, lines)))]
        shaded //= 3
        for nth, line in enumerate(lines, start=1):
            cv2.putText(picture, line, (10, high * nth), cv2.FONT_HERSHEY_SIMPLEX, size, TEXT, 1, cv2.LINE_AA)


def _line(said: Observation) -> str:
    told = [f"{key} {_told(value)}" for key in ("direction", "rotor", "lap", "revolutions", "number", "side", "why")
            if (value := getattr(said, key, None)) is not None]
    return f"{kebab(type(said).__name__)} {' '.join(told)} ({said.confidence:.2f})"


def _told(value: object) -> str:
    """A field's value as people read it."""
    match value:
        case (low, None):
            return f"{low} or more"
        case (low, high):
            return f"{low} to {high}"
    return str(value)
