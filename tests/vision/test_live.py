"""A live camera's losses and returns, without a camera."""

from __future__ import annotations

from itertools import islice

import pytest

from schemas.errors import NoMoreBetsError
from schemas.events import CameraLost, CameraRestored, ClockTicked
from schemas.moment import Moment
from vision.live import watch_live
from vision.stamp import stamped

START = Moment.parse("2026-11-18T21:14:00Z")


def tick(seconds):
    return stamped(ClockTicked(), table="t1", session="s", origin="wheel", time=START.plus(seconds), micros=0)


def live(tries, waits):
    attempts = iter(tries)

    def watch():
        for said in next(attempts):
            if isinstance(said, Exception):
                raise said
            yield said

    return watch_live(watch, camera="wheel", table="t1", session="s", starts_at=START, sleep=waits.append,
                      now=lambda: int(START) / 1000 + 1)


def test_a_loss_is_told_once_and_the_waits_double_until_it_is_back():
    waits = []
    refused = NoMoreBetsError("not a video that can be read")

    said = list(islice(live([[tick(1)], [refused], [refused], [tick(9)]], waits), 4))

    assert [type(one.data) for one in said] == [ClockTicked, CameraLost, CameraRestored, ClockTicked]
    assert waits == [0.5, 1.0, 2.0]
    assert said[1].time <= said[2].time == START.plus(9)


def test_a_camera_that_was_never_there_is_one_line():
    with pytest.raises(NoMoreBetsError, match="not a video"):
        next(live([[NoMoreBetsError("not a video that can be read")]], []))
