"""Watching with an eye that sees one thing, on small real videos."""

from __future__ import annotations

import time

import numpy as np
import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import BallLaunched, BallRested, CameraLost, ClockTicked
from schemas.moment import Moment
from schemas.table import read_table
from vision.session import closing, open_session, opening
from vision.simulator.encode import encode
from vision.watch import merged, watch_camera, watch_session

START = Moment.parse("2026-11-18T21:14:00Z")


class Blinker:
    """Says a launch at every bright frame, and a rest at the end."""

    def look(self, frame):
        if frame.y.mean() > 150:
            yield BallLaunched(seen=(frame.time, frame.time), direction="clockwise", rotor="anticlockwise")

    def finish(self):
        yield BallRested(seen=(START, START), number="17")


@pytest.fixture
def table(tmp_path):
    (tmp_path / "table.toml").write_text(
        'table = "t1"\nrulebook = "division-current"\n'
        '[sources.wheel]\nurl = "wheel.mp4"\nerror_ms = 20\noffset_ms = 500\n'
        "starts_at = 2026-11-18T21:14:00Z\n")
    bright = (np.full((64, 96, 3), 220 if nth in (10, 60) else 20, np.uint8) for nth in range(80))
    encode(bright, tmp_path / "wheel.mp4", 25)
    return read_table(tmp_path / "table.toml")


def watched(table, **told):
    camera = open_session(table).cameras[0]
    return list(watch_camera("wheel", camera.url, table, "s1", camera.starts_at, eye=Blinker(), **told))


def test_everything_has_its_time_its_id_and_its_clock_error(table):
    said = watched(table)
    launches = [one for one in said if isinstance(one.data, BallLaunched)]
    assert [one.time.after(START) for one in launches] == [0.9, 2.9], "the camera's offset is in it"
    assert all(one.data.clock_error_ms == 20 for one in launches)
    assert len({one.id for one in said}) == len(said)
    assert said == watched(table), "the same file says the same"


def test_a_tick_every_second_and_the_end_last(table):
    said = watched(table)
    ticks = [(one.time.after(START), one.data.ended) for one in said if isinstance(one.data, ClockTicked)]
    assert ticks == [(1.5, False), (2.5, False), (3.5, False), (3.7, True)]
    assert [one.time for one in said] == sorted(one.time for one in said)
    assert {type(one.data) for one in said if one.time == said[-1].time} == {BallRested, ClockTicked}


def test_at_the_pace_of_the_table(table):
    begun = time.time()
    said = watched(table, pace=True, wall_start=begun - 2.6)
    assert 0.4 < time.time() - begun < 2, "what is past is caught up, what is to come is waited for"
    assert said == watched(table)


def test_a_video_that_breaks_off_is_a_lost_camera(table, tmp_path):
    film = tmp_path / "wheel.mp4"
    film.write_bytes(film.read_bytes()[:-900])
    said = watched(table)
    assert [one.time for one in said if isinstance(one.data, CameraLost)] == [said[-1].time]
    assert any(isinstance(one.data, ClockTicked) and one.data.ended for one in said)


def test_a_session_needs_a_calibration_and_says_so(table):
    with pytest.raises(NoMoreBetsError, match=r"no \[calibration.wheel\]; run: nomorebets calibrate wheel"):
        list(watch_session(open_session(table)))


def test_what_is_not_a_video(table, tmp_path):
    (tmp_path / "wheel.mp4").write_text("no film")
    with pytest.raises(NoMoreBetsError, match="not a video"):
        watched(table)


def test_merged_is_by_time_source_and_id(table):
    session = open_session(table)
    one, other = watched(table), [closing(session, START.plus(2))]
    both = list(merged([one, other]))
    order = [(said.time, said.source, said.id) for said in both]
    assert order == sorted(order)
    assert opening(session)[0].time == START
