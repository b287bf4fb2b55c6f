"""What a perfect eye and an honest desk would say about a script: same words, no delay, no doubt but what is told."""

from __future__ import annotations

from schemas.envelope import Entry
from schemas.events import ClockTicked
from vision.session import Session, closing, opening
from vision.simulator.script import Script
from vision.simulator.truth_desk import desk_says
from vision.simulator.truth_felt import felt_says
from vision.simulator.truth_sight import Said, seen_through
from vision.simulator.truth_wheel import wheel_says
from vision.stamp import stamp


def truth(script: Script, session: Session) -> list[Entry]:
    """Every line of a session as perfect eyes would have written it; it can be judged by itself."""
    said: list[Said] = []
    named = {source.name for source in session.sources}
    if "desk" in named:
        said += [(at, "desk", event) for at, event in desk_says(script, session.starts_at)]
    if "wheel" in named:
        said += [(at, "wheel", event) for at, event in wheel_says(script, session.starts_at)]
    if "layout" in named:
        said += [(at, "layout", event) for at, event in felt_says(script, session.starts_at)]
    for camera in session.cameras:
        said += [(float(second), camera.name, ClockTicked()) for second in range(1, int(script.duration_s) + 1)]
        said.append((script.duration_s, camera.name, ClockTicked(ended=True)))
    said = seen_through(script, session.starts_at, said)
    entries = [stamp(event, session=session, origin=origin, time=session.starts_at.plus(at), micros=round(at * 1e6))
               for at, origin, event in said if at <= script.duration_s]
    entries.sort(key=lambda one: (one.time, one.source, one.id))
    return [*opening(session), *entries, closing(session, entries[-1].time)]


def desk_lines(script: Script, session: Session) -> list[Entry]:
    """The desk's own file."""
    return [stamp(event, session=session, origin="desk", time=session.starts_at.plus(at), micros=round(at * 1e6))
            for at, event in desk_says(script, session.starts_at)]
