"""What is said of a ball between spins: taken out of its pocket, and put back or dropped in by a hand."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import BallRested, BallReturned
from vision.wheel.at_rest import can_be_told, is_sure, number_of
from vision.wheel.intruders import HandWatch
from vision.wheel.rest import Rest
from vision.wheel.told import Told

AWAY_S = 0.5
"""How long no pocket may show a ball, with no hand in the way, before it counts as taken out."""


class LyingBall:
    """Remembers in which pocket a ball lay and what became of its spin."""

    def __init__(self, pockets: tuple[str, ...], hands: HandWatch) -> None:
        self._pockets, self._hands = pockets, hands
        self._void = False
        """Whether the last spin came to nothing."""
        self._lies: int | None = None
        self.lay_s = float("-inf")
        """When a ball was last seen lying."""
        self._away: tuple[float, float] | None = None
        """Since when, and until which frame, no pocket holds the ball."""

    def spin_begins(self) -> None:
        """The ball runs: it is not looked for in the pockets."""
        self._away = None

    def spin_ends(self, rest: Rest | None, *, believed: bool) -> None:
        """The spin ended in a pocket, or nowhere: then it is void, if its ball was `believed`."""
        self._void, self._away = rest is None and believed, None
        if rest is not None:
            self._lies, self.lay_s = rest.pocket, rest.latest

    def see(self, seconds: float, rest: Rest | None, *, empty: bool) -> Iterator[Told]:
        """A ball lying since the beginning or since its rest is nothing new; one a hand has put there is."""
        if rest is not None:
            if self._away is not None and self._hands.last_s > self._away[0] < self._away[1] - AWAY_S:
                if not can_be_told(rest, seconds):
                    return
                yield self._put_in(rest, self._away[1])
                self._void = False
            self._lies, self.lay_s, self._away = rest.pocket, seconds, None
        elif empty and seconds - self.lay_s > AWAY_S:
            self._away = (self._away[0] if self._away else seconds, seconds)

    def _put_in(self, rest: Rest, since: float) -> Told:
        """A hand put it there: back, after a spin that came to nothing; else dropped in without being spun round."""
        sure, number = is_sure(rest), number_of(rest, self._pockets)
        if self._void or self._lies in (None, rest.pocket):
            return Told(BallReturned, since, rest.latest, 0.97 if sure else 0.7, {"number": number})
        around = {self._pockets[each]: None for each in (rest.pocket, rest.pocket if sure else rest.beside)}
        return Told(BallRested, since, rest.latest, 0.95 if sure else 0.7, {
            "number": number, "candidates": tuple(around)})
