"""`[felt]` of a table file: what is printed, and one clear line for what cannot be."""

from __future__ import annotations

import pytest

from schemas.errors import NoMoreBetsError
from schemas.layout import Felt, spots
from schemas.table import config_of, setup_from


def table(**told):
    wheel = {"order": told.pop("wheel")} if "wheel" in told else {}
    return setup_from({"table": "t1", "rulebook": "division-current", "wheel": wheel, "felt": told}, "t1.toml")


def double(**told):
    return table(wheel="american", layout="double-zero", **told)


def test_a_plain_felt_is_the_single_zero_option_1():
    assert table().felt.felt == Felt()


def test_every_key_arrives():
    felt = double(zeros="00-0", option=2, near_dealer=1, extras=["asian-racetrack"],
                  asian_groups=[["0", "28", "9"]]).felt.felt
    assert felt.zeros == "00-0"
    assert "asian-0-9-28" in spots(felt)
    felt = table(extras=["sections"], sections=["tier"], sections_at="dealer").felt.felt
    assert spots(felt)["section-tier"][1] < 0


def test_a_racetrack_shows_the_order_of_the_tables_own_wheel(european_38):
    setup = table(wheel=list(european_38), layout="double-zero", zeros="0-00", extras=["racetrack"])
    assert setup.felt.felt.wheel == european_38
    assert setup_from(config_of(setup), "again").felt.felt == setup.felt.felt


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"layout": "double-zero", "wheel": "american"}, 'layout = "double-zero" needs zeros = "00-0" or "0-00"'),
        ({"zeros": "00-0"}, 'zeros = "00-0" is for layout = "double-zero"'),
        ({"wheel": "american"}, 'layout = "single-zero" beside a wheel of 38 pockets'),
        ({"layout": "double-zero", "zeros": "00-0"}, 'layout = "double-zero" beside a wheel of 37 pockets'),
        ({"layout": "triple-zero"}, "triple-zero"),
        ({"courtesy": "0"}, "courtesy is for option = 2"),
        ({"option": 2, "courtesy": "0-4"}, "no spot '0-4' for the courtesy line. Did you mean"),
        ({"option": 3}, "3"),
        ({"extras": ["sections", "racetrack"]}, r"never beside a racetrack \(7.15\)"),
        ({"extras": ["racetrack", "racetrack"]}, "twice"),
        ({"extras": ["race-track"]}, "race-track"),
        ({"extras": ["sections"], "sections": []}, r"inscribes none \(7.12\)"),
        ({"extras": ["asian-racetrack"], "asian_groups": [["1", "2", "40"]]}, "no number '40'"),
        ({"extras": ["asian-racetrack"], "asian_groups": [["1", "2", "2"]]}, r"not three numbers \(3.2\)"),
        ({"extras": ["racetrack"], "order": "american"}, "order has 38 pockets, the layout 37"),
        ({"box_mm": [0, 90]}, "two lengths above 0"),
        ({"curtesy": "0"}, "unknown key 'curtesy' in .felt.. Did you mean 'courtesy'"),
        ({"wheel": "european-double-zero"}, "give order = the list of its 38 pockets"),
    ],
)
def test_one_line_for_what_cannot_be(told, why):
    with pytest.raises(NoMoreBetsError, match=why) as refused:
        table(**told)
    assert str(refused.value).startswith("t1.toml: ")
    assert "\n" not in str(refused.value)


def test_two_zeros_have_one_courtesy_split():
    with pytest.raises(NoMoreBetsError, match=r"0-00 \(3.1A\(b\)iii\)"):
        double(zeros="00-0", option=2, courtesy="0")
    assert double(zeros="00-0", courtesy="0-00").felt.felt.courtesy_x == 600.0


def test_a_racetrack_in_another_order_than_the_wheel_is_refused(european_38):
    with pytest.raises(NoMoreBetsError, match="another than the wheel's"):
        double(zeros="00-0", extras=["racetrack"], order=list(european_38))


@pytest.mark.parametrize(("chip", "why"), [
    ({"diameter_mm": 0}, "diameter_mm is a length above 0"),
    ({"thickness_mm": -1}, "thickness_mm is a length above 0"),
    ({"diameter_mm": float("nan")}, "diameter_mm is a length above 0"),
    ({"rgb": [940, 51, 120]}, "chip 'purple': rgb is three numbers from 0 to 255"),
    ({"spots_rgb": [0, -1, 0]}, "chip 'purple': spots_rgb is three numbers from 0 to 255"),
])
def test_a_chip_that_cannot_be_is_refused(chip, why):
    chips = [{"colour": "purple", "rgb": [94, 51, 120]} | chip]
    with pytest.raises(NoMoreBetsError, match=why):
        setup_from({"table": "t1", "rulebook": "division-current", "chips": chips}, "t1.toml")


@pytest.mark.parametrize("wheel", [{"ball_mm": 0}, {"diameter_mm": -800}])
def test_a_wheel_that_cannot_be_is_refused(wheel):
    with pytest.raises(NoMoreBetsError, match="_mm is a length above 0"):
        setup_from({"table": "t1", "rulebook": "division-current", "wheel": wheel}, "t1.toml")
