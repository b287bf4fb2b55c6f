"""The chance that one thing came after another."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rules.lateness import chance_after, weigh

moments = st.integers(0, 60)


def interval(pair):
    return tuple(sorted(pair))


@pytest.mark.parametrize(
    ("act", "closing", "chance"),
    [
        ((5, 5), (5, 5), 0),  # the same millisecond is not after
        ((6, 6), (5, 5), 1),
        ((5, 9), (1, 5), 1),
        ((1, 4), (4, 9), 0),
        ((0, 10), (5, 5), Fraction(1, 2)),
        ((3, 3), (0, 10), Fraction(3, 10)),
        ((0, 10), (0, 10), Fraction(1, 2)),
        ((5, 15), (0, 10), Fraction(7, 8)),
    ],
)
def test_chance(act, closing, chance):
    assert chance_after(act, closing) == chance


@given(st.tuples(moments, moments).map(interval), st.tuples(moments, moments).map(interval))
def test_chance_against_counting(act, closing):
    """Cut both intervals into cells and count the pairs; ties are halved."""
    cells = 40
    acts = [act[0] + (act[1] - act[0]) * (n + 0.5) / cells for n in range(cells)]
    closings = [closing[0] + (closing[1] - closing[0]) * (n + 0.5) / cells for n in range(cells)]
    pairs = sum((a > c) + (a == c) * 0.5 * (act[0] < act[1]) for a in acts for c in closings)
    assert float(chance_after(act, closing)) == pytest.approx(pairs / cells**2, abs=0.03)


@pytest.mark.parametrize(
    ("chance", "confidence", "side_known", "told"),
    [
        (Fraction(1), 0.9, True, ("breach", 1.0)),
        (Fraction(1), 0.89, True, ("suspected", 0.89)),
        (Fraction(1), 1.0, False, ("suspected", 0.999)),
        (Fraction(9999, 10000), 1.0, True, ("suspected", 0.999)),
        (Fraction(3, 4), 0.9, True, ("suspected", 0.675)),
        (Fraction(1, 2), 0.9, True, ("could-not-see", 0.45)),
    ],
)
def test_weight(chance, confidence, side_known, told):
    weight = weigh(chance, [1.0, confidence], suspect_from=0.5, side_known=side_known)
    assert (weight.verdict, weight.probability) == told


def test_no_chance_carries_nothing():
    assert weigh(Fraction(0), [1.0], suspect_from=0.5) is None
