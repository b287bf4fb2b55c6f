"""Hands as they are told: entered, left."""

from __future__ import annotations

from schemas.events import HandEntered, HandLeft, Observation
from schemas.moment import Moment
from vision.layout.hands import Hands

SURE_MS = 40
"""A hand is told when it has been seen this long; longer is surer of whose it is, and later."""
SURE = 0.97


class Passing:
    """Tells each hand's coming and going once."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def events(self, now: int, first: Moment) -> list[Observation]:
        """What is to be said of hands now."""
        said: list[Observation] = []
        for hand in self._hands.hands:
            if not hand.announced and hand.last >= hand.came[1] + SURE_MS:
                hand.announced = True
                said.append(HandEntered(seen=_interval(hand.came, first), confidence=SURE, side=hand.side))
            if hand.announced and hand.left is not None and not hand.told_left:
                hand.told_left = True
                said.append(HandLeft(seen=_interval(hand.left, first), confidence=SURE, side=hand.side,
                                     position=hand.position))
        return said


def _interval(seen: tuple[int, int], first: Moment) -> tuple[Moment, Moment]:
    return Moment(first + seen[0]), Moment(first + seen[1])
