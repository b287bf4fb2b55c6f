"""The layout eye on real stills (NOMOREBETS_FOOTAGE) against truth.json: python -m bench.stills"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from math import dist
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from schemas.events import ChipsStanding
from schemas.moment import Moment
from schemas.table import ChipPart, FeltPart, TableSetup
from vision.geometry import Camera, camera_over
from vision.layout.calibrate import calibrate_layout
from vision.layout.clicks import read_corners
from vision.layout.eye import LayoutEye
from vision.layout.loose import loose_chips
from vision.layout.skin import bare_hands
from vision.source import frames

CORNERS = ("16-17-19-20=2040,2200 19-20-22-23=2632,2326 20-21-23-24=3050,2060 22-23-25-26=3330,2466 "
           "23-24-26-27=3686,2162")
"""Crossings of the one real layout, clicked by hand."""
NEAR_MM = 25.0
"""A stack this near to a true one is found; the truth itself is good to some 10 mm where stacks stand far back."""
LAYOUT_CHIPS = {"green": (40, 150, 90), "grey-blue": (160, 165, 195), "yellow": (215, 175, 85),
                "dark-red": (140, 45, 45), "black": (35, 35, 40)}
WOOD_CHIPS = {"red": (150, 55, 60), "green": (10, 100, 80), "blue": (5, 105, 170), "black": (20, 25, 40),
              "white": (225, 230, 240)}
CERTAIN = ("16-17", "17-20", "20-21")
"""The bets that the truth is certain of."""


def on_wood(folder: Path, truth: dict[str, Any]) -> None:
    """Chips per colour on a plain table."""
    chips = _chips(WOOD_CHIPS)
    for name, told in truth.items():
        if "table-" not in name:
            continue
        picture = np.asarray(cv2.imread(str(folder / name)), np.uint8)
        seen = Counter(chip.colour for chip in loose_chips(picture, chips))
        true = Counter({colour: told[colour] for colour in WOOD_CHIPS})
        print(f"{name}: {sum((seen & true).values())} of {sum(true.values())} chips, "
              f"{sum((seen - true).values())} false; said {dict(seen)}")


def on_the_layout(folder: Path, truth: dict[str, Any]) -> None:
    """Stacks on a real layout, the crossings clicked."""
    for name, told in truth.items():
        setup = TableSetup(table="t1", rulebook="division-current", chips=_chips(LAYOUT_CHIPS),
                           felt=FeltPart(box_mm=(80, 90), dealer_side="bottom", near_dealer=1))
        with tempfile.TemporaryDirectory() as scratch:
            url = str(folder / name)
            calibration = calibrate_layout(url, setup, folder=Path(scratch), corners=read_corners(CORNERS))
            eye = LayoutEye(calibration, setup, folder=Path(scratch))
            said = [one for frame in frames(url, Moment(0)) for one in eye.look(frame)]
        camera = camera_over(calibration.matrix, calibration.focal_px, calibration.size)
        share = calibration.size[0] / told["size"][0]
        true = [_place(camera, stack, share) for stack in told["stacks"]]
        stacks = [one for one in said if isinstance(one, ChipsStanding)]
        found = _matched(true, [(one.x_mm or 0.0, one.y_mm or 0.0) for one in stacks])
        spots = {one.spot for one in stacks}
        print(f"{name}: {found} of {len(true)} stacks, {len(stacks) - found} false; "
              f"{sum(spot in spots for spot in CERTAIN)} of {len(CERTAIN)} certain bets")


def hands_over(folder: Path, truth: dict[str, Any]) -> None:
    """Bare hands over another game's felt, by side; its dealer stands at the top."""
    for name, told in truth.items():
        if "felt-" not in name:
            continue
        picture = np.asarray(cv2.imread(str(folder / name)), np.uint8)
        sides = Counter(hand.side for hand in bare_hands(picture))
        print(f"{name}: {sum(sides.values())} hands said where {told['hands']} are; {dict(sides)}")


def _chips(colours: dict[str, tuple[int, int, int]]) -> tuple[ChipPart, ...]:
    return tuple(ChipPart(colour=name, rgb=rgb) for name, rgb in colours.items())


def _place(camera: Camera, stack: dict[str, Any], share: float) -> tuple[float, float]:
    """Where a stack stands by the truth's pixel of its base, or of its top and its count."""
    u, v = stack.get("base_xy") or stack["top_xy"]
    return camera.ground(u * share, v * share, 0.0 if "base_xy" in stack else 3.3 * stack["chips"])


def _matched(true: list[tuple[float, float]], said: list[tuple[float, float]]) -> int:
    """How many true places have one said near them, each used once."""
    free, found = list(said), 0
    for place in true:
        nearest = min(free, key=lambda one: dist(one, place), default=None)
        if nearest is not None and dist(nearest, place) <= NEAR_MM:
            free.remove(nearest)
            found += 1
    return found


def main() -> None:
    """Every still that has a truth."""
    told = os.environ.get("NOMOREBETS_FOOTAGE")
    if not told:
        raise SystemExit("NOMOREBETS_FOOTAGE names no folder of real footage")
    folder = Path(told)
    truth = msgspec.json.decode((folder / "truth.json").read_bytes())
    on_wood(folder, truth["chips"])
    hands_over(folder, truth["chips"])
    on_the_layout(folder, truth["layout"])


if __name__ == "__main__":
    main()
