"""What a perfect eye sees in the wheel."""

from __future__ import annotations

from collections.abc import Iterator

from schemas import events
from schemas.events import Observation, RotorTurns, Side
from schemas.moment import Interval, Moment
from vision.simulator import steps
from vision.simulator.physics import SpinPath, WheelMotion
from vision.simulator.script import Script
from vision.simulator.steps import Spin, Step
from vision.simulator.timing import Cue
from vision.simulator.truth_desk import happened

FIRST_SEEN_S = 1.5
"""From launch until an eye that missed the launch sees the ball run."""
OTHER_WAY: dict[RotorTurns, RotorTurns] = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}


def wheel_says(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    """Everything the wheel's eye says, and when."""
    motion = WheelMotion(script.wheel)
    told = [cue.step for cue in script.cues if isinstance(cue.step, Spin)]
    yield from _hands(motion, told, start)
    for turned in motion.rotor_reversals:
        yield turned, events.RotorReversed(seen=happened(start, turned), rotor=_turns(motion, turned + 0.5))
    rotor = Rotor(script, motion)
    for spin, step in zip(motion.spins, told, strict=True):
        yield from _spin(spin, step, motion, rotor, start)
    for cue in script.cues:
        for at, said in _happening(cue, rotor, start):
            yield at + cue.step.seen_s[1], said


class Rotor:
    """How the rotor turns at any time, with what a story makes it do."""

    def __init__(self, script: Script, motion: WheelMotion) -> None:
        kinds = (steps.RotorStops, steps.RotorStarts, steps.RotorReverses, Spin)
        self._cues = [cue for cue in script.cues if isinstance(cue.step, kinds)]
        self._motion = motion

    def turns(self, at: float) -> RotorTurns:
        """Its direction at this time; a step that turns it is told by how it turned before."""
        cue = next((cue for cue in self._cues if cue.at_s == at), None)
        match cue.step if cue is not None else None:
            case steps.RotorStarts(rotor=rotor):
                return rotor
            case steps.RotorReverses():
                before = _turns(self._motion, at - 0.6)
                return OTHER_WAY.get(before, before)
        return _turns(self._motion, at)


def _hands(motion: WheelMotion, told: list[Spin], start: Moment) -> Iterator[tuple[float, Observation]]:
    launching = iter(told)
    for enters, leaves, purpose in motion.hands:
        spin = next(launching) if purpose == "launch" else None
        if spin is not None and spin.unseen:
            continue
        side: Side = "dealer" if spin is None or spin.player is None else "player"
        yield enters, events.HandEnteredWheel(seen=happened(start, enters), side=side)
        yield leaves, events.HandLeftWheel(seen=happened(start, leaves), side=side)


def _spin(
    spin: SpinPath, step: Spin, motion: WheelMotion, rotor: Rotor, start: Moment
) -> Iterator[tuple[float, Observation]]:
    since = spin.launch_s + FIRST_SEEN_S if step.unseen else spin.launch_s
    if not step.unseen:
        yield spin.launch_s + step.seen_s[1], events.BallLaunched(
            seen=happened(start, spin.launch_s, step), direction=spin.plan.ball, rotor=rotor.turns(spin.launch_s),
            rotor_rpm=round(abs(motion.rotor_speed(spin.launch_s)) * 9.5493, 1),
            ball_mm=None if step.ball_mm is None else (step.ball_mm, step.ball_mm), confidence=step.confidence,
        )
    before = [since, *(at for at in spin.lap_s if at > since)]
    for lap, at in enumerate(before[1:], start=1):
        yield at, events.BallLapped(seen=happened(start, at), lap=lap, direction=spin.plan.ball,
                                    rotor=rotor.turns(at), seconds=round(at - before[lap - 1], 3))
    if spin.drop_s is not None:
        turns = round(spin.revolutions, 3)
        seen_turns = (float(len(before) - 1), None) if step.unseen else (turns, turns)
        yield spin.drop_s, events.BallDropped(seen=happened(start, spin.drop_s), revolutions=seen_turns)
    if spin.rest_s is not None:
        number = None if step.unread else spin.number
        yield spin.rest_s, events.BallRested(
            seen=happened(start, spin.rest_s), number=number, candidates=() if number is None else (number,),
            confidence=step.rest_confidence)


def _happening(cue: Cue, rotor: Rotor, start: Moment) -> Iterator[tuple[float, Observation]]:
    """What a step does in the wheel besides a spin."""
    at, seen, sure = cue.at_s, happened(start, cue.at_s, cue.step), cue.step.confidence
    match cue.step:
        case steps.ReturnBall(number=number):
            yield at, events.BallReturned(seen=seen, number=number, confidence=sure)
        case steps.DropIn(number=number):
            yield at, events.BallRested(seen=seen, number=number, candidates=(number,), confidence=sure)
        case steps.BallOut():
            yield at, events.BallLeftWheel(seen=seen, confidence=sure)
        case steps.BallBreaks():
            yield at, events.BallBroke(seen=seen, confidence=sure)
        case steps.ForeignObject():
            yield at, events.ObjectEnteredWheel(seen=seen, confidence=sure)
        case steps.HandInWheel(player=player, lasts=lasts, unseen=unseen):
            side: Side = "unknown" if unseen else "dealer" if player is None else "player"
            yield at, events.HandEnteredWheel(seen=seen, side=side, confidence=sure)
            yield at + lasts, events.HandLeftWheel(seen=happened(start, at + lasts), side=side, confidence=sure)
        case steps.Slowed(rpm=rpm):
            yield at, events.BallSlowed(seen=seen, rpm=rpm, confidence=sure)
        case Step() as step:
            yield from ((at, said) for said in _turning(step, rotor.turns(at), events_at=(seen, sure)))


def _turning(step: Step, turns: RotorTurns, events_at: tuple[Interval, float]) -> Iterator[Observation]:
    seen, sure = events_at
    match step:
        case steps.RotorStops():
            yield events.RotorStopped(seen=seen, confidence=sure)
        case steps.RotorStarts():
            yield events.RotorStarted(seen=seen, rotor=turns, confidence=sure)
        case steps.RotorReverses():
            yield events.RotorReversed(seen=seen, rotor=turns, confidence=sure)
        case steps.RotorPushed():
            yield events.WheelDisturbed(seen=seen, confidence=sure)


def _turns(motion: WheelMotion, at: float) -> RotorTurns:
    speed = motion.rotor_speed(at)
    return "still" if abs(speed) < 0.05 else "clockwise" if speed > 0 else "anticlockwise"
