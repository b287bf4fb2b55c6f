"""What one look at a part of the felt makes of it: new stacks, slips, and cloth that comes to light."""

import math

import cv2
import numpy as np
import pytest

from schemas.table import TableSetup
from vision.geometry import Camera, look
from vision.layout.chips import read_layers, yuv
from vision.layout.felt import FeltState
from vision.layout.planes import Planes
from vision.layout.reading import Reading
from vision.layout.silhouette import brushed, shape_mask
from vision.layout.stacks import Stack

SIZE = (960, 540)
CLOTH, GREEN, BLUE = yuv((20, 80, 50)), yuv((70, 200, 90)), yuv((40, 90, 215))
RADIUS, THICK = 19.5, 3.3
BOX = (400, 300, 640, 480)


@pytest.fixture(scope="module")
def overhead() -> Camera:
    return look(target=(450, 195), distance=2000, tilt=math.radians(2), yaw=0.0, roll=0.0, focal=1500, size=SIZE)


@pytest.fixture(scope="module")
def leaning() -> Camera:
    return look(target=(450, 195), distance=2000, tilt=math.radians(25), yaw=0.0, roll=0.0, focal=1500, size=SIZE)


def picture(camera: Camera, *stacks: tuple[float, float, int], colour: tuple[float, ...] = BLUE) -> Planes:
    whole = np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)
    for x, y, count in stacks:
        outline = camera.cylinder(x, y, RADIUS, 0, count * THICK)
        whole[shape_mask(whole.shape, outline, (0, 0)) > 0] = colour
    half = cv2.resize(whole, (SIZE[0] // 2, SIZE[1] // 2), interpolation=cv2.INTER_AREA)
    u, v = (np.ascontiguousarray(half[..., nth], np.uint8) for nth in (1, 2))
    return Planes(np.ascontiguousarray(whole[..., 0]), u, v)


def known(x: float, y: float, count: int) -> Stack:
    return Stack(name="k1", x=x, y=y, radius=RADIUS, height=count * THICK, layers=("blue",) * count, low=count,
                 high=count, error=3.0, confidence=0.99)


def reading(state: FeltState, now: Planes) -> Reading:
    unsure = np.zeros((BOX[3] - BOX[1], BOX[2] - BOX[0]), np.uint8)
    return Reading(state, now.part(BOX).whole(), BOX, unsure)


def test_a_payment_beside_a_bet_is_told_under_a_camera_overhead(overhead: Camera, setup: TableSetup) -> None:
    bet, payment = (448.0, 303.0, 3), (490.0, 303.0, 2)
    state = FeltState(overhead, setup, picture(overhead))
    state.confirmed = picture(overhead, bet)
    state.stacks["k1"] = known(*bet)

    found, explained = reading(state, picture(overhead, bet, payment)).new_things()

    assert explained
    assert [one.kind for one in found] == ["placed"]
    assert math.hypot(found[0].thing.x - 490, found[0].thing.y - 303) < 5


@pytest.mark.parametrize(("x", "now", "kinds"), [(451.0, 7, []), (448.0, 3, ["reduced"]), (448.0, 0, ["removed"])])
def test_a_stack_that_merely_slid_tells_nothing(
    leaning: Camera, setup: TableSetup, x: float, now: int, kinds: list[str]
) -> None:
    state = FeltState(leaning, setup, picture(leaning))
    state.confirmed = picture(leaning, (448, 303, 7))
    state.stacks["k1"] = known(448, 303, 7)

    found = reading(state, picture(leaning, *[(x, 303, now)] * (now > 0))).changed_things()

    assert [one.kind for one in found] == kinds


def test_where_a_stack_passed_for_cloth_its_going_is_told(overhead: Camera, setup: TableSetup) -> None:
    stood = picture(overhead, (448, 303, 3))
    state = FeltState(overhead, setup, stood, empty=False)
    state.stacks["k1"] = known(448, 303, 3)

    found = reading(state, picture(overhead)).changed_things()

    assert [one.kind for one in found] == ["removed"]


def test_a_slip_is_told_from_a_chip_more(camera: Camera) -> None:
    left, top = (int(side) - 100 for side in camera.at(448, 155))

    def shown(x: float, count: int) -> np.ndarray:
        return shape_mask((200, 200), camera.cylinder(x, 155, RADIUS, 0, count * THICK), (left, top))

    assert brushed(shown(448, 3), shown(451, 3), 12)
    assert not brushed(shown(448, 3), shown(448, 4), 12)
    assert not brushed(shown(448, 3), shown(448, 3), 12)


@pytest.mark.parametrize(("share", "colour", "plain"), [(0, "green", True), (0.45, None, True), (0.23, "green", False)])
def test_a_colour_that_is_hardly_the_best_is_doubted(
    camera: Camera, setup: TableSetup, share: float, colour: str | None, plain: bool
) -> None:
    green, blue = (np.array(yuv(chip.rgb)) for chip in setup.chips[:2])
    whole = np.full((1080, 1920, 3), green + share * (blue - green), np.uint8)
    state = FeltState(camera, setup, picture(camera))

    told = read_layers(whole, (0, 0), np.zeros(whole.shape[:2], np.uint8), camera, state.palette, (448, 155), RADIUS,
                       THICK, 2)

    assert (told.colours[-1], told.plain) == (colour, plain)
