"""A table that its rulebook does not allow is refused in one line that names the key and the clause."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.lawful import check_table
from schemas.rulebook import known_rulebooks, load_rulebook
from schemas.table import ChipPart, FeltPart, Limits, LimitsPart, TableSetup, WheelPart
from schemas.wheel import AMERICAN, SINGLE_ZERO

WHITE, RED = (250, 250, 250), (200, 30, 30)
PAY = {"voisins": 1, "tier": 2, "orphans": 3}
RACETRACK = LimitsPart(racetrack=Limits(minimum=500))


def table(book, **told):
    """A table that is lawful under the book but for what is told."""
    if 37 not in load_rulebook(book).pockets:
        told = {"wheel": WheelPart(order="american"), "felt": FeltPart(layout="double-zero", zeros="0-00"), **told}
    return TableSetup(table="t1", rulebook=book, **told)


def check(setup):
    check_table(setup, load_rulebook(setup.rulebook))


@pytest.mark.parametrize("book", known_rulebooks())
def test_an_ordinary_table_is_lawful(book):
    check(table(book))


LAWFUL = {
    "both racetracks": table(
        "division-8-2004", felt=FeltPart(extras=("racetrack", "asian-racetrack")), limits=RACETRACK),
    "38 pockets, 00 left of 0": table(
        "division-current", wheel=WheelPart(order="american"), felt=FeltPart(layout="double-zero", zeros="00-0")),
    "Viva and bonus": table("division-current", variants=("viva", "bonus")),
    "sections": table(
        "division-current", variants=("sections", "viva", "bonus"), section_pay=PAY,
        felt=FeltPart(extras=("sections",))),
    "only the sections on offer are paid": table(
        "division-current", variants=("sections",), section_pay={"tier": 2},
        felt=FeltPart(extras=("sections",), sections=("tier",))),
    "sections on 38": table(
        "division-current", variants=("sections",), section_pay=PAY, wheel=WheelPart(order=tuple(AMERICAN)),
        felt=FeltPart(layout="double-zero", zeros="0-00", extras=("sections",))),
    "no bell where it is optional": table("division-current", equipment={"bell": False, "change_block": False}),
    "just wide enough": table("division-current", wheel=WheelPart(diameter_mm=750)),
    "colours like value chips where no clause forbids it": table("mbs-v2", chips=(
        ChipPart(colour="red", rgb=RED, kind="value"), ChipPart(colour="scarlet", rgb=RED, kind="colour"))),
}


@pytest.mark.parametrize("setup", LAWFUL.values(), ids=LAWFUL)
def test_what_is_allowed_is_not_refused(setup):
    check(setup)


REFUSED = {
    "[wheel] order has 38 pockets; 37 are played (division-8-2004 2.3).":
        table("division-8-2004", wheel=WheelPart(order="american")),
    "[wheel] order has 37 pockets; 38 are played (four-dollar Types 3.i).":
        table("four-dollar", wheel=WheelPart()),
    "[wheel] order has 38 pockets; 37 are played (mbs-v2 2.1).":
        table("mbs-v2", wheel=WheelPart(order=tuple(AMERICAN))),
    "[wheel] diameter_mm = 749; a wheel is at least 750 mm across (division-current 2.1).":
        table("division-current", wheel=WheelPart(diameter_mm=749)),
    '[felt] layout = "single-zero" beside a wheel of 38 pockets; it must be "double-zero" (division-current 2.2(a)).':
        table("division-current", wheel=WheelPart(order="american")),
    '[felt] layout = "double-zero" beside a wheel of 37 pockets; it must be "single-zero" (division-8-2004 2.2(a)).':
        table("division-8-2004", felt=FeltPart(layout="double-zero", zeros="0-00")),
    '[felt] zeros = "00-0"; the zeros lie "0-00" (four-dollar Types 3.i).':
        table("four-dollar", felt=FeltPart(layout="double-zero", zeros="00-0")),
    "[equipment] bell = false; it is required (division-8-2004 2.6(g)).":
        table("division-8-2004", equipment={"bell": False}),
    "[equipment] drop_box = false; it is required (division-current 2.1).":
        table("division-current", equipment={"drop_box": False}),
    "[equipment] knows no 'bel'. Did you mean 'bell'?":
        table("division-8-2004", equipment={"bel": True}),
    "variants: mbs-v2 has no 'viva'.":
        table("mbs-v2", variants=("viva",)),
    "[felt] extras has 'racetrack' beside the variant 'sections' (division-current 7.15).":
        table("division-current", variants=("sections",), section_pay=PAY, limits=RACETRACK,
              felt=FeltPart(extras=("racetrack",))),
    "[felt] extras has 'asian-racetrack' beside the variant 'sections' (division-current 7.15).":
        table("division-current", variants=("sections",), section_pay=PAY, limits=RACETRACK,
              felt=FeltPart(extras=("asian-racetrack",))),
    "[felt] extras has no 'sections'; section bets need areas of their own (division-current 7.4).":
        table("division-current", variants=("sections",), section_pay=PAY, felt=FeltPart()),
    "[felt] extras has 'sections', but no variant of this table offers them (division-current).":
        table("division-current", felt=FeltPart(extras=("sections",))),
    "[section_pay] has no 'tier'; the pay table is the operator's and must be given (division-current 7.8).":
        table("division-current", variants=("sections",), section_pay={"voisins": 1, "orphans": 3},
              felt=FeltPart(extras=("sections",))),
    "[section_pay] has no 'voisins'; the pay table is the operator's and must be given (division-current 7.11).":
        table("division-current", variants=("sections",), wheel=WheelPart(order=tuple(AMERICAN)),
              felt=FeltPart(layout="double-zero", zeros="0-00", extras=("sections",))),
    '[wheel] order = "american"; section bets are played on another wheel: give its pockets, clockwise '
    "(division-current 7.9).":
        table("division-current", variants=("sections",), section_pay=PAY, wheel=WheelPart(order="american"),
              felt=FeltPart(layout="double-zero", zeros="0-00", extras=("sections",))),
    "[limits.racetrack] has no minimum; a felt with a racetrack needs it (division-current 5.8).":
        table("division-current", felt=FeltPart(extras=("asian-racetrack",)), limits=LimitsPart(minimum=100)),
    "[felt] extras has 'racetrack', which this book does not offer (mbs-v2 2.1).":
        table("mbs-v2", felt=FeltPart(extras=("racetrack",)), limits=RACETRACK),
    "[[chips]] 'scarlet' looks exactly like 'red'; no two may (four-dollar Placement 2).":
        table("four-dollar", chips=(ChipPart(colour="scarlet", rgb=RED, kind="colour"),
                                    ChipPart(colour="red", rgb=RED, kind="value"))),
    "[[chips]] 'ivory' looks exactly like 'white'; no two may (four-dollar Placement 2).":
        table("four-dollar", chips=(ChipPart(colour="white", rgb=WHITE, kind="colour"),
                                    ChipPart(colour="ivory", rgb=WHITE, kind="colour"))),
}


@pytest.mark.parametrize(("told", "setup"), REFUSED.items(), ids=REFUSED)
def test_what_is_not_is_refused_with_its_clause(told, setup):
    with pytest.raises(NoMoreBetsError) as refused:
        check(setup)
    assert str(refused.value).startswith(told)


def test_other_spots_on_the_edge_are_another_chip():
    chips = (ChipPart(colour="red", rgb=RED, kind="value"),
             ChipPart(colour="scarlet", rgb=RED, spots_rgb=WHITE, kind="colour"))
    check(table("four-dollar", chips=chips))


def test_the_single_zero_wheel_given_as_a_list_is_as_good():
    check(replace(table("division-current"), wheel=WheelPart(order=tuple(SINGLE_ZERO))))
