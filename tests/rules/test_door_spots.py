"""At the door a spot is known by the table's own felt, whoever names it."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import ChipsMoved, ChipsPlaced, OralBetCalled, PayoutReported, Place
from schemas.moment import Moment
from schemas.table import FeltPart, TableSetup, WheelPart
from services.rules.door import refuse_unknown

SEEN = (Moment(0), Moment(0))
PLAIN = TableSetup(table="t1", rulebook="division-current")
TRACK = TableSetup(table="t1", rulebook="division-current", felt=FeltPart(extras=("racetrack", "asian-racetrack")))
TWO_ZEROS = TableSetup(
    table="t1", rulebook="division-current", wheel=WheelPart(order="american"),
    felt=FeltPart(layout="double-zero", zeros="00-0"),
)


def say(spot):
    """Everyone who may name a spot without millimetres."""
    return [
        OralBetCalled(seen=SEEN, bet=spot), PayoutReported(seen=SEEN, spot=spot, amount=100),
        ChipsPlaced(seen=SEEN, stack="k", spot=spot),
        ChipsMoved(seen=SEEN, stack="k", from_=Place(spot="17"), to=Place(spot=spot)),
    ]


@pytest.mark.parametrize(
    ("setup", "spot"),
    [
        (PLAIN, "voisins"), (PLAIN, "neighbours-17"), (PLAIN, "0-00"), (PLAIN, "section-tier"), (PLAIN, "20-17"),
        (TRACK, "neighbours-00"), (TRACK, "asian-1-2-3"), (TRACK, "section-tier"),
        (TWO_ZEROS, "0-1-2"), (TWO_ZEROS, "0-1-2-3"), (TWO_ZEROS, "tier"),
    ],
)
def test_a_spot_this_felt_has_not_is_one_line(setup, spot):
    for event in say(spot):
        with pytest.raises(NoMoreBetsError, match=f"^no spot '{spot}' on this felt") as refused:
            refuse_unknown(event, setup, configured=True)
        assert "Known:" not in str(refused.value)


@pytest.mark.parametrize(
    ("setup", "spot"),
    [
        (TRACK, "voisins"), (TRACK, "neighbours-17"), (TRACK, "asian-15-19-32"),
        (TWO_ZEROS, "0-00-1-2-3"), (TWO_ZEROS, "00-1-2"), (TWO_ZEROS, "0-00"),
    ],
)
def test_a_spot_this_felt_has_comes_in(setup, spot):
    for event in say(spot):
        refuse_unknown(event, setup, configured=True)


@pytest.mark.parametrize("spot", ["17", "0-1-2", "00-1-2", "neighbours-00", "section-tier"])
def test_a_table_nobody_configured_may_have_any_felt(spot):
    for event in say(spot):
        refuse_unknown(event, PLAIN, configured=False)
    with pytest.raises(NoMoreBetsError, match="no spot '1-5'"):
        refuse_unknown(say("1-5")[0], PLAIN, configured=False)
