"""A running ball that is no longer one: it flew out of the wheel, or came apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import remainder, tau

from schemas.events import BallBroke, BallLeftWheel
from vision.wheel.ball import BallRunner, Sighting, slope
from vision.wheel.blobs import Blob
from vision.wheel.told import Told

OUTSIDE = 0.07
"""How far outside the track (ring radii) a ball has left it upwards; lower it and a wobble passes for leaving."""
FLIES = 4.0
"""Radians a second under which no ball has what it takes to climb over the rim; lower it and a glint beside a ball that
falls has it leave the wheel."""
GONE_S = 1.5
"""How long it must then be gone from the bowl; lower it and a ball seen again had left the wheel."""
APART = 0.5
"""Radians between two pieces of a ball; lower it and the ball's mirror image in the varnish is a piece of it."""
PIECES_S = 0.4
"""How long two pieces must be seen to run at once; lower it and a passing reflection breaks balls."""


class LostBall:
    """Looks at what the follower of the ball leaves over: a blob going outwards, a second one running."""

    def __init__(self, track: float) -> None:
        self._track = track
        self._second = BallRunner((track - 0.3, track + 0.09))
        self._left: tuple[float, float] | None = None
        self.said = False
        """Whether this spin's ball is known to be lost."""

    @property
    def pending(self) -> bool:
        """Whether it was seen going outwards, and not again since: what lies in a pocket is something else."""
        return self._left is not None

    def see(self, seconds: float, blobs: Sequence[Blob], path: list[Sighting] | None, *, dropped: bool,
            hand: bool) -> Iterator[Told]:
        """Take a frame with the running ball's path; what became of it, said once."""
        if path is None:
            self._left, self.said = None, False
            self._second.lose()
            return
        yield from self._flew_out(seconds, blobs, path, dropped, hand)
        yield from self._came_apart(seconds, blobs, path, hand)

    def _flew_out(self, seconds: float, blobs: Sequence[Blob], path: list[Sighting], dropped: bool,
                  hand: bool) -> Iterator[Told]:
        last, recent = path[-1], path[-8:]
        if dropped or hand:
            self._left = None
        elif self._left is not None:
            if last.seconds > self._left[0]:
                self._left = None
            elif seconds - self._left[0] > GONE_S:
                earliest, latest = self._left
                self._left, self.said = (float("inf"), latest), True
                yield Told(BallLeftWheel, earliest, latest, 0.9, {})
        elif 0 < seconds - last.seconds < 0.25:
            speed = slope([each.seconds for each in recent], [each.turned for each in recent])
            due = last.turned + speed * (seconds - last.seconds)
            outside = (blob for blob in blobs if blob.radius > self._track + OUTSIDE)
            if abs(speed) > FLIES and any(abs(remainder(blob.angle - due, tau)) < 0.5 for blob in outside):
                self._left = (last.seconds, seconds)

    def _came_apart(self, seconds: float, blobs: Sequence[Blob], path: list[Sighting], hand: bool) -> Iterator[Told]:
        here = path[-1]
        if hand or seconds - here.seconds > 0.15:
            self._second.lose()
        if hand or here.seconds < seconds:  # a ball not followed in this frame must not pass for its own piece
            return
        others = [blob for blob in blobs if abs(remainder(blob.angle - here.turned, tau)) > APART]
        if not self._second.see(seconds, others, falling=True) or self.said:
            return
        piece = self._second.path
        if piece[-1].seconds - piece[0].seconds > PIECES_S and abs(piece[-1].turned - piece[0].turned) > 0.8:
            self.said = True
            yield Told(BallBroke, piece[0].seconds - 0.8, piece[0].seconds, 0.9, {})
