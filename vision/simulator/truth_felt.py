"""What a perfect eye sees on the felt."""

from __future__ import annotations

from collections.abc import Iterator

from schemas import events
from schemas.events import Chips, Observation, OnFelt, Place
from schemas.moment import Interval, Moment
from vision.simulator.reaches import visits
from vision.simulator.scene import FeltMove
from vision.simulator.script import Script
from vision.simulator.stack import Handling
from vision.simulator.truth_desk import happened


def felt_says(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    """Everything the layout's eye says, and when."""
    for visit in visits(handling.move for handling in script.handlings):
        yield visit.enters, events.HandEntered(seen=happened(start, visit.enters), side=visit.side,
                                               position=visit.position)
        yield visit.leaves, events.HandLeft(seen=happened(start, visit.leaves), side=visit.side,
                                            position=visit.position)
    marked = False
    for handling in script.handlings:
        move, step = handling.move, handling.step
        if move.at_s < 0:
            yield 0.0, standing(handling, start)
            continue
        seen, says_at = happened(start, move.at_s, step), move.at_s + step.seen_s[1]
        if move.what == "dolly":
            marked = True
            yield says_at, events.DollyPlaced(seen=seen, number=handling.spot, x_mm=move.x_mm, y_mm=move.y_mm,
                                              confidence=step.confidence)
        elif move.what == "lift":
            marked = False
            yield says_at, events.DollyLifted(seen=seen, confidence=step.confidence)
        elif move.what == "wave":
            yield says_at, events.DealerWaved(seen=seen, confidence=step.confidence)
        elif move.what != "brush":
            yield says_at, _chips(handling, seen, settling=marked and move.side == "dealer")


def standing(handling: Handling, start: Moment) -> Observation:
    """What stood there before anybody looked."""
    move = handling.move
    chips = tuple(Chips(colour=pile.colour, count=(pile.count, pile.count)) for pile in move.chips)
    return events.ChipsStanding(seen=(start, start), stack=handling.stack, x_mm=move.x_mm, y_mm=move.y_mm,
                                error_mm=0.0, spot=handling.spot, chips=chips)


def _chips(handling: Handling, seen: Interval, *, settling: bool) -> Observation:
    """While the dolly stands, what the dealer puts down is payment and what the dealer takes is collecting."""
    move, step = handling.move, handling.step
    chips = tuple(Chips(colour=pile.colour, count=step.count_range or (pile.count, pile.count)) for pile in move.chips)
    if move.what == "move":
        to = move.to_mm or (move.x_mm, move.y_mm)
        return events.ChipsMoved(
            seen=seen, stack=handling.stack, chips=chips, side=move.side, position=move.position,
            from_=Place(x_mm=move.x_mm, y_mm=move.y_mm, error_mm=0.0, spot=handling.spot),
            to=Place(x_mm=to[0], y_mm=to[1], error_mm=0.0, spot=handling.to_spot), confidence=step.confidence,
        )
    return _kind(move, settling)(
        seen=seen, stack=handling.stack, x_mm=move.x_mm, y_mm=move.y_mm, error_mm=0.0, spot=handling.spot, chips=chips,
        side=move.side, position=move.position, confidence=step.confidence,
    )


_SAID: dict[str, type[OnFelt]] = {
    "place": events.ChipsPlaced, "add": events.ChipsAdded, "reduce": events.ChipsReduced, "take": events.ChipsRemoved,
}


def _kind(move: FeltMove, settling: bool) -> type[OnFelt]:
    if settling:
        return events.ChipsPaid if move.what in ("place", "add") else events.ChipsCollected
    return _SAID[move.what]
