"""How wheel, ball and the dealer's hand move through a scene: the truth behind the wheel camera."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, radians, remainder
from typing import Literal

import numpy as np

from schemas.errors import NoMoreBetsError
from vision.simulator.ball_path import TURN
from vision.simulator.ball_state import BallState
from vision.simulator.hand_path import HandState, Point, Purpose, Visit, at
from vision.simulator.irregular import breaking, flying_out, reaching
from vision.simulator.rotor_motion import Push, RotorMotion
from vision.simulator.scene import RotorTouch, SpinPlan, WheelScene, WheelTouch
from vision.simulator.throw import Throw, aim_by_phase, aim_by_push, sign_of
from vision.simulator.wheel_shape import WheelShape

REACH_S = 0.55
"""Seconds from outside the picture to the ball, and back; lower it and the hand is in fewer frames."""
BETWEEN_SPINS_S = 3.5
"""Seconds the dealer needs between a rest and the next launch: push the rotor, take the ball, throw."""

ENDING = ("remove", "out", "break", "hang")
"""What ends a spin before the ball rests."""
REACHING: dict[str, Purpose] = {"remove": "remove", "return": "return", "drop-in": "return"}
"""What the dealer's hand reaches into the wheel for besides a launch."""

Holder = Throw | BallState | str | None
"""Who has the ball: a throw, the place where it hung up, the "hand", a pocket by its number, or nobody."""


@dataclass(frozen=True, kw_only=True)
class SpinPath:
    """One spin as it came out; drop and rest are null when the ball was taken out before."""

    plan: SpinPlan
    launch_s: float
    lap_s: tuple[float, ...]
    drop_s: float | None
    rest_s: float | None
    revolutions: float
    number: str
    removed_s: float | None = None


