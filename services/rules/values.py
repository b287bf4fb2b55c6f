"""What chips are worth: a colour's value begins and ends with `ColourAssigned`."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.envelope import Entry
from schemas.events import ColourAssigned
from schemas.moment import Moment


def values_at(opening: dict[str, int], assigned: Iterable[Entry], at: Moment | None) -> dict[str, int]:
    """The colours' values at a moment of the round; null: when it opened.

    A colour that had no value yet takes the first it is given: the desk may tell of a buy-in after the first bet.
    """
    values = dict(opening)
    for fact in assigned:
        assert isinstance(fact.data, ColourAssigned)
        colour, value = fact.data.colour, fact.data.value
        if value is None:
            if at is not None and fact.time <= at:
                values.pop(colour, None)
        elif at is not None and fact.time <= at:
            values[colour] = value
        else:
            values.setdefault(colour, value)
    return values
