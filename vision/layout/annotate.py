"""What the layout eye saw, drawn over the picture: stacks, hands and whose they are, the dolly, bets, events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from schemas.events import ChipsMoved, DealerWaved, DollyLifted, DollyPlaced, Observation, OnFelt, Side, kebab
from schemas.layout import read_spot
from schemas.table import TableSetup
from vision.film_writer import FilmWriter
from vision.frame import Frame, Image
from vision.layout.eye import LayoutEye
from vision.layout.stacks import Stack

TEXT, DOLLY = (240, 240, 240), (0, 215, 255)
OF: dict[Side, tuple[int, int, int]] = {"dealer": (255, 190, 60), "player": (80, 120, 255), "unknown": (200, 200, 200)}
"""The colour in which each side's hands are drawn."""
UNKNOWN = (160, 160, 160)
SHOWN_S = 4.0
"""How long an event's line stays in the picture."""
HAND_SHARE = 0.45
"""How strongly a hand is tinted; more hides the picture."""


class AnnotatedLayoutEye:
    """An eye whose every look is also a picture of what it saw."""

    def __init__(self, eye: LayoutEye, setup: TableSetup, path: Path) -> None:
        self._eye, self._film = eye, FilmWriter(path)
        self._colours = {chip.colour: (chip.rgb[2], chip.rgb[1], chip.rgb[0]) for chip in setup.chips}
        self._lines: deque[tuple[float, str]] = deque(maxlen=7)
        self._bets = "bets: open"

    def look(self, frame: Frame) -> Iterable[Observation]:
        """What the eye says, after it is drawn."""
        said = list(self._eye.look(frame))
        seconds = frame.micros / 1e6
        for each in said:
            self._lines.append((seconds, _line(each)))
            self._bets = _bets(each) or self._bets
        picture = frame.bgr.copy()
        self._draw(picture, seconds)
        self._film.add(picture, frame.micros)
        return said

    def finish(self) -> Iterable[Observation]:
        """What the eye still says; the film is complete."""
        self._film.close()
        return self._eye.finish()

    def _draw(self, picture: Image, seconds: float) -> None:
        size = max(0.36, picture.shape[0] / 1500)
        for hand in self._eye.hands.present:
            whose = hand.side + (f" {hand.position}" if hand.position else "")
            _tint(picture, np.asarray(hand.over == hand.last, np.uint8), OF[hand.side])
            _, x, y = hand.path[-1] if hand.path else (0, 0.0, 0.0)
            _write(picture, whose, self._eye.state.camera.at(x, y, 40.0), size * 1.2, OF[hand.side])
        for stack in self._eye.state.stacks.values():
            self._stack(picture, stack, size)
        dolly = self._eye.state.dolly
        if dolly is not None:
            outline = self._eye.state.camera.cylinder(dolly.x, dolly.y, dolly.radius, 0, dolly.height)
            cv2.polylines(picture, [np.round(outline).astype(np.int32)], True, DOLLY, 2, cv2.LINE_AA)
            _write(picture, f"dolly {dolly.number or '?'}", outline.max(axis=0), size, DOLLY)
        lines = [f"{seconds:7.2f} s  {self._bets}" if not self._eye.sight.lost else f"{seconds:7.2f} s  view lost",
                 *(line for when, line in self._lines if seconds - when < SHOWN_S)]
        for nth, line in enumerate(lines, start=1):
            _write(picture, line, (8, 34 * size * nth), size, TEXT)

    def _stack(self, picture: Image, stack: Stack, size: float) -> None:
        camera = self._eye.state.camera
        top = next((colour for colour in reversed(stack.layers) if colour is not None), None)
        colour = self._colours.get(top or "", UNKNOWN)
        outline = camera.cylinder(stack.x, stack.y, stack.radius, 0, stack.height)
        for line, thick in (((0, 0, 0), 3), (colour, 1)):
            cv2.polylines(picture, [np.round(outline).astype(np.int32)], True, line, thick, cv2.LINE_AA)
        spot = read_spot(self._eye.state.felt, x=stack.x, y=stack.y, radius=stack.radius, error=stack.error).spot
        chips = " ".join(f"{_count(part.count)} {part.colour or '?'}" for part in stack.chips)
        _write(picture, f"{spot or '?'}: {chips}", outline.max(axis=0), size * 0.85, TEXT)


def _bets(said: Observation) -> str | None:
    """Whether bets are open, as far as the felt's camera alone can tell: the referee has the last word."""
    match said:
        case DealerWaved():
            return "bets: closed by a wave"
        case DollyPlaced(number=number):
            return f"bets: closed, {number or '?'} is marked"
        case DollyLifted():
            return "bets: open"
        case _:
            return None


def _tint(picture: Image, cells: Image, colour: tuple[int, int, int]) -> None:
    mask = cv2.resize(cells, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_NEAREST) > 0
    picture[mask] = (picture[mask] * (1 - HAND_SHARE) + np.array(colour) * HAND_SHARE).astype(np.uint8)


def _write(picture: Image, words: str, at: Iterable[float], size: float, colour: tuple[int, int, int]) -> None:
    u, v = at
    for line, thick in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(picture, words, (round(u), round(v)), cv2.FONT_HERSHEY_SIMPLEX, size, line, thick, cv2.LINE_AA)


def _count(count: tuple[int | None, int | None]) -> str:
    low, high = ("?" if each is None else str(each) for each in count)
    return low if low == high else f"{low}-{high}"


def _line(said: Observation) -> str:
    told = [str(value) for key in ("spot", "side", "number", "why") if (value := getattr(said, key, None)) is not None]
    chips = said.chips if isinstance(said, OnFelt | ChipsMoved) else ()
    told += [f"{said.from_.spot} to {said.to.spot}"] if isinstance(said, ChipsMoved) else []
    told += [f"{_count(part.count)} {part.colour or '?'}" for part in chips]
    return f"{kebab(type(said).__name__)} {' '.join(told)} ({said.confidence:.2f})"
