"""Something that does not belong there came into the wheel before the ball was at rest."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import ObjectEnteredWheel
from services.rules.irregularity import Ran, Void


def foreign_object(ran: Ran) -> Iterator[Void]:
    """The first object seen while the ball ran."""
    for fact in ran.facts.every(ObjectEnteredWheel):
        weight = ran.weigh(ran.meanwhile(fact), fact)
        if weight is not None:
            yield Void("foreign-object", weight, (fact,))
            return
