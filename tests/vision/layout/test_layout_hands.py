import math
from collections.abc import Callable

import numpy as np
import pytest

from schemas.events import Side
from schemas.table import TableSetup
from vision.geometry import Camera, look
from vision.layout.hands import Hand, Hands
from vision.layout.regions import Regions
from vision.layout.rim import Rim

Spot = tuple[float, float]
View = Callable[..., Rim]


@pytest.fixture(scope="module")
def over() -> View:
    """The cells of a camera right over the felt (the dealer at the picture's top), or of one turned half round."""

    def made(setup: TableSetup, roll: float = 0.0, tilt: float = 0.2) -> Rim:
        camera: Camera = look(target=(430, 190), distance=2200, tilt=tilt, yaw=0, roll=roll, focal=1500,
                              size=(1280, 720))
        return Rim(camera, setup.felt.felt, (320, 180), 4)

    return made


def arm(rim: Rim, start: Spot, end: Spot, wide: float = 70.0) -> np.ndarray:
    """The cells of an arm from one place of the felt (millimetres) to another."""
    along = np.array(end) - np.array(start)
    far = math.hypot(*along)
    x, y = rim.x - start[0], rim.y - start[1]
    run, aside = (x * along[0] + y * along[1]) / far, (x * along[1] - y * along[0]) / far
    return ((run > 0) & (run < far) & (np.abs(aside) < wide / 2)).astype(np.uint8)


def see(hands: Hands, changed: np.ndarray, now: int) -> None:
    if changed.any():
        hands.look(Regions(changed), now, now - 40)
    else:
        hands.none()
    hands.rest(now, now - 40)


ARMS: tuple[tuple[Spot, Spot, Side], ...] = (
    ((300, -400), (320, 150), "dealer"),
    ((900, -400), (600, 200), "dealer"),
    ((500, 900), (480, 150), "player"),
    ((1500, 700), (800, 200), "player"),
    ((-500, 700), (0, 250), "player"),
    ((1700, 150), (850, 160), "unknown"),
    ((-900, 140), (30, 150), "unknown"),
)


@pytest.mark.parametrize("roll", [0.0, math.pi])
@pytest.mark.parametrize(("start", "end", "side"), ARMS)
def test_where_an_arm_comes_from_tells_whose_it_is(
    over: View, setup: TableSetup, roll: float, start: Spot, end: Spot, side: Side
) -> None:
    rim = over(setup, roll)
    hands = Hands(rim)
    see(hands, arm(rim, start, end), 40)
    assert [hand.side for hand in hands.present] == [side]


def test_chips_on_the_felt_and_people_beside_it_are_no_hands(over: View, setup: TableSetup) -> None:
    rim = over(setup)
    hands = Hands(rim)
    see(hands, arm(rim, (400, 100), (400, 180), wide=40) | arm(rim, (200, 900), (200, 470), wide=300), 40)
    assert hands.present == []


def test_what_only_comes_near_is_frozen_only_if_it_reaches_the_cloth(over: View, setup: TableSetup) -> None:
    rim = over(setup)
    hands = Hands(rim)
    see(hands, arm(rim, (500, 900), (500, 250)), 40)
    row, column = np.unravel_index(int(np.argmin(np.hypot(rim.x - 500, rim.y - 270))), rim.shape)
    assert hands.covered[row, column] == 1
    assert hands.covered.mean() < 0.2


def test_two_arms_that_cross_keep_what_each_was_over(over: View, setup: TableSetup) -> None:
    rim = over(setup)
    hands = Hands(rim)
    see(hands, arm(rim, (300, -400), (420, 250)) | arm(rim, (600, 900), (380, 150)), 40)

    def at(x: float, y: float) -> list[Side]:
        return [hand.side for hand in hands.over((np.hypot(rim.x - x, rim.y - y) < 18).astype(np.uint8), 0)]

    assert sorted(hand.side for hand in hands.present) == ["dealer", "player"]
    assert at(340, -30) == ["dealer"]
    assert at(455, 400) == ["player"]


def test_an_arm_that_reaches_on_is_one_arm_until_it_leaves(over: View, setup: TableSetup) -> None:
    rim = over(setup)
    hands = Hands(rim)
    for step in range(5):
        see(hands, arm(rim, (500 + 10 * step, 900), (480, 300 - 40 * step)), 40 * (step + 1))
    (hand,) = hands.present
    assert isinstance(hand, Hand)
    for now in (240, 280):
        see(hands, np.zeros(rim.shape, np.uint8), now)

    assert hands.present == []
    assert hand.came == (0, 40)
    assert hand.left == (200, 280)
    assert hands.over(arm(rim, (480, 260), (480, 200), wide=30), 100) == [hand]