class WheelMotion:
    """Everything that moves in a wheel scene, by its seed: ask for any time."""

    def __init__(self, scene: WheelScene) -> None:
        self.scene = scene
        self.shape = WheelShape.of(scene.setup.wheel, scene.view)
        self.pockets = scene.setup.wheel.pockets
        rng = np.random.default_rng((scene.seed, 0xBA11))
        self.dealer_angle = pi / 2 + float(rng.uniform(-0.5, 0.5))
        if scene.view is not None:
            self.dealer_angle = radians(scene.view.dealer_deg)
        plans = sorted(scene.spins, key=lambda plan: plan.launch_s)
        speed = scene.rotor_rpm / 60 * TURN * float(rng.uniform(0.95, 1.05))
        self._speed = speed
        self._rotor = RotorMotion(float(rng.uniform(0, TURN)), speed * (sign_of(plans[0].rotor) if plans else -1))
        self._rotor.pushes += [self._push(touch) for touch in scene.rotor_touches]
        self._throws: list[Throw] = []
        for plan in plans:
            self._throws.append(self._throw(plan, rng))
        self._holds = self._holders()
        self._visits = self._reaches()
        self._intruding = tuple(reaching(reach, self.dealer_angle, self.shape) for reach in scene.reaches)
        self.spins = tuple(self._came_out(throw) for throw in self._throws)
        rim = self.shape.rim * self.shape.scale
        self.hands: tuple[tuple[float, float, Purpose], ...] = tuple(
            (*visit.within(rim), visit.purpose) for visit in self._visits)
        told = [(touch.since_s, touch.until_s) for touch in scene.rotor_touches]
        self.rotor_reversals = tuple(turned for turned in self._rotor.turned()
                                     if not any(since <= turned <= until for since, until in told))

    def rotor_angle(self, t: float) -> float:
        """Radians clockwise seen from above, of pocket 0; 0 is the picture's right."""
        return self._rotor.angle(t)

    def rotor_speed(self, t: float) -> float:
        """Radians a second, positive clockwise."""
        return self._rotor.speed_at(t)

    def ball(self, t: float) -> BallState | None:
        """The ball, or nothing while it is away from the wheel."""
        holder = self._holder(t)
        if holder != "hand":
            return self._free(holder, t)
        hand = self.hand(t)
        if hand is None:
            return None
        return BallState(where="hand", angle=hand.angle, radius_mm=hand.radius_mm, height_mm=40 * self.shape.scale)

    def hand(self, t: float) -> HandState | None:
        """The dealer's hand, or nothing."""
        visits = (*self._visits, *self._intruding)
        return next((state for visit in visits if (state := visit.state(t)) is not None), None)

    def pieces(self, t: float) -> tuple[tuple[BallState, float], ...]:
        """What else of the ball there is, with its part of the ball's size: shards of a broken one, one flying out."""
        found: list[tuple[BallState, float]] = []
        for touch in self.scene.touches:
            since = t - touch.at_s
            before = self._free(self._holder(touch.at_s - 1e-3), touch.at_s) if touch.what in ("out", "break") else None
            if before is None or since < 0:
                continue
            if touch.what == "out":
                found += flying_out(before, self._run_speed(touch.at_s), since, self.shape)
            else:
                found += breaking(before, self._run_speed(touch.at_s), since, self.shape)
        return tuple(found)

    def _run_speed(self, t: float) -> float:
        """The running ball's speed in radians a second, positive clockwise."""
        throw = [throw for throw in self._throws if throw.plan.launch_s <= t][-1]
        return (throw.track_angle(t + 0.01) - throw.track_angle(t - 0.01)) / 0.02

    def _push(self, touch: RotorTouch) -> Push:
        before = self._rotor.speed_at(touch.since_s)
        speed = (before or self._speed) * touch.times
        if touch.direction is not None:
            speed = self._speed * sign_of(touch.direction)
        return Push(touch.since_s, touch.until_s, speed)

    # -------------------------------------------------------------------------------------------- the ball

    def _pocket(self, number: str) -> float:
        if number not in self.pockets:
            raise NoMoreBetsError(f"the wheel has no pocket '{number}'; it has {', '.join(self.pockets)}.")
        return TURN * self.pockets.index(number) / len(self.pockets)

    def _throw(self, plan: SpinPlan, rng: np.random.Generator) -> Throw:
        angle = self.dealer_angle + float(rng.uniform(-0.35, 0.35))
        throw = Throw.draw(plan, angle=angle, pocket=self._pocket(plan.number), rng=rng)
        if not self._throws:
            return aim_by_phase(throw, self._rotor)
        free_s = self._over_s(self._throws[-1]) + BETWEEN_SPINS_S
        if plan.launch_s < free_s:
            raise NoMoreBetsError(f"the spin launched at {plan.launch_s:g} s begins before the one before it is over; "
                                  f"launch it at {free_s:.1f} s or later.")
        return aim_by_push(throw, self._rotor, self._speed)

    def _over_s(self, throw: Throw) -> float:
        """When a spin is over: the ball rests, was taken out, flew out or broke."""
        ends = (touch.at_s for touch in self.scene.touches if touch.what in ENDING)
        return min([throw.rest_s, *(end for end in ends if end > throw.plan.launch_s)])

    def _free(self, holder: Holder, t: float) -> BallState | None:
        """The ball when no hand holds it."""
        shape = self.shape
        if isinstance(holder, BallState):
            return holder
        if holder is None or isinstance(holder, str):
            lies = None if holder is None else self.rotor_angle(t) + self._pocket(holder)
            return None if lies is None else _state("pocket", lies, shape.pocket_rest, shape.pocket_height, shape)
        if t <= holder.drop_s:
            return _state("track", holder.track_angle(t), shape.track, shape.track_height, shape)
        if t >= holder.rest_s:
            lies = holder.rotor_angle(t, self._rotor)
            return _state("pocket", lies, shape.pocket_rest, shape.pocket_height, shape)
        fallen = t - holder.drop_s
        angle = holder.spiral_angle(t) if t <= holder.meets_s else holder.rotor_angle(t, self._rotor)
        radius = holder.fall.radius(fallen, track=shape.track, rotor=shape.rotor, pocket=shape.pocket_rest)
        return _state("falling", angle, radius, shape.height(radius) + holder.fall.hop_height(fallen), shape)

    def _came_out(self, throw: Throw) -> SpinPath:
        launch = throw.plan.launch_s
        taken = min((t for t, holder in self._holds if launch < t < throw.rest_s and holder in ("hand", None)),
                    default=None)
        hung = any(launch < t < throw.rest_s and isinstance(holder, BallState) for t, holder in self._holds)
        ends = max(launch, self.scene.duration_s) if throw.run.endless else throw.drop_s
        until = ends if taken is None else min(taken, ends)
        turns = throw.run.travelled(until - launch) / TURN
        laps = [launch + throw.run.seconds_to(lap) for lap in range(1, int(turns + 1e-6) + 1)]
        return SpinPath(
            plan=throw.plan, launch_s=launch, lap_s=tuple(t for t in laps if t <= until + 1e-9),
            drop_s=throw.drop_s if throw.drop_s < (taken or inf) else None,
            rest_s=throw.rest_s if taken is None and not hung and throw.rest_s < inf else None, number=throw.plan.number,
            removed_s=taken, revolutions=turns)

    # -------------------------------------------------------------------------------------------- the hand

    def _holder(self, t: float) -> Holder:
        return [holder for since, holder in self._holds if since <= t][-1]

    def _holders(self) -> list[tuple[float, Holder]]:
        """Who has the ball from when on."""
        holds: list[tuple[float, Holder]] = [(float("-inf"), self.scene.previous_number)]
        moves: list[tuple[float, WheelTouch | Throw]] = [(touch.at_s, touch) for touch in self.scene.touches]
        moves += [(throw.plan.launch_s, throw) for throw in self._throws]
        for when, move in sorted(moves, key=lambda each: each[0]):
            if isinstance(move, Throw):
                holds += [(self._taking_s(when, holds[-1][1]), "hand"), (when, move)]
            elif move.what == "remove":
                holds += [(when, "hand"), (when + REACH_S, None)]
            elif move.what == "hang":
                holds.append((when, self._free(holds[-1][1], when)))
            elif move.what in ENDING:
                holds.append((when, None))
            else:
                number = move.number or self.scene.previous_number or self.pockets[0]
                holds += [(when - REACH_S, "hand"), (when, number)]
        return holds

    def _taking_s(self, launch_s: float, holder: Holder) -> float:
        """When the hand takes the ball for a launch: about a second before, as its pocket comes past the dealer."""
        number = holder.plan.number if isinstance(holder, Throw) else holder
        if not isinstance(number, str) or number == "hand":
            return launch_s - 1.0
        pocket = self._pocket(number)
        times = [launch_s - float(before) for before in np.linspace(0.8, 2.0, 25)]
        return min(times, key=lambda t: abs(remainder(self.rotor_angle(t) + pocket - self.dealer_angle, TURN)))

    def _reaches(self) -> tuple[Visit, ...]:
        visits = [self._launching(throw) for throw in self._throws]
        away = at(self.dealer_angle, 560 * self.shape.scale)
        visits += [Visit(purpose=REACHING[touch.what], from_angle=self.dealer_angle, stations=(
            (touch.at_s - REACH_S, away), (touch.at_s, self._meeting(touch.at_s)), (touch.at_s + REACH_S, away)))
            for touch in self.scene.touches if touch.what in REACHING]
        return tuple(sorted(visits, key=lambda visit: visit.stations[0][0]))

    def _meeting(self, t: float) -> Point:
        """Where hand and ball meet: just before it is taken, or just after it was put down."""
        for holder in (self._holder(t - 1e-6), self._holder(t + 1e-6)):
            ball = None if holder == "hand" else self._free(holder, t)
            if ball is not None:
                return at(ball.angle, ball.radius_mm)
        return at(self.dealer_angle, self.shape.track * self.shape.scale)

    def _launching(self, throw: Throw) -> Visit:
        launch, track, scale = throw.plan.launch_s, self.shape.track * self.shape.scale, self.shape.scale
        taking = max(t for t, holder in self._holds if t < launch and holder == "hand")
        away, ball = at(self.dealer_angle, 560 * scale), self._meeting(taking)
        ready, release, follow = (at(throw.angle + throw.sign * ahead, track + out * scale)
                                  for ahead, out in ((-0.25, 0), (0.0, 0), (0.12, 15)))
        stations = [(taking - REACH_S, away), (taking, ball), (launch - 0.2, ready), (launch, release),
                    (launch + 0.12, follow), (launch + REACH_S, away)]
        pushed = next((push for push in self._rotor.pushes if push.end_s < launch < push.end_s + 3), None)
        if pushed is not None:
            edge = at(self.dealer_angle, self.shape.rotor * scale)
            ends = min(pushed.end_s, taking - 0.15)
            stations[:1] = [(pushed.start_s - REACH_S, away), (pushed.start_s, edge), (ends, edge)]
        return Visit(purpose="launch", from_angle=self.dealer_angle, stations=tuple(stations))


def _state(where: Literal["track", "falling", "pocket"], angle: float, radius: float, height: float,
           shape: WheelShape) -> BallState:
    return BallState(where=where, angle=angle, radius_mm=radius * shape.scale, height_mm=height * shape.scale)
