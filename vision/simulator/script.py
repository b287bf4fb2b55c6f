"""A story under one seed: every time and place settled, ready to be filmed or told as events."""

from __future__ import annotations

from itertools import zip_longest

import msgspec
import numpy as np

from schemas.events import Value
from vision.simulator.crowd import peopled
from vision.simulator.scene import FeltScene, WheelScene
from vision.simulator.stack import Handling, Stack
from vision.simulator.stakes import Cloth
from vision.simulator.steps import CameraRestored, FeltStep, OperatorRules, ViewCleared, ViewObscured
from vision.simulator.story import Story
from vision.simulator.timing import Cue, timetable


class Script(Value, frozen=True, kw_only=True):
    """What will be played: the cues in order, and what each camera films.

    By a step's number: what stood on the felt when a camera came back, and which stack the operator ruled about.
    """

    story: Story
    seed: int
    duration_s: float
    cues: tuple[Cue, ...]
    handlings: tuple[Handling, ...]
    wheel: WheelScene
    felt: FeltScene
    standing: dict[int, tuple[Stack, ...]] = msgspec.field(default_factory=dict)
    ruled_about: dict[int, str] = msgspec.field(default_factory=dict)


def _covered(cues: tuple[Cue, ...]) -> tuple[tuple[float, float], ...]:
    """When the layout's lens is covered, from and to."""
    since = [cue.at_s for cue in cues if isinstance(cue.step, ViewObscured) and cue.step.camera == "layout"]
    until = [cue.at_s for cue in cues if isinstance(cue.step, ViewCleared) and cue.step.camera == "layout"]
    return tuple(zip_longest(since, until, fillvalue=float("inf")))


def play(story: Story, seed: int) -> Script:
    """Settle a story's times and places; the same seed gives the same script, for ever."""
    story = peopled(story, seed)
    times = timetable(story, seed)
    cloth = Cloth(story, np.random.default_rng((seed, 0xC107)))
    handlings: list[Handling] = []
    standing: dict[int, tuple[Stack, ...]] = {}
    ruled_about: dict[int, str] = {}
    for cue in times.cues:
        if isinstance(cue.step, FeltStep):
            handlings.append(cloth.handle(cue, cue.step))
        elif isinstance(cue.step, CameraRestored) and cue.step.camera == "layout":
            standing[cue.nth] = cloth.standing()
        elif isinstance(cue.step, OperatorRules):
            ruled_about[cue.nth] = cloth.stack_on(cue.step.about)
    felt = FeltScene(
        setup=story.setup, duration_s=times.wheel.duration_s, seed=seed, since_s=story.skew_ms.layout / 1000,
        covered=_covered(times.cues), moves=tuple(each.move for each in handlings),
    )
    return Script(
        story=story, seed=seed, duration_s=times.wheel.duration_s, cues=times.cues, handlings=tuple(handlings),
        wheel=times.wheel, felt=felt, standing=standing, ruled_about=ruled_about,
    )
