"""The layout camera: films the felt of a scene, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from schemas.events import Value
from schemas.table import ChipPart
from vision.frame import Image
from vision.simulator.arms import Rect, draw_arm, trips
from vision.simulator.felt_chips import DOLLY_MM, Patch, cast_shadow, draw_dolly, draw_stack
from vision.simulator.felt_clutter import Lamps
from vision.simulator.felt_drawing import draw_cloth
from vision.simulator.felt_view import FeltView
from vision.simulator.reaches import CARRY_S
from vision.simulator.scene import FeltMove, FeltScene, Pile

NOISES = 5
"""Sheets of the sensor's noise that take turns, for fresh ones cost more than the rest of the frame."""
DRIFT = 0.012
"""How far the light swells and fades, slowly."""

Act = tuple[float, int, str, FeltMove]


class Standing(Value, frozen=True, kw_only=True):
    """A stack as it stands, bottom to top."""

    x: float
    y: float
    chips: tuple[str, ...]
    seed: int


class FeltShow:
    """What stands on the simulated felt, and its picture without arms and noise."""

    def __init__(self, scene: FeltScene) -> None:
        self.view = FeltView(scene)
        self.seed = scene.seed
        self.kinds: dict[str, ChipPart] = {chip.colour: chip for chip in scene.setup.chips}
        self.style = self.view.style
        self.cloth = draw_cloth(self.view)
        self.picture = self.cloth.copy()
        self.stacks: list[Standing] = []
        self.carried: dict[FeltMove, Standing] = {}
        self.placed = 0
        self.dolly: tuple[float, float] | None = None

    def act(self, what: str, move: FeltMove) -> None:
        """Let a hand's act have happened."""
        if what == "wave":
            return
        if what == "dolly":
            self.dolly = (move.x_mm, move.y_mm)
        elif what == "lift":
            self.dolly = None
        elif what == "place":
            self.placed += 1
            seed = self.seed * 1000 + self.placed
            self.stacks.append(Standing(x=move.x_mm, y=move.y_mm, chips=_each(move.chips), seed=seed))
        elif what == "move":
            old = self.carried.pop(move)
            x, y = move.to_mm or (old.x, old.y)
            self.stacks.append(Standing(x=x, y=y, chips=old.chips, seed=old.seed))
        else:
            self._change(what, move)
        self._draw()

    def _change(self, what: str, move: FeltMove) -> None:
        old = min(self.stacks, key=lambda stack: (stack.x - move.x_mm) ** 2 + (stack.y - move.y_mm) ** 2)
        self.stacks.remove(old)
        if what == "pick":
            self.carried[move] = old
        elif what == "brush":
            x, y = move.to_mm or (old.x, old.y)
            self.stacks.append(Standing(x=x, y=y, chips=old.chips, seed=old.seed))
        elif what == "add":
            self.stacks.append(Standing(x=old.x, y=old.y, chips=old.chips + _each(move.chips), seed=old.seed))
        elif what == "reduce":
            left = old.chips[: len(old.chips) - sum(pile.count for pile in move.chips)]
            self.stacks.append(Standing(x=old.x, y=old.y, chips=left, seed=old.seed))

    def _draw(self) -> None:
        camera = self.view.camera
        self.picture = self.cloth.copy()
        patches: list[tuple[float, Patch]] = []
        for stack in self.stacks:
            chips = [self.kinds[colour] for colour in stack.chips]
            radius, height = chips[0].diameter_mm / 2, sum(chip.thickness_mm for chip in chips)
            cast_shadow(camera, self.picture, stack.x, stack.y, radius, height, self.style.shadow)
            drawn = draw_stack(camera, stack.x, stack.y, chips, stack.seed, self.style.sloppy_mm, self.style.chip_print)
            patches.append((camera.at(stack.x, stack.y)[1], drawn))
        if self.dolly is not None:
            cast_shadow(camera, self.picture, *self.dolly, DOLLY_MM[0] / 2, DOLLY_MM[1], self.style.shadow)
            patches.append((camera.at(*self.dolly)[1], draw_dolly(camera, *self.dolly)))
        for _, patch in sorted(patches, key=lambda item: item[0]):
            patch.lay(self.picture)


def film_felt(scene: FeltScene) -> Iterator[Image]:
    """Every frame of the layout camera."""
    show = FeltShow(scene)
    random = np.random.default_rng([scene.seed, 0x401])
    style = show.style
    noises = _sheets(random, show.view.size, style.noise)
    phase = float(random.uniform(0, 6))
    arms = trips(show.view, scene.moves, scene.seed)
    acts = _acts(scene.moves)
    canvas = show.picture.copy()
    lamps = Lamps(style, show.view.size)
    shown = lamps.shown(canvas)
    dirty: list[Rect] = []
    unit = show.view.unit
    for index in range(round(scene.duration_s * scene.fps)):
        t = index / scene.fps
        if acts and acts[0][0] <= t:
            while acts and acts[0][0] <= t:
                _, _, what, move = acts.pop(0)
                show.act(what, move)
            canvas, changed = show.picture.copy(), [(0, 0, *show.view.size)]
        else:
            changed = dirty
            for left, top, right, bottom in dirty:
                canvas[top:bottom, left:right] = show.picture[top:bottom, left:right]
        dirty = []
        for trip in arms:
            hand = trip.hand(t)
            rect = draw_arm(canvas, trip, hand, unit) if hand else None
            dirty += [rect] if rect else []
        for rect in (*changed, *dirty):
            lamps.refresh(shown, canvas, rect)
        light = 1 + DRIFT * np.sin(t / 7 + phase) + style.flicker * np.sin(40 * t)
        seen: Image = np.empty_like(canvas)
        cv2.addWeighted(shown, light, noises[index % NOISES], 1.0, -16.0, seen)
        yield seen


def _acts(moves: tuple[FeltMove, ...]) -> list[Act]:
    """What happens when; a moved stack is picked up before it lands."""
    acts: list[Act] = []
    for nth, move in enumerate(moves):
        if move.what == "move":
            acts.append((move.at_s - CARRY_S, nth, "pick", move))
        acts.append((move.at_s, nth, move.what, move))
    return sorted(acts, key=lambda act: act[:2])


def _sheets(random: np.random.Generator, size: tuple[int, int], noise: float) -> list[Image]:
    """Noise whose middle is 16: parts of one larger sheet, for making it is slow."""
    large = random.normal(16, noise, (size[1] + 64, size[0] + 64, 3)).astype(np.float32)
    sheet = np.clip(np.round(large), 0, 32).astype(np.uint8)
    return [sheet[dy : dy + size[1], dx : dx + size[0]] for dx, dy in random.integers(0, 64, (NOISES, 2))]


def _each(piles: tuple[Pile, ...]) -> tuple[str, ...]:
    return tuple(pile.colour for pile in piles for _ in range(pile.count))
