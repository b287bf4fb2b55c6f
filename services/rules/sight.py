"""Who was looking and who was listening: silence proves something only then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from schemas.envelope import Entry
from schemas.events import (
    CameraLost,
    CameraMoved,
    CameraRestored,
    ClockTicked,
    FramesSkipped,
    Source,
    ViewCleared,
    ViewObscured,
)
from schemas.moment import Interval, Moment
from services.rules.spin import seen_of

BLINDING = (
    CameraLost, ViewObscured, CameraMoved, FramesSkipped, ClockTicked, CameraRestored, ViewCleared,
)
"""What tells that a camera sees nothing, or sees again."""


@dataclass(frozen=True)
class Gap:
    """A camera saw nothing from here to there; still nothing when `until` is null."""

    camera: str
    since: Moment
    until: Moment | None = None

    def meets(self, seen: Interval) -> bool:
        """Whether any of the interval falls into the gap."""
        return self.since <= seen[1] and (self.until is None or seen[0] <= self.until)


@dataclass(frozen=True)
class Sight:
    """The sources of a table and when its cameras were blind."""

    sources: tuple[Source, ...]
    reports: tuple[str, ...]
    gaps: tuple[Gap, ...]

    def listens(self, kind: str) -> bool:
        """Whether a desk reports this kind of event, so that its silence says something."""
        return kind in self.reports

    def blind(self, kind: str, seen: Interval) -> bool:
        """Whether a camera of this kind was blind in the interval."""
        if not self.gaps:
            return False
        names = {source.name for source in self.sources if source.kind == kind}
        return any(gap.camera in names and gap.meets(seen) for gap in self.gaps)

    def dark(self, camera: str, seen: Interval) -> bool:
        """Whether this camera was blind in the interval; a desk never is."""
        return any(gap.camera == camera and gap.meets(seen) for gap in self.gaps)

    def missed(self, fact: Entry) -> bool:
        """Whether a fact is told by a camera that was blind when it happened."""
        return self.dark(fact.origin, seen_of(fact))

    def looking(self, kind: str, seen: Interval) -> bool:
        """Whether a camera of this kind looked all the while."""
        return any(source.kind == kind for source in self.sources) and not self.blind(kind, seen)


def gaps_of(facts: Iterable[Entry], blind_before: Sequence[str], since: Moment) -> tuple[Gap, ...]:
    """When each camera was lost, obscured or at its end."""
    gaps = [Gap(camera, since) for camera in blind_before]
    for fact in facts:
        match fact.data:
            case CameraLost(camera=named) | ViewObscured(camera=named) | CameraMoved(camera=named):
                gaps.append(Gap(name_of(named), seen_of(fact)[0]))
            case FramesSkipped(camera=named):
                gaps.append(Gap(name_of(named), *seen_of(fact)))
            case ClockTicked(ended=True):
                gaps.append(Gap(fact.origin, fact.time))
            case CameraRestored(camera=named) | ViewCleared(camera=named):
                gaps = [
                    Gap(gap.camera, gap.since, seen_of(fact)[1])
                    if gap.camera == name_of(named) and gap.until is None else gap for gap in gaps
                ]
    return tuple(gaps)


def name_of(camera: str) -> str:
    """`/t1/wheel` and `wheel` are the same camera."""
    return camera.rsplit("/", 1)[-1]
