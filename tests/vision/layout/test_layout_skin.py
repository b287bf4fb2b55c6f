"""Hands in single real pictures, by the edge they come in over."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.layout.skin import bare_hands

FOOTAGE = os.environ.get("NOMOREBETS_FOOTAGE")


@pytest.mark.skipif(not FOOTAGE, reason="real pictures: set NOMOREBETS_FOOTAGE to their folder")
@pytest.mark.parametrize(("name", "sides"), [
    ("chips/felt-a.png", ["dealer", "player"]),
    ("chips/felt-b.png", ["dealer", "player"]),
    ("layout/chips-and-hand.jpg", ["unknown"]),
])
def test_the_hands_of_real_pictures_by_side(name: str, sides: list[str]) -> None:
    picture = cv2.imread(str(Path(FOOTAGE or "") / name))
    assert picture is not None
    assert sorted(hand.side for hand in bare_hands(np.asarray(picture, np.uint8))) == sides


def test_cloth_and_chips_of_skins_colour_are_no_hands() -> None:
    felt = np.full((270, 480, 3), (110, 60, 20), np.uint8)
    cv2.circle(felt, (240, 140), 30, (130, 160, 215), -1)
    assert bare_hands(felt) == ()
    cv2.rectangle(felt, (200, 200), (250, 269), (130, 160, 215), -1)
    assert [hand.side for hand in bare_hands(felt)] == ["player"]
    assert [hand.side for hand in bare_hands(felt, dealer_edge="bottom")] == ["dealer"]
