"""What is left of what perfect eyes saw when a camera is lost or its view is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from schemas import events
from schemas.events import Chips, Event, Observation
from schemas.moment import Moment
from vision.simulator import steps
from vision.simulator.script import Script
from vision.simulator.stack import Stack
from vision.simulator.truth_desk import happened

Said = tuple[float, str, Event]
"""When something was said, by which source, what."""
PASSING = (events.BallLapped, events.HandEntered, events.HandLeft, events.HandEnteredWheel, events.HandLeftWheel)
"""What leaves nothing behind: hidden when it happened, it is never told."""


@dataclass(frozen=True)
class Gap:
    """A camera that sees nothing from here to there; `lost`: it says nothing either."""

    camera: str
    since: float
    until: float
    lost: bool

    def hides(self, at: float, origin: str) -> bool:
        """Whether something falls into it."""
        return origin == self.camera and self.since < at < self.until


def seen_through(script: Script, start: Moment, said: list[Said]) -> list[Said]:
    """What is said all the same: nothing while a camera is lost, everything lasting once a hidden view is clear."""
    for gap in _gaps(script):
        said = [kept for one in said for kept in _kept(one, gap, start)]
    return [*said, *_about_cameras(script, start)]


def _gaps(script: Script) -> Iterator[Gap]:
    for nth, cue in enumerate(script.cues):
        if isinstance(cue.step, (steps.CameraLost, steps.ViewObscured)):
            lost = isinstance(cue.step, steps.CameraLost)
            ends = steps.CameraRestored if lost else steps.ViewCleared
            back = (later.at_s for later in script.cues[nth:]
                    if isinstance(later.step, ends) and later.step.camera == cue.step.camera)
            yield Gap(cue.step.camera, cue.at_s, next(back, float("inf")), lost)


def _kept(one: Said, gap: Gap, start: Moment) -> Iterator[Said]:
    at, origin, event = one
    if not gap.hides(at, origin) or (isinstance(event, events.ClockTicked) and not gap.lost):
        yield one
    elif gap.lost or gap.until == float("inf"):
        return
    elif isinstance(event, Observation) and not isinstance(event, PASSING):
        seen = (start.plus(gap.since), start.plus(gap.until))
        yield gap.until + 0.04, origin, replace(event, seen=seen)


def _about_cameras(script: Script, start: Moment) -> Iterator[Said]:
    for cue in script.cues:
        seen, at = happened(start, cue.at_s, cue.step), cue.at_s
        match cue.step:
            case steps.CameraLost(camera=camera):
                yield at, camera, events.CameraLost(seen=seen, camera=camera)
            case steps.CameraRestored(camera=camera):
                yield at, camera, events.CameraRestored(seen=seen, camera=camera)
                for stack in script.standing.get(cue.nth, ()):
                    yield at + 0.04, camera, _standing(stack, start, at + 0.04)
            case steps.ViewObscured(camera=camera):
                yield at, camera, events.ViewObscured(seen=seen, camera=camera)
            case steps.ViewCleared(camera=camera):
                yield at, camera, events.ViewCleared(seen=seen, camera=camera)


def _standing(stack: Stack, start: Moment, at: float) -> Observation:
    chips = tuple(Chips(colour=pile.colour, count=(pile.count, pile.count)) for pile in stack.chips)
    return events.ChipsStanding(seen=happened(start, at), stack=stack.name, x_mm=stack.x_mm, y_mm=stack.y_mm,
                                error_mm=0.0, spot=stack.spot, chips=chips)
