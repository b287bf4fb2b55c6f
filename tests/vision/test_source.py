"""Files that are no video, or only partly one: each is one clear line, and what can be decoded is used."""

from __future__ import annotations

import av
import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.table import TableSetup
from vision.simulator.encode import encode
from vision.source import beginning, duration_s, open_video
from vision.wheel.calibrate import calibrate_wheel

SETUP = TableSetup(table="t1", rulebook="division-current")


@pytest.fixture
def film(tmp_path):
    rng = np.random.default_rng(3)
    encode((rng.integers(0, 255, (96, 128, 3), np.uint8) for _ in range(75)), tmp_path / "film.mp4", 25)
    return tmp_path / "film.mp4"


def sound_only(path):
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=44100)
        quiet = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        quiet.sample_rate = 44100
        container.mux([*stream.encode(quiet), *stream.encode(None)])


@pytest.mark.parametrize(("make", "why"), [
    (lambda path: None, "no such video"),
    (lambda path: path.mkdir(), "not a video but a directory"),
    (lambda path: path.write_bytes(b""), "is empty"),
    (lambda path: path.write_text("no film"), "not a video that can be read"),
    (sound_only, "has no video stream"),
])
def test_what_is_no_video_is_one_line(make, why, tmp_path):
    make(tmp_path / "film.mp4")
    with pytest.raises(NoMoreBetsError, match=why) as refused:
        open_video(str(tmp_path / "film.mp4"))
    assert "\n" not in str(refused.value)


def test_a_film_cut_off_in_its_first_bytes_has_no_picture(film):
    film.write_bytes(film.read_bytes()[:200])
    with pytest.raises(NoMoreBetsError, match="no picture in"):
        calibrate_wheel(str(film), SETUP)


def test_a_corrupt_film_is_used_as_far_as_it_goes(film):
    raw = bytearray(film.read_bytes())
    raw[len(raw) // 2:] = bytes(len(raw) - len(raw) // 2)
    film.write_bytes(bytes(raw))
    assert 10 < len(list(beginning(str(film), 60.0))) < 75


def test_the_beginning_ends_where_it_should(film):
    assert len(list(beginning(str(film), 0.5))) == 13
    assert duration_s(str(film)) == pytest.approx(3.0, abs=0.05)


def test_a_few_frames_are_too_few_for_a_wheel(tmp_path):
    encode([np.zeros((96, 128, 3), np.uint8)] * 5, tmp_path / "short.mp4", 25)
    with pytest.raises(NoMoreBetsError, match="5 frames are too few to find a wheel in"):
        calibrate_wheel(str(tmp_path / "short.mp4"), SETUP)
