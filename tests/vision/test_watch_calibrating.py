"""Calibration writes only its own section of the table file."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.table import read_table
from vision import calibrating
from vision.calibrating import calibrate, default_table, write_section
from vision.layout.clicks import read_corners
from vision.wheel.clicks import Clicks

TABLE = """# Pit 2, by the stairs
table = "t7"                # painted on the rail
rulebook = "division-current"

[house]
void_bet_chips = "returned" # asked the manager

[calibration.layout]
size = [1, 2]
"""


def test_everything_else_stays_as_the_operator_wrote_it(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    write_section(table, "wheel", {"size": [960, 540], "levels": [1.5, 2.0], "nothing": None})
    write_section(table, "wheel", {"size": [640, 360], "chips": {"green": {"rgb": [1, 2, 3]}}})
    assert table.read_text().startswith(TABLE.rstrip())
    assert read_table(table).setup.calibration == {
        "layout": {"size": [1, 2]}, "wheel": {"size": [640, 360], "chips": {"green": {"rgb": [1, 2, 3]}}}}


def test_a_table_file_is_made_when_there_is_none(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text(default_table("layout", "film.mp4"))
    setup = read_table(table).setup
    assert setup.rulebook == "division-current"
    assert setup.sources["layout"].url.endswith("/film.mp4")


def test_chips_need_a_calibrated_felt(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text('table = "t1"\nrulebook = "division-current"\n[[chips]]\ncolour = "green"\nrgb = [70, 200, 90]\n')
    with pytest.raises(NoMoreBetsError, match="calibrate the layout before its chips"):
        calibrate("chips", "film.mp4", table)


def test_a_bad_video_leaves_no_table_file_behind(tmp_path):
    with pytest.raises(NoMoreBetsError, match="no such video"):
        calibrate("wheel", str(tmp_path / "none.mp4"), tmp_path / "table.toml")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_calibration_leaves_no_table_file_behind(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    film = tmp_path / "felt.png"
    cv2.imwrite(str(film), np.zeros((32, 32, 3), np.uint8))
    monkeypatch.setattr(calibrating, "_found", interrupted)
    with pytest.raises(KeyboardInterrupt):
        calibrate("layout", str(film), tmp_path / "table.toml")
    assert list(tmp_path.iterdir()) == [film]


def test_a_table_file_that_cannot_be_written_is_one_line_and_stays(tmp_path):
    table = tmp_path / "table.toml"
    table.write_text(TABLE)
    (tmp_path / ".table.toml.part").mkdir()
    with pytest.raises(NoMoreBetsError, match="cannot write"):
        write_section(table, "wheel", {"size": [960, 540]})
    assert table.read_text() == TABLE


@pytest.mark.parametrize("place", ["nan,2", "3,inf", "3", "a,b"])
def test_a_place_that_is_none_is_refused(place):
    with pytest.raises(NoMoreBetsError, match="give a place in the picture"):
        Clicks.read(place, ())


@pytest.mark.parametrize("corner", ["zero-dealer=1.2.3,4", "zero-dealer=.,4", "zero-dealer=1;4"])
def test_a_corner_that_is_no_pixel_is_refused(corner):
    with pytest.raises(NoMoreBetsError, match="is not NAME=U,V"):
        read_corners(corner)
