"""Somebody meddled with the ball or the wheel while the ball ran."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import HandEnteredWheel, NoSpinCalled, RotorReversed, WheelDisturbed
from services.rules.irregularity import Ran, Void, launching


def interference(ran: Ran) -> Iterator[Void]:
    """A player's hand in the wheel; a hand nobody can name, or a rotor that changed as friction cannot, is suspected.

    The dealer's hand is lawful: it launches, removes and returns the ball.
    """
    told = ran.facts.every(HandEnteredWheel, WheelDisturbed, RotorReversed)
    signs = [(fact, certain) for fact in told if (certain := _meddles(fact)) is not None]
    found: list[Void] = []
    for fact, certain in signs:
        if ran.began is None or launching(fact, ran.began) or _called_off(fact, ran):
            continue
        weight = ran.weigh(ran.meanwhile(fact), fact, certain=certain)
        if weight is not None:
            found.append(Void("interference", weight, (fact,)))
    if found:
        yield max(found, key=lambda void: (void.weight.probability, -void.facts[0].time))


def _meddles(fact: Entry) -> bool | None:
    """Whether this is meddling for certain, perhaps, or (null) not at all."""
    match fact.data:
        case HandEnteredWheel(side=side):
            return {"player": True, "unknown": False}.get(side)
        case WheelDisturbed() | RotorReversed():
            return False
    return None


def _called_off(fact: Entry, ran: Ran) -> bool:
    """After 'no spin' a hand that is not plainly a player's is there to take the ball out."""
    if not isinstance(fact.data, HandEnteredWheel) or fact.data.side == "player":
        return False
    return ran.first(NoSpinCalled) is not None
