"""A small table and its camera, for tests of the layout eye."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from schemas.layout import spots
from schemas.table import ChipPart, TableSetup
from vision.geometry import Camera, look
from vision.simulator.scene import FeltMove, Pile

CHIPS = {"green": (30, 120, 60), "blue": (40, 90, 215), "orange": (240, 125, 30), "yellow": (245, 225, 70),
         "black": (30, 30, 34), "purple": (135, 45, 165)}


@pytest.fixture(scope="session")
def setup() -> TableSetup:
    return TableSetup(table="t1", rulebook="division-current",
                      chips=tuple(ChipPart(colour=name, rgb=rgb) for name, rgb in CHIPS.items()))


@pytest.fixture(scope="session")
def camera() -> Camera:
    return look(target=(450, 195), distance=2000, tilt=math.radians(50), yaw=math.radians(1.5), roll=math.radians(0.5),
                focal=3400, size=(1920, 1080))


@pytest.fixture(scope="session")
def move(setup: TableSetup) -> Callable[..., FeltMove]:
    """`move(2.0, "place", "player", "17", green=5)`: what a hand does at a spot, `off` millimetres from its middle."""
    places = spots(setup.felt.felt)

    def made(at_s: float, what: str, side: str, spot: str, *, off: tuple[float, float] = (0, 0), to: str | None = None,
             **chips: int) -> FeltMove:
        x, y = places[spot]
        return FeltMove(at_s=at_s, what=what, side=side, x_mm=x + off[0], y_mm=y + off[1],
                        to_mm=places[to] if to else None,
                        chips=tuple(Pile(colour=colour, count=count) for colour, count in chips.items()))

    return made


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("layout")
