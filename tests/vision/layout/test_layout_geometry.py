import numpy as np
import pytest

from vision.geometry import Camera, camera_over, focal_of

SIZE = (1920, 1080)


def test_a_flat_view_of_the_cloth_tells_how_the_camera_hangs(camera: Camera) -> None:
    plane = camera.plane() * -3.7  # a homography has no scale and no sign

    focal = focal_of(plane, SIZE)
    assert focal == pytest.approx(3400, rel=1e-6)
    found = camera_over(plane, focal, SIZE)

    assert found.centre == pytest.approx(camera.centre)
    assert found.at(300, 100, 40) == pytest.approx(camera.at(300, 100, 40))


def test_a_layout_printed_the_other_way_round_still_has_its_camera_above(camera: Camera) -> None:
    mirrored = Camera(camera.matrix @ np.diag([-1.0, 1.0, 1.0, 1.0]))

    found = camera_over(mirrored.plane(), 3400, SIZE)

    assert found.centre[2] > 1000
    assert found.at(-300, 100, 40) == pytest.approx(camera.at(300, 100, 40))


def test_a_pixel_and_a_height_give_back_the_place(camera: Camera) -> None:
    assert camera.ground(*camera.at(412, 135, 16.5), 16.5) == pytest.approx((412, 135))


def test_a_chips_edge_is_four_pixels_in_the_near_half(camera: Camera) -> None:
    assert min(camera.px_per_mm_up(x, y) * 3.3 for x in (0, 450, 900) for y in (195, 390)) >= 4
