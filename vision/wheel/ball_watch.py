"""What the ball does, from frame to frame: on the track, falling, in a pocket, taken out, put back."""

from __future__ import annotations

from collections.abc import Iterator

from vision.wheel.at_rest import can_be_told, may_end, rest_told
from vision.wheel.ball import FORGET_S, SETTLED, BallRunner
from vision.wheel.bowl import Glance
from vision.wheel.intruders import HandWatch
from vision.wheel.laps import LapWatch, may_fall, unseen_drop
from vision.wheel.launch import LaunchWatch
from vision.wheel.lost_ball import LostBall
from vision.wheel.pockets import PocketSighting
from vision.wheel.put_back import LyingBall
from vision.wheel.rest import Rest, RestWatch
from vision.wheel.rotor import RotorReader
from vision.wheel.spin import Spin
from vision.wheel.told import Told
from vision.wheel.track import Track

ON_TRACK = 0.09
"""How far from the track's radius a moving blob may be and still begin a spin; more lets a rolling reflection in."""
GIVE_UP_S = 7.0
"""After this long without a sighting a spin is over, whatever became of it."""
TAKEN_S = 0.5
"""How long a ball may be out of sight under a hand before that has taken it; shorter ends the spin of one it covers."""


class BallWatch:
    """Follows the ball through spins and pockets."""

    def __init__(self, track: Track, pockets: tuple[str, ...], hands: HandWatch, *, device_rpm: float | None,
                 ring_mm: float) -> None:
        self._track, self._pockets, self._hands = track, pockets, hands
        self._runner = BallRunner((track.radius - ON_TRACK, track.radius + ON_TRACK))
        self._launch = LaunchWatch(track.radius, hands, ring_mm)
        self._laps = LapWatch(self._runner, device_rpm)
        self._lost = LostBall(track.radius)
        self._rest = RestWatch(len(pockets))
        self._lying = LyingBall(pockets, hands)
        self._spin: Spin | None = None

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
        return self._spin is not None and may_fall(self._spin, seconds, self._launch.looked_s)

    def see(self, seconds: float, glance: Glance, lies: PocketSighting | None, rotor: RotorReader) -> Iterator[Told]:
        """Take a frame; everything that can now be said."""
        self._launch.look(seconds)
        blobs = [self._track.seen_from(blob) for blob in glance.blobs]
        if self._runner.see(seconds, blobs, falling=self._spin is not None):
            self._follow()
        rest = self._rest.see(seconds, lies)
        spin = self._spin
        yield from self._lost.see(seconds, blobs, spin.path if spin is not None and spin.told_launch else None,
                                  dropped=spin is not None and spin.dropped is not None, hand=glance.hand)
        if spin is not None:
            yield from self._running(spin, seconds, rest, rotor)
        else:
            empty = lies is None and not glance.hand and not self._runner.path
            yield from self._lying.see(seconds, rest, empty=empty)

    def finish(self, seconds: float, rotor: RotorReader) -> Iterator[Told]:
        """The film ends: a ball that has just come to rest is told after a shorter look."""
        rest = self._rest.finish(seconds)
        if self._spin is not None and rest is not None and self._may_end(self._spin, rest, seconds):
            yield from self._rested(self._spin, rest, rotor)

    def _follow(self) -> None:
        """The ball is seen on its track: a spin begins, or goes on."""
        if self._spin is None:
            self._begin()
        elif self._spin.dropped is None:
            self._carry_on(self._spin)
        if self._spin is not None:
            self._spin.learn()

    def _begin(self) -> None:
        spin = self._launch.begins(self._runner.path, self._lying.lay_s)
        if spin is not None:
            self._spin = spin
            self._laps.begin()
            self._lying.spin_begins()
            self._rest.clear()

    def _carry_on(self, spin: Spin) -> None:
        if self._runner.path is spin.path:
            return
        against = self._runner.speed * spin.direction < 0
        if not spin.told_launch or (against and len(spin.path) < SETTLED):
            self._begin()  # what was followed was none: a fingertip, a reflection
        elif against:  # no ball turns round on its track
            self._runner.lose()
        else:
            spin.join(self._runner.path)
            self._runner.path = spin.path

    def _running(self, spin: Spin, seconds: float, rest: Rest | None, rotor: RotorReader) -> Iterator[Told]:
        yield from self._launch.tell(spin, rotor)
        if spin.told_launch:
            yield from self._laps.tell(spin, seconds, rotor)
        unseen = seconds - spin.path[-1].seconds
        if rest is not None and self._may_end(spin, rest, seconds) and can_be_told(rest, seconds):
            yield from self._rested(spin, rest, rotor)
        elif unseen > (TAKEN_S if self._taken(spin) else GIVE_UP_S if spin.told_launch else FORGET_S):
            # Either it never was a ball, or a hand took it out of the wheel, or it is gone from sight for good.
            self._end(spin, None)

    def _may_end(self, spin: Spin, rest: Rest, seconds: float) -> bool:
        """Whether this can be where the spin ended, and not another ball than the one that flew out."""
        return may_end(spin, rest, seconds) and not self._lost.pending

    def _rested(self, spin: Spin, rest: Rest, rotor: RotorReader) -> Iterator[Told]:
        if spin.told_launch:
            if spin.dropped is None:
                yield unseen_drop(spin, rest.earliest, rotor)
            yield rest_told(rest, self._pockets)
        self._end(spin, rest)

    def _taken(self, spin: Spin) -> bool:
        return self._hands.present and self._hands.last_s > spin.path[-1].seconds - 0.2

    def _end(self, spin: Spin, rest: Rest | None) -> None:
        self._spin = None
        self._lying.spin_ends(rest, believed=spin.told_launch)
        self._runner.lose()
