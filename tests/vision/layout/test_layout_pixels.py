"""From rendered video to observations: calibration, and a short round on the felt."""

from collections.abc import Callable
from itertools import islice
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import (
    ChipsAdded,
    ChipsCollected,
    ChipsMoved,
    ChipsPaid,
    ChipsPlaced,
    ChipsRemoved,
    DollyLifted,
    DollyPlaced,
    HandEntered,
    HandLeft,
    Observation,
)
from schemas.moment import Moment
from schemas.table import TableSetup
from vision.calibration import LayoutCalibration
from vision.layout.annotate import AnnotatedLayoutEye
from vision.layout.calibrate import calibrate_layout, draw_calibration
from vision.layout.eye import LayoutEye
from vision.simulator.encode import encode
from vision.simulator.felt_camera import film_felt
from vision.simulator.felt_view import FeltView
from vision.simulator.scene import FeltMove, FeltScene
from vision.source import frames

pytestmark = pytest.mark.pixels
START = Moment.parse("2026-11-18T21:14:00Z")


class Case:
    def __init__(self, folder: Path, scene: FeltScene) -> None:
        folder.mkdir()
        self.folder, self.scene, self.video = folder, scene, str(folder / "layout.mp4")
        encode(film_felt(scene), folder / "layout.mp4", scene.fps)
        self.calibration = calibrate_layout(self.video, scene.setup, folder=folder)

    def watch(self) -> list[Observation]:
        eye = LayoutEye(self.calibration, self.scene.setup, folder=self.folder)
        said = [one for frame in frames(self.video, START) for one in eye.look(frame)]
        return [*said, *eye.finish()]


@pytest.fixture(scope="module")
def case(cases: Path, setup: TableSetup, move: Callable[..., FeltMove]) -> Case:
    moves = (
        move(1.2, "place", "player", "17", off=(-8, 8), green=5),
        move(1.6, "place", "player", "5-8", orange=1),
        move(3.0, "add", "player", "5-8", orange=2),
        move(4.8, "move", "player", "5-8", to="red", orange=3),
        move(5.8, "dolly", "dealer", "17", off=(23, -30)),
        move(7.0, "take", "dealer", "red", orange=3),
        move(8.2, "place", "dealer", "17", off=(-50, 8), purple=1, black=3, yellow=3),
        move(9.4, "lift", "dealer", "17", off=(23, -30)),
        move(10.6, "take", "player", "17", off=(-8, 8), green=5),
    )
    return Case(cases / "round", FeltScene(setup=setup, duration_s=11.4, seed=3, moves=moves))


def test_the_print_is_found_within_a_pixel(case: Case) -> None:
    truth = FeltView(case.scene).camera
    places = np.array([(x, y, 0) for x in (-75, 0, 450, 975) for y in (0, 135, 390)], float)
    seen = (places[:, :2] @ case.calibration.matrix[:, :2].T) + case.calibration.matrix[:, 2]

    assert np.abs(seen[:, :2] / seen[:, 2:] - truth.project(places)).max() < 1
    assert case.calibration.empty
    assert msgspec.convert(msgspec.to_builtins(case.calibration), LayoutCalibration) == case.calibration


def test_every_act_of_a_round_is_seen_once_by_the_right_hand(case: Case) -> None:
    said = [one for one in case.watch() if not isinstance(one, HandEntered | HandLeft)]

    assert sorted((kind, spot, chips, side) for kind, spot, chips, side in map(told, said)) == sorted([
        (ChipsPlaced.__name__, "17", "5 green", "player"),
        (ChipsPlaced.__name__, "5-8", "1 orange", "player"),
        (ChipsAdded.__name__, "5-8", "2 orange", "player"),
        (ChipsMoved.__name__, "red", "3 orange", "player"),
        (DollyPlaced.__name__, "17", "", ""),
        (ChipsCollected.__name__, "red", "3 orange", "dealer"),
        (ChipsPaid.__name__, "14-17", "1 purple 3 black 3 yellow", "dealer"),
        (DollyLifted.__name__, "", "", ""),
        (ChipsRemoved.__name__, "17", "5 green", "player"),
    ])


def test_the_true_time_lies_in_the_interval(case: Case) -> None:
    said = [one for one in case.watch() if not isinstance(one, HandEntered | HandLeft)]
    times = sorted(move.at_s for move in case.scene.moves)

    intervals = sorted((one.seen[0].after(START), one.seen[1].after(START)) for one in said)
    assert all(low <= at <= high for at, (low, high) in zip(times, intervals, strict=True))
    assert np.median([high - low for low, high in intervals]) < 0.8
    assert all(one.confidence >= 0.9 for one in said)


def test_a_stack_keeps_its_name_for_life(case: Case) -> None:
    names = [one.stack for one in case.watch() if isinstance(one, ChipsAdded | ChipsMoved | ChipsCollected)]
    assert len(set(names)) == 1


def test_looking_twice_says_the_same(case: Case) -> None:
    assert case.watch() == case.watch()


def test_what_was_seen_can_be_watched(case: Case, tmp_path: Path) -> None:
    eye = LayoutEye(case.calibration, case.scene.setup, folder=case.folder)
    shown = AnnotatedLayoutEye(eye, case.scene.setup, tmp_path / "seen.mp4")
    taken = list(islice(frames(case.video, START), 60))
    said = [one for frame in taken for one in shown.look(frame)]
    list(shown.finish())

    drawn = list(frames(str(tmp_path / "seen.mp4"), START))
    assert [frame.time for frame in drawn] == [frame.time for frame in taken]
    assert any(isinstance(one, ChipsPlaced) for one in said)
    stack = next(iter(eye.state.stacks.values()))
    outline = eye.state.camera.cylinder(stack.x, stack.y, stack.radius, 0, stack.height)
    u, v = (int(side) for side in outline.max(axis=0))
    words = np.s_[v - 14 : v + 2, u : u + 60]
    assert np.abs(drawn[-1].y[words].astype(int) - taken[-1].y[words]).max() > 100


def test_a_changed_reference_is_refused(case: Case, tmp_path: Path) -> None:
    (tmp_path / case.calibration.reference).write_bytes(b"another picture")
    with pytest.raises(NoMoreBetsError, match="calibrate again"):
        LayoutEye(case.calibration, case.scene.setup, folder=tmp_path)


def test_the_calibration_can_be_looked_at(case: Case) -> None:
    picture = draw_calibration(case.video, case.calibration, case.scene.setup)
    assert picture.shape == (1080, 1920, 3)


def test_a_video_without_a_felt_is_one_clear_line(tmp_path: Path, setup: TableSetup) -> None:
    grey = np.full((540, 960, 3), 90, np.uint8)
    cv2.circle(grey, (400, 200), 80, (200, 200, 200), 3)
    encode([grey] * 30, tmp_path / "grey.mp4", 25)
    with pytest.raises(NoMoreBetsError, match="no printed layout found"):
        calibrate_layout(str(tmp_path / "grey.mp4"), setup, folder=tmp_path)


def told(one: Observation) -> tuple[str, str, str, str]:
    spot = one.to.spot if isinstance(one, ChipsMoved) else getattr(one, "spot", None) or getattr(one, "number", None)
    exact = [part for part in getattr(one, "chips", ()) if part.count[0] == part.count[1]]
    chips = " ".join(f"{part.count[0]} {part.colour}" for part in exact)
    return type(one).__name__, spot or "", chips, getattr(one, "side", "")
