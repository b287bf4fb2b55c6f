"""What cannot be drawn yet: such a story is played as events only."""

from __future__ import annotations

from schemas.errors import NoMoreBetsError
from vision.simulator import steps
from vision.simulator.steps import FeltStep, SightStep, Spin, Step, name_of
from vision.simulator.story import Story

UNDRAWN = (
    steps.Slowed, SightStep,
)


def check_filmable(story: Story) -> None:
    """Refuse to film what only `--events` can tell, by the first such step."""
    for nth, step in enumerate(story.steps, start=1):
        if not _drawn(step, story):
            raise NoMoreBetsError(f"{story.where}: step {nth} ({name_of(step)}) cannot be filmed yet; use --events.")


def _drawn(step: Step, story: Story) -> bool:
    if isinstance(step, UNDRAWN) or step.doubted:
        return False
    if isinstance(step, FeltStep):
        return not step.unseen and step.count_range is None
    if isinstance(step, Spin):
        told = step.unseen or step.unread or step.rest_confidence < 1
        return not told and step.player is None and step.ball_mm in (None, story.wheel.ball_mm)
    return True
