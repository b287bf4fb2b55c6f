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
from vision.wheel.calibration_picture import RING, TRACK, circle, label_numbers
from vision.wheel.eye import WheelEye

BALL, ZERO, TEXT = (80, 255, 80), (0, 220, 0), (240, 240, 240)
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
        spin = eye.ball.spin
        trail = [each for each in spin.path if each.seconds > seconds - TRAIL_S] if spin is not None else []
        points = [eye.plane.picture(np.array(x + each.radius * cos(each.turned)),
                                    np.array(y + each.radius * sin(each.turned))) for each in trail]
        for u, v in points:
            cv2.circle(picture, (int(u), int(v)), 2, BALL, -1, cv2.LINE_AA)
        if points and trail[-1].seconds > seconds - 0.1:
            cv2.circle(picture, (int(points[-1][0]), int(points[-1][1])), 9, BALL, 1, cv2.LINE_AA)
        self._words(picture, seconds)

    def _words(self, picture: Image, seconds: float) -> None:
        speed, spin = self._eye.rotor.speed, self._eye.ball.spin
        ball = abs(self._eye.ball.speed) / tau * 60
        lines = [f"{seconds:7.2f} s  rotor {'?' if speed is None else f'{speed / tau * 60:+.1f}'} rpm"
                 + (f"  ball {ball:.0f} rpm  laps {self._laps}" if spin is not None else "")]
        lines += [line for when, line in self._lines if seconds - when < SHOWN_S]
        size = max(0.35, picture.shape[0] / 1300)
        for nth, line in enumerate(lines, start=1):
            for colour, thick in (((0, 0, 0), 3), (TEXT, 1)):
                cv2.putText(picture, line, (8, round(34 * size * nth)), cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick,
                            cv2.LINE_AA)


def _line(said: Observation) -> str:
    told = [f"{key} {value}" for key in ("direction", "rotor", "lap", "revolutions", "number", "side", "why")
            if (value := getattr(said, key, None)) is not None]
    return f"{kebab(type(said).__name__)} {' '.join(told)} ({said.confidence:.2f})"
