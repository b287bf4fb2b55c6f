"""From millimetres to spots, with the doubt: nothing within the error is left out, and nothing crashes."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schemas.layout import Felt, read_spot, spots

RADIUS = 19.5
FELTS = st.builds(
    Felt, zeros=st.sampled_from(["0", "00-0", "0-00"]), option=st.sampled_from([1, 2]),
    near_dealer=st.sampled_from([1, 3]), courtesy=st.just(None), sections_at=st.sampled_from(["players", "dealer"]),
    extras=st.sampled_from([(), ("racetrack",), ("racetrack", "asian-racetrack"), ("sections",)]),
    box_mm=st.sampled_from([(75.0, 90.0), (60.0, 70.0), (50.0, 45.0)]),
)
WITHIN = st.tuples(st.floats(-1, 1), st.floats(-1, 1))


@settings(max_examples=400, deadline=None)
@given(
    felt=FELTS, x=st.floats(-200, 1100), y=st.floats(-450, 600), radius=st.floats(5, 30), error=st.floats(0, 12),
    around=st.lists(WITHIN, min_size=12, max_size=12), placement=st.sampled_from(["touch", "printed"]),
)
@example(  # the corner of a courtesy box, where its side and the street's line meet
    felt=Felt(zeros="00-0", option=2), x=539.0, y=288.0, radius=RADIUS, error=3.0, around=[(0.9, 0.9)],
    placement="touch",
)
@example(  # from a six-line into the next dozen
    felt=Felt(), x=299.0, y=288.0, radius=RADIUS, error=3.0, around=[(0.9, 0.9)], placement="touch",
)
@example(  # a chip wider than a box, between two rows' lines, where the line between the zeros binds too
    felt=Felt(zeros="00-0", near_dealer=1, box_mm=(50.0, 45.0)), x=0.0, y=11.0, radius=24.0, error=12.0,
    around=[(0.0, 1.0)], placement="touch",
)
def test_every_spot_within_the_error_is_told(felt, x, y, radius, error, around, placement):
    read = read_spot(felt, x=x, y=y, radius=radius, error=error, placement=placement)

    for dx, dy in around:
        there = read_spot(felt, x=x + dx * error, y=y + dy * error, radius=radius, error=0.0, placement=placement)
        assert there.spot in {read.spot, *read.others, None}, (dx, dy)
    assert (read.second in read.others) == bool(read.others)
    assert (read.edge_mm is None) == (read.second is None)
    assert read.spot not in read.others
    assert read.spot is not None or read.why
    assert {read.spot, *read.others} <= {*spots(felt), None}


@given(x=st.floats(-1e12, 1e12), y=st.floats(-1e12, 1e12), error=st.floats(0, 1e6), felt=FELTS)
@settings(max_examples=100, deadline=None)
def test_no_place_is_too_far_to_read(felt, x, y, error):
    for placement in ("touch", "printed"):
        read_spot(felt, x=x, y=y, radius=RADIUS, error=error, placement=placement)


@pytest.mark.parametrize(
    ("x", "error", "spot", "second", "edge"),
    [
        (430.0, 2.0, "17", "17-20", 0.5),  # the line between 17 and 20 is at x 450: 20 mm off no chip touches it
        (430.0, 0.4, "17", None, None), (430.6, 2.0, "17-20", "17", 0.1), (429.0, 2.0, "17", "17-20", 1.5),
    ],
)
def test_the_second_best_spot_and_how_near_it_is(x, error, spot, second, edge):
    read = read_spot(Felt(), x=x, y=135.0, radius=RADIUS, error=error)
    assert (read.spot, read.second, read.edge_mm) == (spot, second, edge)


@pytest.mark.parametrize(
    ("off", "spot", "others"),
    [
        (0.0, "17-20", ()), (9.0, "17-20", ()),          # its centre is on the line, up to half its radius
        (11.0, "17-20", ("17",)), (13.0, "17", ("17-20",)),  # it straddles: the book gives no rule
        (15.0, "17", ()), (37.5, "17", ()),              # it hangs over a little, but is clearly in the box
    ],
)
def test_printed_a_chip_is_where_its_centre_is_and_one_that_straddles_is_unclear(off, spot, others):
    read = read_spot(Felt(), x=450.0 - off, y=135.0, radius=RADIUS, error=0.0, placement="printed")
    assert (read.spot, read.others) == (spot, others)
    assert ("it straddles 17 and 17-20" in read.why) == bool(others)


def test_between_two_dozens_the_centre_decides_by_touch_and_nothing_is_clear_by_print():
    by_touch = read_spot(Felt(), x=305.0, y=300.0, radius=RADIUS, error=2.0)
    assert (by_touch.spot, by_touch.others) == ("dozen-2", ())
    by_print = read_spot(Felt(), x=305.0, y=300.0, radius=RADIUS, error=0.0, placement="printed")
    assert (by_print.spot, by_print.second, by_print.edge_mm) == ("dozen-2", "dozen-1", 5.0)
    assert "no rule" in by_print.why


@pytest.mark.parametrize(
    ("zeros", "x", "y", "spot"),
    [
        ("00-0", -37.5, 120.0, "0-00"), ("00-0", -37.5, 100.0, "0"), ("00-0", -37.5, 170.0, "00"),
        ("00-0", -10.0, 120.0, "0-00-2"), ("00-0", 10.0, 150.0, "0-00-2"), ("00-0", 10.0, 95.0, "0-2-3"),
        ("00-0", 0.0, 170.0, "00-1-2"), ("00-0", 5.0, 112.5, "0-2"), ("00-0", 5.0, 157.5, "00-2"),
        ("0-00", 5.0, 157.5, "0-2"), ("0-00", 5.0, 45.0, "00-3"), ("0-00", 19.0, 255.0, "0-00-1-2-3"),
        ("0-00", -19.0, -19.0, "0-00-1-2-3"), ("0-00", 30.0, 135.0, "2"), ("0-00", 20.0, 255.0, "1-2-3"),
        ("0", -19.0, 285.0, "0-1-2-3"), ("0", -37.5, 135.0, "0"),
    ],
)
def test_touch_among_the_zeros(zeros, x, y, spot):
    assert read_spot(Felt(zeros=zeros), x=x, y=y, radius=RADIUS, error=0.0).spot == spot


@pytest.mark.parametrize(
    ("felt", "x", "y", "touch", "printed"),
    [
        (Felt(zeros="0-00", option=2), 605.0, 300.0, "0-00", "0-00"),          # on the line between the two
        (Felt(zeros="0-00", option=2), 570.0, 300.0, "0", "0"),                # in the box beside the second dozen
        (Felt(zeros="0-00", option=2), 630.0, 300.0, "00", "00"),
        (Felt(zeros="0-00", option=2), 520.0, 300.0, "dozen-2", "dozen-2"),
        (Felt(zeros="0-00", option=2), 605.0, 285.0, "22-23-24-25-26-27", "0-00"),  # touches two lines: their crossing
        (Felt(zeros="0-00", option=2), 625.0, 350.0, "odd", "odd"),
        (Felt(zeros="0-00", courtesy="0-00"), 605.0, 300.0, "0-00", "0-00"),   # four-dollar: the line without boxes
        (Felt(zeros="0-00", courtesy="0-00"), 570.0, 300.0, "dozen-2", "dozen-2"),
        (Felt(option=2, courtesy="0"), 592.0, 300.0, "0", "0"),
        (Felt(), 605.0, 300.0, "dozen-3", "dozen-3"),                          # option 1: no courtesy line
    ],
)
def test_the_courtesy_line(felt, x, y, touch, printed):
    assert read_spot(felt, x=x, y=y, radius=RADIUS, error=0.0).spot == touch
    assert read_spot(felt, x=x, y=y, radius=RADIUS, error=0.0, placement="printed").spot == printed


def test_a_courtesy_line_nobody_explained_gives_no_spot_and_says_why():
    read = read_spot(Felt(option=2), x=600.0, y=300.0, radius=RADIUS, error=2.0)
    assert read.spot is None
    assert "[felt] courtesy" in read.why
    assert read_spot(Felt(), x=600.0, y=-200.0, radius=RADIUS, error=2.0).why == "it is off the printed layout"
