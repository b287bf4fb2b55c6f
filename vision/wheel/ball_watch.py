"""What the ball does, from frame to frame: on the track, falling, in a pocket, taken out, put back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from math import pi, tau
from typing import Any

import numpy as np

from schemas.events import (
    BallDropped,
    BallLapped,
    BallLaunched,
    BallRested,
    BallReturned,
    BallSlowed,
    Direction,
)
from vision.wheel.ball import FORGET_S, SETTLED, BallRunner, slope
from vision.wheel.bowl import Glance
from vision.wheel.intruders import HandWatch
from vision.wheel.lost_ball import LostBall
from vision.wheel.pockets import PocketSighting
from vision.wheel.rest import Rest, RestWatch
from vision.wheel.rotor import RotorReader
from vision.wheel.spin import Spin
from vision.wheel.told import Told
from vision.wheel.track import Track

ON_TRACK = 0.09
"""How far from the track's radius a moving blob may be and still begin a spin; more lets a rolling reflection in."""
BELIEVED = pi / 2
"""Radians a ball must be seen to run before its launch is said; less invents balls, more says it later."""
GIVE_UP_S = 7.0
"""After this long without a sighting a spin is over, whatever became of it."""
TAKEN_S = 0.5
"""How long a ball may be out of sight under a hand before that has taken it; shorter ends the spin of one it covers."""
THROWN_S, UNTHROWN_S = 0.7, 1.5
"""A ball that runs this soon after a hand was there was thrown by it; without a hand, one that runs only after so long
a look at an empty track was launched unseen. Lower the one and quick hands are missed, the other and a running ball
is taken for a launch."""
WATCHED = 0.6
"""The part of the frames in which a ball must be seen on its first lap for its first sighting to be near its launch."""
SEEN_PART = 0.35
"""The part of the frames since its first sighting in which a ball must be seen for its launch to be said; lower it and
glints that happen to lie in a line are thrown, raise it and a faint ball's launch is said later."""
LAY_S = 2.0
"""How lately a ball was seen lying in a pocket for nothing on the track to be one, unless a hand came between."""
FALLING, FALLS_S = 0.03, 1.5
"""How far inside the track (ring radii) a ball may be falling, and for how long one out of sight is looked for in the
whole bowl; more costs time."""
FALL_S, DROPS_AT, SLOWS = 1.0, 4.0, 2.0
"""The shortest time from the track to rest, the radians a second at which a ball may leave the track, and by how many a
second it slows before: a ball out of sight cannot rest sooner. Raise the first and a quick fall is not believed."""
UNSURE_S = 1.6
"""How long a resting ball is watched turning with the rotor when its pocket is not yet sure; longer names more pockets,
later."""
CERTAIN, LIKELY = 0.995, 0.98
"""How surely the resting ball's pocket is known for its number to be said at once, and after a while; lower them and
more numbers are named, some of them wrong."""
LAYS_S, ROLLS_S = 0.08, 0.2
"""How much earlier than the first picture of it in its place a ball may rest, and for how much longer it may still roll
by less than a picture shows; smaller ones say the moment more exactly than it is seen."""
WIDTH_DOUBT = 0.35
"""By which part the ball's measured width may err: blur widens it, poor light narrows it."""
AWAY_S = 0.5
"""How long no pocket may show a ball, with no hand in the way, before it counts as taken out."""


