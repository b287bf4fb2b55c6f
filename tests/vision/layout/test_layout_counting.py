import msgspec
import numpy as np
import pytest

from schemas.events import Chips
from vision.geometry import Camera
from vision.layout.chips import Layers, Palette, gathered, yuv
from vision.layout.fit import View, fit_stack, recount
from vision.layout.silhouette import Mask, differs, shape_mask
from vision.layout.stacks import Stack, compare

RADIUS, THICK = 19.5, 3.3


def anywhere(x: float, y: float) -> bool:
    return True


def silhouette(camera: Camera, x: float, y: float, count: int) -> tuple[Mask, tuple[int, int]]:
    u, v = camera.at(x, y)
    origin = (int(u) - 100, int(v) - 180)
    return shape_mask((300, 200), camera.cylinder(x, y, RADIUS, 0, count * THICK), origin), origin


@pytest.mark.parametrize("count", [1, 2, 5, 7, 20])
@pytest.mark.parametrize(("x", "y"), [(412, 155), (0, 0), (937, 225), (375, 360)])
def test_a_lone_stack_is_counted_exactly_and_found_at_its_base(camera: Camera, count: int, x: float, y: float) -> None:
    mask, origin = silhouette(camera, x, y, count)

    fit = fit_stack(View.of(camera, origin, mask, np.zeros_like(mask)), RADIUS, THICK, anywhere)

    assert fit is not None
    assert (fit.low, fit.count, fit.high) == (count, count, count)
    assert np.hypot(fit.x - x, fit.y - y) < 1.5


def test_a_stack_whose_foot_is_hidden_has_bounds_that_hold_the_truth(camera: Camera) -> None:
    mask, origin = silhouette(camera, 412, 113, 7)
    hidden = shape_mask(mask.shape, camera.cylinder(412, 155, RADIUS, 0, 8 * THICK), origin)

    fit = fit_stack(View.of(camera, origin, mask, hidden), RADIUS, THICK, lambda x, y: y < 155 - 1.9 * RADIUS)

    assert fit is not None
    assert fit.low <= 7 <= fit.high


def test_a_known_stack_is_recounted_where_it_stands(camera: Camera) -> None:
    mask, origin = silhouette(camera, 412, 155, 3)

    fit = recount(View.of(camera, origin, mask, np.zeros_like(mask)), 412, 155, RADIUS, THICK)

    assert (fit.low, fit.high) == (3, 3)


def test_a_shadow_is_nothing_and_a_black_chip_is_something() -> None:
    cloth = np.full((60, 60, 3), yuv((16, 66, 42)), np.uint8)
    shaded, covered = cloth.copy(), cloth.copy()
    shaded[20:40, 20:40] = yuv((10, 40, 25))
    covered[20:40, 20:40] = yuv((28, 28, 30))

    assert not differs(shaded, cloth).any()
    assert differs(covered, cloth)[22:38, 22:38].all()


@pytest.mark.parametrize("light", [0.7, 0.86, 1.15])
def test_colours_are_told_in_any_light(setup, light: float) -> None:
    palette = Palette(setup.chips)
    for chip in setup.chips:
        seen = (np.array([yuv(chip.rgb)]) - (16, 128, 128)) * light + (16, 128, 128)
        assert palette.names[int(palette.distances(seen).argmin())] == chip.colour


def test_only_hidden_chips_are_unsure() -> None:
    layers = Layers(colours=(None, "black", "black", "yellow"))

    assert gathered(layers, 3, 5) == (
        Chips(colour=None, count=(0, 2)), Chips(colour="black", count=(2, 2)), Chips(colour="yellow", count=(1, 1)))


@pytest.mark.parametrize(("more", "kind", "count"), [(1, "added", (1, 2)), (-1, "reduced", (1, 2)), (0, "same", None)])
def test_a_difference_too_thin_to_count_is_measured_against_the_picture_before(
    more: int, kind: str, count: tuple[int, int] | None
) -> None:
    unsure = msgspec.structs.replace(stack(["blue"] * 4), low=3, high=6)

    told, difference = compare(unsure, unsure, more)

    assert told == kind
    assert [part.count for part in difference] == ([count] if count else [])


@pytest.mark.parametrize(("before", "after", "kind", "chips"), [
    (["blue"] * 2, ["blue"] * 5, "added", [("blue", 3)]),
    (["blue"] * 2, ["blue", "blue", "green"], "added", [("green", 1)]),
    (["blue"] * 5, ["blue"] * 2, "reduced", [("blue", 3)]),
    (["blue"] * 5, ["blue"] * 5, "same", []),
    (["blue"] * 5, ["green"] * 5, "replaced", [("green", 5)]),
])
def test_what_became_of_a_stack(before: list[str], after: list[str], kind: str, chips: list[tuple[str, int]]) -> None:
    told, difference = compare(stack(before), stack(after), 0)

    assert told == kind
    assert [(part.colour, part.count) for part in difference] == [(colour, (n, n)) for colour, n in chips]


def stack(colours: list[str]) -> Stack:
    return Stack(name="k1", x=0, y=0, radius=RADIUS, height=len(colours) * THICK, layers=tuple(colours),
                 low=len(colours), high=len(colours), error=3, confidence=0.99)
