"""When each step of a story happens under a seed: the wheel's physics first, everything else around it."""

from __future__ import annotations

from typing import Literal

import numpy as np
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.events import Value
from vision.simulator import reaches, steps
from vision.simulator.physics import SpinPath, WheelMotion
from vision.simulator.scene import Reach, RotorTouch, SpinPlan, Thing, WheelScene, WheelTouch
from vision.simulator.steps import FeltStep, Spin, Step, name_of
from vision.simulator.story import Story

APART_S = 0.5
"""The least time between two acts of one person; less, and a hand would be in two places."""
TAIL_S = 3.0
"""What is still filmed after the last step."""


class Cue(Value, frozen=True, kw_only=True):
    """A step with its number in the story and its time in seconds."""

    nth: int
    at_s: float
    step: Step


class Timetable(Value, frozen=True, kw_only=True):
    """A story's cues under one seed, and the wheel they turn around."""

    cues: tuple[Cue, ...]
    wheel: WheelScene


def timetable(story: Story, seed: int) -> Timetable:
    """Every step's time: the order told is the order played, whatever the seed."""
    rng = np.random.default_rng((seed, 0x71))
    scene = WheelScene(
        setup=story.setup, duration_s=0, seed=seed, previous_number=story.previous_number,
        rotor_rpm=story.rotor_rpm * float(rng.uniform(0.92, 1.08)),
    )
    cues: list[Cue] = []
    spins: tuple[SpinPath, ...] = ()
    for nth, step in enumerate(story.steps, start=1):
        here = f"{story.where}: step {nth} ({name_of(step)})"
        told = _told(step, spins, cues, here)
        wished = max(0.0, told + float(rng.uniform(-step.vary, step.vary)))
        cue = Cue(nth=nth, at_s=_after(cues, step, told, wished, here), step=step)
        cues.append(cue)
        turned = _onto_wheel(scene, cue)
        if turned is not scene:
            scene, spins = turned, WheelMotion(turned).spins
    lasts = story.lasts or float(np.ceil(cues[-1].at_s + TAIL_S))
    if lasts < cues[-1].at_s:
        raise NoMoreBetsError(f"{story.where}: `lasts = {lasts:g}` ends before the last step at {cues[-1].at_s:.1f} s.")
    return Timetable(cues=tuple(cues), wheel=replace(scene, duration_s=lasts))


def _told(step: Step, spins: tuple[SpinPath, ...], cues: list[Cue], here: str) -> float:
    if step.at is not None:
        return step.at
    if step.wait is not None:
        return (cues[-1].at_s if cues else 0.0) + step.wait
    spin = spins[(step.spin or len(spins)) - 1]
    found = {"launch": spin.launch_s, "drop": spin.drop_s, "rest": spin.rest_s}[str(step.after)]
    if found is None:
        raise NoMoreBetsError(f"{here}: that spin has no {step.after}; the ball never came so far.")
    return found + step.by


def _after(cues: list[Cue], step: Step, told: float, wished: float, here: str) -> float:
    """The wished time, put off where a hand is still busy; a step told out of order is refused."""
    if not cues:
        return wished
    before = cues[-1]
    if isinstance(step, steps.Stood):
        return before.at_s
    if told < before.at_s - before.step.vary - step.vary:
        raise NoMoreBetsError(
            f"{here}: at {told:.1f} s it comes before step {before.nth} ({name_of(before.step)}) "
            f"at {before.at_s:.1f} s; tell the steps in the order they happen."
        )
    at = max(wished, before.at_s + 0.05)
    busy = [cue for cue in cues if isinstance(cue.step, FeltStep) and isinstance(step, FeltStep)
            and cue.step.player == step.player and not isinstance(cue.step, steps.Stood)]
    apart = _apart(busy[-1].step, step) if busy else 0.0
    if busy and told < busy[-1].at_s + apart - busy[-1].step.vary - step.vary:
        raise NoMoreBetsError(
            f"{here}: at {told:.1f} s the hand is still busy with step {busy[-1].nth} ({name_of(busy[-1].step)}) "
            f"at {busy[-1].at_s:.1f} s; leave {apart:g} s between two moves of one person."
        )
    return max(at, busy[-1].at_s + apart) if busy else at


def _apart(before: Step, step: Step) -> float:
    """From one act of a person to the next: a stack must be picked up first, a wave swept to its end."""
    apart = APART_S + (reaches.CARRY_S if isinstance(step, steps.Move) else 0.0)
    return apart + reaches.WAVE_S / 2 * (isinstance(step, steps.Wave) + isinstance(before, steps.Wave))


_TOUCHES: dict[str, Literal["remove", "return", "drop-in", "out", "break"]] = {
    "remove-ball": "remove", "return-ball": "return", "drop-in": "drop-in", "ball-out": "out", "ball-breaks": "break",
}
_TURNS = {"rotor-stops": (0.0, -0.8, 0.0), "rotor-starts": (1.0, 0.0, 0.8), "rotor-reverses": (-1.0, -0.5, 0.5),
          "rotor-pushed": (1.5, 0.0, 0.6)}
"""How many times its speed the rotor has after these steps, and when about them a hand begins and ends to bring it."""


def _onto_wheel(scene: WheelScene, cue: Cue) -> WheelScene:
    """The scene with this step in it; the same scene where the ball has nothing to do with it."""
    step = cue.step
    if isinstance(step, Spin):
        plan = SpinPlan(launch_s=cue.at_s, ball=step.ball, rotor=step.rotor, number=step.number,
                        revolutions=step.revolutions, player=step.player, never_drops=step.never_drops)
        return replace(scene, spins=(*scene.spins, plan))
    if isinstance(step, steps.HandInWheel):
        return replace(scene, reaches=(*scene.reaches, Reach(at_s=cue.at_s, lasts_s=step.lasts, player=step.player)))
    if isinstance(step, steps.ForeignObject):
        return replace(scene, things=(*scene.things, Thing(at_s=cue.at_s, object=step.object)))
    if name_of(step) in _TURNS:
        times, since, until = _TURNS[name_of(step)]
        turn = RotorTouch(since_s=cue.at_s + since, until_s=cue.at_s + until, times=times,
                          direction=getattr(step, "rotor", None))
        return replace(scene, rotor_touches=(*scene.rotor_touches, turn))
    if name_of(step) in _TOUCHES:
        touch = WheelTouch(at_s=cue.at_s, what=_TOUCHES[name_of(step)], number=getattr(step, "number", None))
        return replace(scene, touches=(*scene.touches, touch))
    return scene
