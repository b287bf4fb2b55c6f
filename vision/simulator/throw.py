"""A throw: one launch of the ball, aimed so that it comes to rest in the planned pocket."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign, inf, remainder

import numpy as np

from vision.simulator.ball_path import TURN, Fall, TrackRun
from vision.simulator.rotor_motion import Push, RotorMotion
from vision.simulator.scene import SpinPlan, Turning

FASTEST = 15.0
"""Radians a second that a dealer's fingers give the ball; lower it and long spins need a smoother track."""
PUSH_BEFORE_S = (3.2, 2.2)
"""When before a later launch the hand brings the rotor to speed: begins, ends."""


def sign_of(direction: Turning) -> int:
    """+1 clockwise, -1 anticlockwise, seen from above; 0 still."""
    return {"clockwise": 1, "anticlockwise": -1, "still": 0}[direction]


@dataclass(frozen=True, kw_only=True)
class Throw:
    """A spin's curves, before anybody reaches into it; `pocket` is the planned one's angle on the rotor."""

    plan: SpinPlan
    angle: float
    pocket: float
    run: TrackRun
    fall: Fall

    @classmethod
    def draw(cls, plan: SpinPlan, *, angle: float, pocket: float, rng: np.random.Generator) -> Throw:
        """A throw as this wheel and ball would give it today: friction, fall and hops vary a little."""
        run = _thrown(TrackRun(
            friction=float(rng.uniform(0.16, 0.20)), drag=float(rng.uniform(0.0108, 0.0125)),
            critical=float(rng.uniform(2.9, 3.4)), revolutions=plan.revolutions, endless=plan.never_drops))
        lasts, spiral = float(rng.uniform(2.0, 3.2)), float(rng.uniform(0.8, 1.0))
        fall = Fall(entry=sign_of(plan.ball) * run.critical, rotor=0.0, spiral_s=spiral, hops_s=lasts - spiral,
                    hops=int(rng.integers(3, 6)), struck=float(rng.choice([0.0, 9.0])),
                    scatter=sign_of(plan.ball) * float(rng.uniform(0.7, 1.5)))
        if plan.wild:
            fall = _wilder(fall, rng)
        return cls(plan=plan, angle=angle, pocket=pocket, run=run, fall=fall)

    @property
    def sign(self) -> int:
        """+1 when the ball runs clockwise."""
        return sign_of(self.plan.ball)

    @property
    def drop_s(self) -> float:
        """When the ball leaves the track; never, where it circles on."""
        return inf if self.run.endless else self.plan.launch_s + self.run.lasts

    @property
    def rest_s(self) -> float:
        """When it lies in its pocket."""
        return self.drop_s + self.fall.lasts

    @property
    def meets_s(self) -> float:
        """When it comes down to the rotor."""
        return self.drop_s + self.fall.spiral_s

    @property
    def meets_angle(self) -> float:
        """Where it comes down to the rotor, not wrapped."""
        dropped = self.angle + self.sign * TURN * self.plan.revolutions
        return dropped + self.fall.spiral_angle(self.fall.spiral_s)

    def track_angle(self, t: float) -> float:
        """Where the ball is on the track, not wrapped."""
        return self.angle + self.sign * self.run.travelled(t - self.plan.launch_s)

    def spiral_angle(self, t: float) -> float:
        """Where the ball is on the apron, not wrapped."""
        dropped = self.angle + self.sign * TURN * self.plan.revolutions
        return dropped + self.fall.spiral_angle(t - self.drop_s)

    def rotor_angle(self, t: float, rotor: RotorMotion) -> float:
        """Where the ball is from the moment it met the rotor, and at rest; continues the spiral's count of turns."""
        began = rotor.angle(self.meets_s) + self.pocket + self.fall.hop_offset(0)
        turns = TURN * round((self.meets_angle - began) / TURN)
        return rotor.angle(t) + self.pocket + self.fall.hop_offset(t - self.meets_s) + turns


def _thrown(run: TrackRun) -> TrackRun:
    """The same run on a track so smooth that fingers can throw the ball so far."""
    while run.speed > FASTEST:
        run = replace(run, drag=0.97 * run.drag)
    return run


def _wilder(fall: Fall, rng: np.random.Generator) -> Fall:
    """Deflectors and frets throw the ball about: it loses speed, leaps outwards, hops higher and for longer."""
    spiral, struck_at = float(rng.uniform(0.7, 1.5)), float(rng.uniform(0.35, 0.75))
    return replace(
        fall, spiral_s=spiral, struck_at=struck_at, struck=float(rng.uniform(0, 60)) * struck_at**2,
        kept=float(rng.uniform(0.45, 0.95)), hops_s=float(rng.uniform(1.0, 3.8)), hops=int(rng.integers(3, 9)),
        settling=float(rng.uniform(0.7, 2.2)), bounce=float(rng.uniform(15, 50)))


def miss(throw: Throw, rotor: RotorMotion) -> tuple[Throw, float]:
    """The throw with the rotor's speed where they meet, and by how many radians it would miss its pocket.

    The frets scatter the ball the way it goes on over them: a ball that they stopped would lie.
    """
    fall = replace(throw.fall, rotor=rotor.speed_at(throw.meets_s))
    onwards = fall.left * fall.entry - fall.rotor
    met = replace(throw, fall=replace(fall, scatter=copysign(fall.scatter, onwards)))
    lands = met.meets_angle - met.fall.hop_offset(0) - rotor.angle(met.meets_s)
    return met, remainder(met.pocket - lands, TURN)


def aim_by_phase(throw: Throw, rotor: RotorMotion) -> Throw:
    """A first throw comes out right because the rotor happened to stand right at the beginning."""
    if throw.run.endless:
        return throw
    met, missed = miss(throw, rotor)
    rotor.phase -= missed
    return met


def aim_by_push(throw: Throw, rotor: RotorMotion, speed: float) -> Throw:
    """A later one because of how hard the dealer pushed the rotor before it; the frets do the rest."""
    launch, base = throw.plan.launch_s, speed * sign_of(throw.plan.rotor)
    begins, ends = (launch - before for before in PUSH_BEFORE_S)
    if throw.run.endless:
        rotor.pushes.append(Push(begins, ends, base))
        return throw
    kept, tries = list(rotor.pushes), []
    for factor in np.linspace(0.93, 1.07, 29):
        rotor.pushes = [*kept, Push(begins, ends, base * float(factor))]
        tries.append((*miss(throw, rotor), rotor.pushes))
    best, missed, rotor.pushes = min(tries, key=lambda tried: abs(tried[1]))
    return replace(best, fall=replace(best.fall, scatter=best.fall.scatter + missed))
