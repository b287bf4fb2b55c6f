"""What a perfect eye and an honest desk would say about a script: same words, no doubt, no delay."""

from __future__ import annotations

from collections.abc import Iterator

from schemas import events
from schemas.envelope import Entry
from schemas.events import Chips, Event, Observation, OnFelt, Place, RotorTurns
from schemas.moment import Interval, Moment
from schemas.wheel import colour_of
from vision.session import Session, closing, opening
from vision.simulator import steps
from vision.simulator.arms import CARRY_S, DWELL_S, PULL_S, REACH_S
from vision.simulator.physics import WheelMotion
from vision.simulator.scene import FeltMove
from vision.simulator.script import Script
from vision.simulator.stack import Handling
from vision.stamp import stamp


def truth(script: Script, session: Session) -> list[Entry]:
    """Every line of a session as perfect eyes would have written it; it can be judged by itself."""
    said: list[tuple[float, str, Event]] = []
    named = {source.name for source in session.sources}
    if "desk" in named:
        said += [(at, "desk", event) for at, event in desk_says(script, session.starts_at)]
    if "wheel" in named:
        said += [(at, "wheel", event) for at, event in _wheel(script, session.starts_at)]
    if "layout" in named:
        said += [(at, "layout", event) for at, event in _felt(script, session.starts_at)]
    for camera in session.cameras:
        said += [(float(second), camera.name, events.ClockTicked()) for second in range(1, int(script.duration_s) + 1)]
        said.append((script.duration_s, camera.name, events.ClockTicked(ended=True)))
    entries = [stamp(event, session=session, origin=origin, time=session.starts_at.plus(at), micros=round(at * 1e6))
               for at, origin, event in said if at <= script.duration_s]
    entries.sort(key=lambda one: (one.time, one.source, one.id))
    return [*opening(session), *entries, closing(session, entries[-1].time)]


def desk_lines(script: Script, session: Session) -> list[Entry]:
    """The desk's own file."""
    return [stamp(event, session=session, origin="desk", time=session.starts_at.plus(at), micros=round(at * 1e6))
            for at, event in desk_says(script, session.starts_at)]


def desk_says(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    """What the desk reports of each cue."""
    for cue in script.cues:
        seen = _at(start, cue.at_s)
        match cue.step:
            case steps.BetsOpened():
                yield cue.at_s, events.BetsOpened(seen=seen)
            case steps.Call(given=given):
                yield cue.at_s, events.BetsClosed(seen=seen, by=given)
            case steps.NoSpin():
                yield cue.at_s, events.NoSpinCalled(seen=seen)
            case steps.Announce(number=number):
                yield cue.at_s, events.ResultAnnounced(seen=seen, number=number, colour=colour_of(number))
            case steps.Display(number=number):
                yield cue.at_s, events.ResultDisplayed(seen=seen, number=number)
            case steps.Payout(spot=spot, amount=amount, colour=colour):
                yield cue.at_s, events.PayoutReported(seen=seen, spot=spot, amount=amount, colour=colour)


def _at(start: Moment, seconds: float) -> Interval:
    return (start.plus(seconds), start.plus(seconds))


# ------------------------------------------------------------------------------------------------ the wheel


def _wheel(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    motion = WheelMotion(script.wheel)
    for enters, leaves, _ in motion.hands:
        yield enters, events.HandEnteredWheel(seen=_at(start, enters), side="dealer")
        yield leaves, events.HandLeftWheel(seen=_at(start, leaves), side="dealer")
    for turned in motion.rotor_reversals:
        yield turned, events.RotorReversed(seen=_at(start, turned), rotor=_turns(motion, turned + 0.5))
    for spin in motion.spins:
        rotor = _turns(motion, spin.launch_s)
        yield spin.launch_s, events.BallLaunched(
            seen=_at(start, spin.launch_s), direction=spin.plan.ball, rotor=rotor,
            rotor_rpm=round(abs(motion.rotor_speed(spin.launch_s)) * 9.5493, 1),
        )
        before = (spin.launch_s, *spin.lap_s)
        for lap, at in enumerate(spin.lap_s, start=1):
            yield at, events.BallLapped(seen=_at(start, at), lap=lap, direction=spin.plan.ball, rotor=rotor,
                                 seconds=round(at - before[lap - 1], 3))
        if spin.drop_s is not None:
            turns = round(spin.revolutions, 3)
            yield spin.drop_s, events.BallDropped(seen=_at(start, spin.drop_s), revolutions=(turns, turns))
        if spin.rest_s is not None:
            seen = _at(start, spin.rest_s)
            yield spin.rest_s, events.BallRested(seen=seen, number=spin.number, candidates=(spin.number,))
    for touch in script.wheel.touches:
        if touch.what == "return":
            yield touch.at_s, events.BallReturned(seen=_at(start, touch.at_s), number=touch.number)


def _turns(motion: WheelMotion, at: float) -> RotorTurns:
    speed = motion.rotor_speed(at)
    return "still" if abs(speed) < 0.05 else "clockwise" if speed > 0 else "anticlockwise"


# ------------------------------------------------------------------------------------------------ the felt


def _felt(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    marked = False
    for handling in script.handlings:
        move = handling.move
        carried = CARRY_S if move.what == "move" else 0.0
        enters, leaves = move.at_s - carried - DWELL_S - REACH_S, move.at_s + DWELL_S + PULL_S
        yield enters, events.HandEntered(seen=_at(start, enters), side=move.side, position=move.position)
        yield leaves, events.HandLeft(seen=_at(start, leaves), side=move.side, position=move.position)
        seen = _at(start, move.at_s)
        if move.what == "dolly":
            marked = True
            yield move.at_s, events.DollyPlaced(seen=seen, number=handling.spot, x_mm=move.x_mm, y_mm=move.y_mm)
        elif move.what == "lift":
            marked = False
            yield move.at_s, events.DollyLifted(seen=seen)
        else:
            yield move.at_s, _chips(handling, seen, settling=marked and move.side == "dealer")


def _chips(handling: Handling, seen: Interval, *, settling: bool) -> Observation:
    """While the dolly stands, what the dealer puts down is payment and what the dealer takes is collecting."""
    move = handling.move
    chips = tuple(Chips(colour=pile.colour, count=(pile.count, pile.count)) for pile in move.chips)
    if move.what == "move":
        to = move.to_mm or (move.x_mm, move.y_mm)
        return events.ChipsMoved(
            seen=seen, stack=handling.stack, chips=chips, side=move.side, position=move.position,
            from_=Place(x_mm=move.x_mm, y_mm=move.y_mm, error_mm=0.0, spot=handling.spot),
            to=Place(x_mm=to[0], y_mm=to[1], error_mm=0.0, spot=handling.to_spot),
        )
    return _kind(move, settling)(
        seen=seen, stack=handling.stack, x_mm=move.x_mm, y_mm=move.y_mm, error_mm=0.0, spot=handling.spot, chips=chips,
        side=move.side, position=move.position,
    )


_SAID: dict[str, type[OnFelt]] = {
    "place": events.ChipsPlaced, "add": events.ChipsAdded, "reduce": events.ChipsReduced, "take": events.ChipsRemoved,
}


def _kind(move: FeltMove, settling: bool) -> type[OnFelt]:
    if settling:
        return events.ChipsPaid if move.what in ("place", "add") else events.ChipsCollected
    return _SAID[move.what]
