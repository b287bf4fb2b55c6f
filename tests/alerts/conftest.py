from collections.abc import Callable

import pytest

from schemas.envelope import Entry, entry
from schemas.events import IncidentOpened, IncidentUpdated, Remedy
from schemas.moment import Moment

SENTENCE = "Table 1, 21:14:32. Five green chips (25.00) put on 17 by a player's hand. division-current 3.6A: void."


@pytest.fixture
def case() -> Callable[..., Entry]:
    """A word about the one case of the test, in its envelope."""

    def say(kind: type = IncidentOpened, id: str = "c1", **told: object) -> Entry:
        when = Moment.parse("2026-11-18T21:14:32.480Z")
        fields: dict[str, object] = {
            "incident": "i1", "round": 1, "round_id": "r1", "conduct": "late-bet", "rulebook": "division-current",
            "version": "1", "clauses": ("3.6(a)", "3.6A"), "verdict": "breach", "probability": 1.0,
            "seen": (when, when), "findings": ("f1",), "rules": ("late-bet",), "sentences": (SENTENCE,),
            "remedies": (Remedy(what="void", standing="stated", clause="3.6A"),), "stake": (2500, 2500),
            "would_pay": (87500, 87500),
        }
        return entry(kind(**{**fields, **told}), id=id, table="t1", origin="casebook", time=when, session="s1")

    return say


@pytest.fixture
def updated(case: Callable[..., Entry]) -> Callable[..., Entry]:
    """A later word about it."""
    return lambda **told: case(IncidentUpdated, **told)
