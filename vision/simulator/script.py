"""A story under one seed: every time and place settled, ready to be filmed or told as events."""

from __future__ import annotations

import numpy as np

from schemas.events import Value
from vision.simulator.scene import FeltScene, WheelScene
from vision.simulator.stack import Handling
from vision.simulator.stakes import Cloth
from vision.simulator.steps import FeltStep
from vision.simulator.story import Story
from vision.simulator.timing import Cue, timetable


class Script(Value, frozen=True, kw_only=True):
    """What will be played: the cues in order, and what each camera films."""

    story: Story
    seed: int
    duration_s: float
    cues: tuple[Cue, ...]
    handlings: tuple[Handling, ...]
    wheel: WheelScene
    felt: FeltScene


def play(story: Story, seed: int) -> Script:
    """Settle a story's times and places; the same seed gives the same script, for ever."""
    times = timetable(story, seed)
    cloth = Cloth(story, np.random.default_rng((seed, 0xC107)))
    handlings = tuple(cloth.handle(cue) for cue in times.cues if isinstance(cue.step, FeltStep))
    felt = FeltScene(
        setup=story.setup, duration_s=times.wheel.duration_s, seed=seed, moves=tuple(each.move for each in handlings)
    )
    return Script(
        story=story, seed=seed, duration_s=times.wheel.duration_s, cues=times.cues, handlings=handlings,
        wheel=times.wheel, felt=felt,
    )
