"""What a perfect eye and an honest desk would say about a script: same words, no delay, no doubt but what is told."""

from __future__ import annotations

from schemas.envelope import Entry
from schemas.events import ClockTicked
from schemas.moment import Moment
from vision.session import Session, closing, opening
from vision.simulator.script import Script
from vision.simulator.truth_desk import desk_says
from vision.simulator.truth_felt import felt_says
from vision.simulator.truth_sight import Said, seen_through
from vision.simulator.truth_wheel import wheel_says
from vision.stamp import stamp


def truth(script: Script, session: Session) -> list[Entry]:
    """Every line of a session as perfect eyes would have written it; it can be judged by itself."""
    start = zero(script, session)
    said: list[Said] = []
    named = {source.name for source in session.sources}
    if "desk" in named:
        said += [(at, "desk", event) for at, event in desk_says(script, start)]
    if "wheel" in named:
        said += [(at, "wheel", event) for at, event in wheel_says(script, start)]
    if "layout" in named:
        said += [(at, "layout", event) for at, event in felt_says(script, start)]
    for camera in session.cameras:
        said += [(float(second), camera.name, ClockTicked()) for second in range(1, int(script.duration_s) + 1)]
        said.append((script.duration_s, camera.name, ClockTicked(ended=True)))
    said = seen_through(script, start, said)
    entries = [stamp(event, session=session, origin=origin, time=start.plus(at), micros=micros(at, start, session))
               for at, origin, event in said if at <= script.duration_s]
    entries.sort(key=lambda one: (one.time, one.source, one.id))
    return [*opening(session), *entries, closing(session, entries[-1].time)]


def zero(script: Script, session: Session) -> Moment:
    """The table time at which a story begins: by the wheel's clock, whatever the others'."""
    wheel = next((camera.starts_at for camera in session.cameras if camera.kind == "wheel"), None)
    if wheel is not None:
        return wheel
    skew = script.story.skew_ms
    return session.starts_at.plus(-skew.layout / 1000 if skew.known else 0.0)


def micros(at: float, start: Moment, session: Session) -> int:
    """Microseconds from the session's beginning."""
    return (start - session.starts_at) * 1000 + round(at * 1e6)


def desk_lines(script: Script, session: Session) -> list[Entry]:
    """The desk's own file, by the desk's own clock."""
    late = script.story.skew_ms.desk / 1000
    begins = zero(script, session).plus(-late)
    return [stamp(event, session=session, origin="desk", time=begins.plus(at), micros=micros(at, begins, session))
            for at, event in desk_says(script, begins)]