class BallWatch:
    """Follows the ball through spins and pockets."""

    def __init__(self, track: Track, pockets: tuple[str, ...], hands: HandWatch, *, device_rpm: float | None,
                 ring_mm: float) -> None:
        self._track, self._pockets, self._hands, self._device_rpm = track, pockets, hands, device_rpm
        self._ring_mm = ring_mm
        self._lost = LostBall(track.radius)
        self._runner = BallRunner((track.radius - ON_TRACK, track.radius + ON_TRACK))
        self._rest = RestWatch(len(pockets))
        self._spin: Spin | None = None
        self._first_s: float | None = None
        self._frames: deque[float] = deque(maxlen=240)
        self._slowed = False
        self._void = False
        self._lies: int | None = None
        self._lay_s = float("-inf")
        self._away: tuple[float, float] | None = None
        """Since when, and until which frame, no pocket holds the ball."""

    @property
    def running(self) -> bool:
        """Whether a ball that was believed runs or falls and has not come to rest."""
        return self._spin is not None and self._spin.told_launch and not self._lost.said

    @property
    def speed(self) -> float:
        """The followed ball's speed in radians a second, 0 without one."""
        return self._runner.speed if len(self._runner.path) > 2 else 0.0

    @property
    def spin(self) -> Spin | None:
        """The spin being followed."""
        return self._spin

    def needs_pockets(self, seconds: float) -> bool:
        """Whether it matters now what lies in the pockets: not while the ball is seen on the track."""
        spin = self._spin
        return spin is None or spin.dropped is not None or seconds - spin.path[-1].seconds > 0.1

    def needs_bowl(self, seconds: float) -> bool:
        """Whether the ball may be elsewhere in the bowl than on the track: falling, or just lost from sight."""
        spin = self._spin
        if spin is None:
            return False
        last = spin.path[-1]
        lost = last.seconds < self._frames[-1] or spin.level.depth(last) > FALLING
        return lost and seconds - last.seconds < FALLS_S

    def see(self, seconds: float, glance: Glance, lies: PocketSighting | None, rotor: RotorReader) -> Iterator[Told]:
        """Take a frame; everything that can now be said."""
        self._first_s = seconds if self._first_s is None else self._first_s
        self._frames.append(seconds)
        blobs = [self._track.seen_from(blob) for blob in glance.blobs]
        seen = self._runner.see(seconds, blobs, falling=self._spin is not None)
        if self._spin is None and seen:
            self._begin()
        elif self._spin is not None and seen and self._spin.dropped is None:
            self._carry_on()
        if self._spin is not None and seen:
            self._spin.learn()
        rest = self._rest.see(seconds, lies)
        spin = self._spin
        yield from self._lost.see(seconds, blobs, spin.path if spin is not None and spin.told_launch else None,
                                  dropped=spin is not None and spin.dropped is not None, hand=glance.hand)
        if self._spin is not None:
            yield from self._running(self._spin, seconds, rest, rotor)
        else:
            yield from self._lying(seconds, glance, lies, rest)

    def finish(self, seconds: float, rotor: RotorReader) -> Iterator[Told]:
        """The film ends: a ball that has just come to rest is told after a shorter look."""
        rest = self._rest.finish(seconds)
        if self._spin is not None and rest is not None and self._may_rest(self._spin, rest, seconds):
            yield from self._rested(self._spin, rest, rotor)

    # ------------------------------------------------------------------------------------------ a spin

    def _begin(self) -> None:
        path = self._runner.path
        spin = Spin(track=self._track.radius, launched=None, backwards=0.0, path=path)
        first, speed = path[0], max(0.5, abs(spin.first_speed))
        assert self._first_s is not None
        if first.seconds > self._first_s + 0.15:
            step = speed * (path[1].seconds - first.seconds)
            behind = self._hands.behind(first.seconds, first.turned % tau, spin.direction, step)
            spin.backwards = step if behind is None else behind + 0.5 * step
            spin.launched = (first.seconds - spin.backwards / speed, first.seconds)
            spin.thrown = self._hands.last_s > first.seconds - THROWN_S
            if not spin.thrown:  # nobody was seen to throw it: it may have run a while
                if first.seconds - self._lay_s < LAY_S and spin.travelled < tau:
                    return  # so lately a ball lay in its pocket that this may well be none
                spin.backwards = tau
                spin.launched = None if first.seconds < self._first_s + UNTHROWN_S else spin.launched
        self._spin, self._slowed, self._away = spin, False, None
        self._rest.clear()

    def _carry_on(self) -> None:
        assert self._spin is not None
        if self._runner.path is self._spin.path:
            return
        against = self._runner.speed * self._spin.direction < 0
        if not self._spin.told_launch or (against and len(self._spin.path) < SETTLED):
            self._begin()  # what was followed was none: a fingertip, a reflection
            return
        if against:  # no ball turns round on its track
            self._runner.lose()
            return
        self._spin.join(self._runner.path)
        self._runner.path = self._spin.path

    def _running(self, spin: Spin, seconds: float, rest: Rest | None, rotor: RotorReader) -> Iterator[Told]:
        direction: Direction = "clockwise" if spin.direction > 0 else "anticlockwise"
        enough = BELIEVED if spin.thrown or spin.launched is None else tau
        if not spin.told_launch and spin.travelled >= enough and self._seen_part(spin) > SEEN_PART:
            spin.told_launch = True
            if spin.launched is not None and not spin.thrown and spin.leaving:
                spin.launched = None
            if spin.launched is not None:
                yield self._launch_told(spin, direction, rotor)
        if spin.told_launch:
            yield from self._on_track(spin, seconds, direction, rotor)
        unseen = seconds - spin.path[-1].seconds
        if rest is not None and self._may_rest(spin, rest, seconds) and (
                _sure(rest) or seconds - rest.latest > UNSURE_S):
            yield from self._rested(spin, rest, rotor)
        elif unseen > (TAKEN_S if self._taken(spin) else GIVE_UP_S if spin.told_launch else FORGET_S):
            # Either it never was a ball, or a hand took it out of the wheel, or it is gone from sight for good.
            self._end(None)

    def _launch_told(self, spin: Spin, direction: Direction, rotor: RotorReader) -> Told:
        """The launch: out of a hand, or where a ball first ran on a track that was watched."""
        assert spin.launched is not None
        first, speed = spin.launched[0], abs(spin.first_speed)
        if not spin.thrown:
            spin.watched = self._watched(spin)
            spin.backwards = pi if spin.watched else tau
            first = spin.launched[1] - spin.backwards / max(0.5, speed)
        turning = rotor.speed
        return Told(BallLaunched, first, spin.launched[1], 0.97 if spin.thrown else 0.8 if spin.watched else 0.6, {
            "direction": direction, "rotor": rotor.turns, "ball_rpm": _rpm(speed),
            "rotor_rpm": None if turning is None else _rpm(turning), "ball_mm": self._width(spin)})

    def _watched(self, spin: Spin) -> bool:
        """Whether the ball is seen so often that it would have been seen before, had it run."""
        return self._seen_part(spin) > WATCHED

    def _seen_part(self, spin: Spin) -> float:
        """In which part of the frames since its first sighting it is seen."""
        return len(spin.path) / max(1, sum(when >= spin.path[0].seconds for when in self._frames))

    def _may_rest(self, spin: Spin, rest: Rest, seconds: float) -> bool:
        """Whether this can be where the spin ended: not while the ball is seen, nor from before it dropped."""
        since = spin.path[-1].seconds if spin.dropped is None else spin.dropped[0]
        unseen = seconds - spin.path[-1].seconds > 0.1
        return rest.latest > since and unseen and _can_rest(spin, rest) and not self._lost.pending

    def _on_track(self, spin: Spin, seconds: float, direction: Direction, rotor: RotorReader) -> Iterator[Told]:
        dropped = spin.drop_due(lost=seconds - spin.path[-1].seconds > 0.2)
        while (lap := spin.lap_due()) is not None:
            yield Told(BallLapped, lap.earliest, lap.latest, 0.6 if lap.doubt else 0.96, {
                "lap": lap.number, "direction": direction, "rotor": rotor.turns, "seconds": round(lap.seconds, 3)})
        if dropped is not None:
            yield Told(BallDropped, *dropped, 0.97, {"revolutions": spin.revolutions(), **_seen_last(spin, rotor)})
        yield from self._passed_device_speed(spin, seconds)

    def _passed_device_speed(self, spin: Spin, seconds: float) -> Iterator[Told]:
        if self._device_rpm is None or self._slowed or spin.dropped is not None or len(self._runner.path) < 8:
            return
        if abs(self._runner.speed) / tau * 60 < self._device_rpm:
            self._slowed = True
            yield Told(BallSlowed, seconds - 0.34, seconds, 0.9, {"rpm": _rpm(self._runner.speed)})

    def _rested(self, spin: Spin, rest: Rest, rotor: RotorReader) -> Iterator[Told]:
        if spin.dropped is None and spin.told_launch:
            # The drop itself was out of sight: it was after the last sighting on the track and before the rest.
            last = spin.path[-1].seconds
            spin.dropped = (last, rest.earliest)
            most = (spin.travelled + spin.backwards + abs(spin.first_speed) * (rest.earliest - last)) / tau
            yield Told(BallDropped, *spin.dropped, 0.6, {
                "revolutions": (round(spin.travelled / tau, 2), round(most, 2) if spin.thrown else None),
                **_seen_last(spin, rotor)})
        if spin.told_launch:
            yield self._rest_told(rest)
        self._end(rest.pocket, rest.latest)

    def _rest_told(self, rest: Rest) -> Told:
        count, sure = len(self._pockets), _sure(rest)
        known = rest.certainty > LIKELY
        confidence = 0.995 if sure else 0.8 if known else 0.5
        around = (rest.pocket,) if sure else (rest.pocket - 1, rest.pocket, rest.pocket + 1)
        return Told(BallRested, rest.earliest - LAYS_S, rest.latest + ROLLS_S, confidence, {
            "number": self._pockets[rest.pocket] if known else None,
            "candidates": tuple(self._pockets[each % count] for each in around)})

    def _taken(self, spin: Spin) -> bool:
        return self._hands.present and self._hands.last_s > spin.path[-1].seconds - 0.2

    def _end(self, pocket: int | None, rested_s: float = 0.0) -> None:
        self._void = pocket is None and self._spin is not None and self._spin.told_launch
        self._spin, self._away = None, None
        if pocket is not None:
            self._lies, self._lay_s = pocket, rested_s
        self._runner.lose()

    # ------------------------------------------------------------------------------------------ between spins

    def _lying(self, seconds: float, glance: Glance, lies: PocketSighting | None, rest: Rest | None) -> Iterator[Told]:
        """A ball lying since the beginning or since its rest is nothing new; one a hand has put there is."""
        if rest is not None:
            if self._away is not None and self._hands.last_s > self._away[0] < self._away[1] - AWAY_S:
                if not _sure(rest) and seconds - rest.latest <= UNSURE_S:
                    return
                yield self._put_in(rest, self._away[1])
                self._void = False
            self._lies, self._lay_s, self._away = rest.pocket, seconds, None
        elif lies is None and not glance.hand and not self._runner.path and seconds - self._lay_s > AWAY_S:
            self._away = (self._away[0] if self._away else seconds, seconds)

    def _put_in(self, rest: Rest, since: float) -> Told:
        """A hand put it there: back, after a spin that came to nothing; else dropped in without being spun round."""
        sure = _sure(rest)
        number = self._pockets[rest.pocket] if rest.certainty > LIKELY else None
        if self._void or self._lies in (None, rest.pocket):
            return Told(BallReturned, since, rest.latest, 0.97 if sure else 0.7, {"number": number})
        around = {self._pockets[each]: None for each in (rest.pocket, rest.pocket if sure else rest.beside)}
        return Told(BallRested, since, rest.latest, 0.95 if sure else 0.7, {
            "number": number, "candidates": tuple(around)})

    def _width(self, spin: Spin) -> tuple[float, float] | None:
        """The ball's width in millimetres, at least and at most; nothing from too few sightings."""
        wide = [each.across * self._ring_mm for each in spin.path if each.across > 0]
        if len(wide) < 8:
            return None
        middle = float(np.median(wide))
        return round(middle * (1 - WIDTH_DOUBT), 1), round(middle * (1 + WIDTH_DOUBT), 1)


def _sure(rest: Rest) -> bool:
    """Whether the pocket is known beyond doubt."""
    return rest.certainty > CERTAIN


def _can_rest(spin: Spin, rest: Rest) -> bool:
    """Whether a ball last seen running on its track can lie by then: it must slow down and fall first."""
    if spin.dropped is not None or spin.level.depth(spin.path[-1]) > FALLING:
        return True
    return rest.latest - spin.path[-1].seconds > FALL_S + max(0.0, spin.last_speed - DROPS_AT) / SLOWS


def _seen_last(spin: Spin, rotor: RotorReader) -> dict[str, Any]:
    """How ball and rotor went when the ball left the track."""
    until = spin.path[-1].seconds if spin.dropped is None else spin.dropped[1]
    last = [each for each in spin.path if until - 1.0 < each.seconds <= until] or spin.path
    speed = slope([each.seconds for each in last], [each.turned for each in last])
    turning = rotor.speed
    return {"direction": "clockwise" if speed > 0 else "anticlockwise", "ball_rpm": _rpm(speed), "rotor": rotor.turns,
            "rotor_rpm": None if turning is None else _rpm(turning)}


def _rpm(speed: float) -> float:
    return round(abs(speed) / tau * 60, 1)
