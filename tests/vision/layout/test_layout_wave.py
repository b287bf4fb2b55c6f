"""What of a hand's way over the cloth is the dealer's wave for 'no more bets'."""

import math
from itertools import pairwise

import pytest

from schemas.table import TableSetup
from vision.geometry import look
from vision.layout.hands import Hand
from vision.layout.rim import Rim
from vision.layout.wave import TOUCHED_MS, sweep, waves

Spots = list[tuple[float, float]]


@pytest.fixture(scope="module")
def rim(setup: TableSetup) -> Rim:
    camera = look(target=(430, 190), distance=2200, tilt=0.4, yaw=0, roll=0, focal=1500, size=(1280, 720))
    return Rim(camera, setup.felt.felt, (320, 180), 4)


def path(stops: Spots, seconds: float) -> list[tuple[int, float, float]]:
    """A hand that goes from stop to stop, each way in so many seconds, 25 times a second."""
    found: list[tuple[int, float, float]] = []
    steps = round(seconds * 25)
    for nth, ((x0, y0), (x1, y1)) in enumerate(pairwise(stops)):
        for step in range(steps):
            share = (1 - math.cos(math.pi * step / steps)) / 2
            found.append(((nth * steps + step) * 40, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return found


WAYS: tuple[tuple[str, Spots, float, bool], ...] = (
    ("a wave from one side to the other", [(100, -60), (120, 180), (760, 200), (740, -60)], 0.8, True),
    ("a wave there and back", [(450, -60), (250, 150), (650, 160), (300, 170), (450, -60)], 0.5, True),
    ("a reach to put chips down", [(430, -60), (440, 200), (430, -60)], 0.4, False),
    ("a slanting reach", [(300, -60), (560, 320), (300, -60)], 0.4, False),
    ("a hand that wanders along the numbers", [(300, -60), (150, 100), (800, 120), (500, -60)], 4.0, False),
    ("a rack filled beside the cloth", [(100, -150), (800, -150), (100, -150)], 0.6, False),
)


@pytest.mark.parametrize(("what", "stops", "seconds", "waved"), WAYS, ids=[way[0] for way in WAYS])
def test_a_level_sweep_over_the_cloth_is_a_wave(rim: Rim, what: str, stops: Spots, seconds: float,
                                                waved: bool) -> None:
    assert (sweep(path(stops, seconds), rim) is not None) is waved


@pytest.mark.parametrize(("side", "acted", "said"), [("dealer", False, 1), ("dealer", True, 0), ("player", False, 0)])
def test_only_the_dealers_hand_that_touched_nothing_waves(rim: Rim, side, acted: bool, said: int) -> None:
    hand = Hand(rim, (0, 5), (0, 40))
    hand.path = path([(100, -60), (120, 180), (760, 200), (740, -60)], 0.8)
    hand.sides[side] += 3
    hand.left, hand.acted = (2400, 2440), acted
    told = waves([hand], rim, 2440 + TOUCHED_MS, 0)

    assert len(told) == said
    assert waves([hand], rim, 2440 + 2 * TOUCHED_MS, 0) == []
    assert all(one.seen[0] <= 850 and one.seen[1] >= 1550 for one in told)
