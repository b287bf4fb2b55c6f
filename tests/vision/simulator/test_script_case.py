"""The files of a case."""

from __future__ import annotations

import tomllib

import av
import numpy as np
import pytest

from schemas.codec import decode, encode
from schemas.events import ClockTicked, Observation, RulebookAdopted, TableClosed, TableOpened
from schemas.moment import Moment
from schemas.table import read_table
from vision.desk import desk_entries
from vision.session import open_session
from vision.simulator.case import read_expected, restamp, simulate_case
from vision.simulator.encode import encode as encode_video
from vision.simulator.story import load_story
from vision.source import frames


@pytest.fixture
def case(tmp_path):
    simulate_case(load_story("past-post"), 7, tmp_path / "case", events=True)
    return tmp_path / "case"


def test_events_alone_write_everything_but_the_videos(case):
    assert {file.name for file in case.iterdir()} == {
        "desk.jsonl", "truth.jsonl", "expected.jsonl", "table.toml", "script.toml"}


def test_truth_is_a_whole_session_without_doubt(case):
    lines = (case / "truth.jsonl").read_bytes().splitlines()
    entries = [decode(line) for line in lines]
    assert [encode(one) for one in entries] == lines
    assert isinstance(entries[0].data, TableOpened)
    assert isinstance(entries[1].data, RulebookAdopted)
    assert isinstance(entries[-1].data, TableClosed)
    assert [one.time for one in entries] == sorted(one.time for one in entries)
    assert len({one.id for one in entries}) == len(entries)
    seen = [one for one in entries if isinstance(one.data, Observation)]
    assert all(one.data.seen[0] == one.data.seen[1] == one.time for one in seen)
    ended = [one.origin for one in entries if isinstance(one.data, ClockTicked) and one.data.ended]
    assert sorted(ended) == ["layout", "wheel"]
    assert entries[0].data.config_sha256 == read_table(case / "table.toml").sha256


def test_expectations_are_the_storys_own(case):
    told = tomllib.loads((case / "script.toml").read_text())["expect"]
    read = read_expected(case / "expected.jsonl")
    assert [(one.rule, list(one.clauses), one.verdict, one.round, one.spot) for one in read] == [
        (one["rule"], one["clauses"], one["verdict"], one["round"], str(one["spot"])) for one in told]


def test_without_a_desk_less_is_expected(tmp_path):
    simulate_case(load_story("same-direction"), 7, tmp_path, events=True)
    with_desk, without = (read_expected(tmp_path / "expected.jsonl", desk=desk) for desk in (True, False))
    assert {one.rule for one in with_desk} - {one.rule for one in without} == {"no-spin-not-called"}


def test_a_restamped_case_is_the_same_evening_another_time(case, tmp_path):
    (case / "wheel.mp4").write_bytes(b"film")
    begins = Moment.parse("2027-01-02T03:04:05.678Z")
    table = restamp(case, tmp_path / "again", begins)

    old, new = (open_session(read_table(file)) for file in (case / "table.toml", table))
    assert new.starts_at == begins
    assert new.id != old.id
    assert all(camera.starts_at == begins for camera in new.cameras)
    assert (tmp_path / "again" / "wheel.mp4").stat().st_ino == (case / "wheel.mp4").stat().st_ino
    before, after = desk_entries(old), desk_entries(new)
    assert [one.time - begins for one in after] == [one.time - old.starts_at for one in before]
    assert [type(one.data) for one in after] == [type(one.data) for one in before]
    assert not {one.id for one in after} & {one.id for one in before}


def test_encoded_frames_have_exact_times_and_a_keyframe_every_second(tmp_path):
    images = (np.full((64, 96, 3), 4 * nth, np.uint8) for nth in range(55))
    encode_video(images, tmp_path / "x.mp4", 25)
    found = list(frames(str(tmp_path / "x.mp4"), Moment(0)))
    assert [frame.micros for frame in found] == [40_000 * nth for nth in range(55)]
    assert abs(int(found[50].bgr[30, 40, 1]) - 200) < 4
    with av.open(str(tmp_path / "x.mp4")) as container:
        keys = [nth for nth, packet in enumerate(container.demux(video=0)) if packet.is_keyframe]
    assert keys == [0, 25, 50]
