"""One picture of a felt that was never seen empty: which way it runs, what is strange on it, what is no felt at all."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.table import ChipPart, TableSetup
from vision.geometry import Camera
from vision.layout.alike import unlike
from vision.layout.calibrate import calibrate_layout
from vision.layout.clicks import read_corners
from vision.layout.cloth import cloth_of
from vision.layout.direction import ways
from vision.layout.loose import loose_chips
from vision.layout.recolour import face_colours
from vision.layout.tiles import Sheet

CLOTH, WHITE, RED = (70, 118, 112), (200, 128, 128), (90, 118, 190)
"""Y, U, V."""
SIZE = (1920, 1080)


@pytest.fixture(scope="module")
def sheet(camera: Camera, setup: TableSetup) -> Sheet:
    """A felt with a white oval in every number's box, and one red chip beside an oval in box 17."""
    picture = np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)
    felt = setup.felt.felt
    for street in range(12):
        for row in range(3):
            middle = ((street + 0.5) * felt.box_mm[0], (row + 0.5) * felt.box_mm[1])
            cv2.fillConvexPoly(picture, camera.disc(*middle, 0, 18).astype(np.int32), WHITE)
    cv2.fillConvexPoly(picture, camera.disc(395, 105, 0, 19.5).astype(np.int32), RED)
    return Sheet.of(picture, camera.plane(), felt)


def test_the_cloth_is_told_from_print_and_chips(sheet: Sheet) -> None:
    cloth = cloth_of(sheet)

    assert np.abs(np.add(cloth.colour, (16, 128, 128)) - CLOTH).max() < 2
    assert cloth.bare[sheet.box(300, 5, 370, 10)].all()
    assert not cloth.bare[sheet.box(390, 100, 400, 110)].any()
    assert np.abs(cloth.light - 1).max() < 0.1


def test_what_like_boxes_show_is_print_and_what_one_shows_is_not(sheet: Sheet, setup: TableSetup) -> None:
    far = unlike(sheet, cloth_of(sheet), setup.felt.felt)

    assert np.median(far[sheet.box(30, 38, 45, 52)]) < 1
    assert np.median(far[sheet.box(390, 98, 400, 108)]) > 2


def test_a_view_can_be_turned_and_shifted(camera: Camera, setup: TableSetup) -> None:
    found = ways(camera.plane(), setup.felt.felt)

    turned = [plane @ [900.0, 0, 1] for plane in found]
    zero = camera.plane() @ [0.0, 0, 1]
    assert len(found) == 10
    assert any(np.allclose(at[:2] / at[2], zero[:2] / zero[2]) for at in turned)


def test_faces_are_coloured_in_the_light_they_share(setup: TableSetup) -> None:
    warm = (1.15, 1.0, 0.65)
    lit = [np.minimum(np.array(chip.rgb) * warm * 0.75, 255) for chip in setup.chips]
    rims = np.array([_yuv(rgb) for rgb in lit], np.float32)

    assert face_colours(rims, setup.chips) == list(range(len(setup.chips)))


def test_chips_on_a_plain_table_are_counted_by_colour() -> None:
    picture = np.full((800, 1200, 3), (150, 190, 215), np.uint8)
    chips = (ChipPart(colour="red", rgb=(150, 40, 45)), ChipPart(colour="blue", rgb=(10, 90, 170)))
    for nth, (u, v) in enumerate(((200, 200), (300, 240), (600, 500), (900, 300))):
        cv2.circle(picture, (u, v), 27, chips[nth % 2].rgb[::-1], -1, cv2.LINE_AA)
    cv2.rectangle(picture, (700, 100), (780, 220), (240, 240, 240), -1)

    found = loose_chips(cv2.GaussianBlur(picture, (0, 0), 0.8), chips)

    assert sorted(chip.colour for chip in found) == ["blue", "blue", "red", "red"]
    assert min(abs(chip.u - 600) + abs(chip.v - 500) for chip in found) < 3


def test_chips_that_look_alike_are_refused(setup: TableSetup, tmp_path: Path) -> None:
    alike = replace(setup, chips=(*setup.chips, replace(setup.chips[0], colour="lime")))
    with pytest.raises(NoMoreBetsError, match="'green' and 'lime'"):
        calibrate_layout(str(tmp_path / "none.png"), alike, folder=tmp_path)


@pytest.mark.parametrize(("bright", "corners", "why"), [
    (8, None, "too dark"), (90, None, "no printed layout"),
    (90, "9000,50 9900,60 9900,330 9000,320", "outside the picture")])
def test_what_shows_no_felt_is_told_in_one_line(
    bright: int, corners: str | None, why: str, setup: TableSetup, tmp_path: Path
) -> None:
    path = tmp_path / "plain.png"
    cv2.imwrite(str(path), np.full((540, 960, 3), bright, np.uint8))
    with pytest.raises(NoMoreBetsError, match=why):
        calibrate_layout(str(path), setup, folder=tmp_path, corners=read_corners(corners) if corners else None)


def _yuv(rgb: np.ndarray) -> np.ndarray:
    from vision.layout.chips import BACKGROUND, yuv

    return (np.array(yuv(tuple(rgb))) - (16, 128, 128)) * (1, BACKGROUND, BACKGROUND)
