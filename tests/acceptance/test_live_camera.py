"""A live camera that goes away and comes back: both are in the log, and its last seconds can be cut from its ring."""

import asyncio
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.events import BallLaunched, CameraLost, CameraRestored, ClockTicked
from schemas.table import read_table
from services.runtime.clock import now
from services.runtime.footage import FilmShelf
from services.runtime.play import play
from services.runtime.recorder import Recorder
from vision.session import open_session

pytestmark = pytest.mark.pixels

SENDER = """
import sys, time, av
film, port, begin, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
with av.open(film) as source, av.open(f"tcp://127.0.0.1:{port}?listen=1", "w", format="mpegts") as out:
    stream = source.streams.video[0]
    copy = out.add_stream_from_template(stream)
    source.seek(int(begin / stream.time_base), stream=stream)
    started, zero = time.monotonic(), None
    for packet in source.demux(stream):
        if packet.dts is None:
            break
        at = float(packet.dts * stream.time_base)
        zero = at if zero is None else zero
        if at - zero > seconds:
            break
        time.sleep(max(0, started + at - zero - time.monotonic()))
        packet.stream = copy
        out.mux(packet)
"""


def send(film: Path, port: int, begin: float, seconds: float) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SENDER, str(film), str(port), str(begin), str(seconds)])


class Kept:
    """A log that only remembers."""

    def __init__(self) -> None:
        self.entries = []

    async def append(self, topic, entries):
        self.entries.extend(entries)

    def kinds(self, kind):
        return [entry for entry in self.entries if isinstance(entry.data, kind)]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@pytest.fixture
def live_table(studio, tmp_path):
    """The past-post's wheel camera as a stream; its felt and desk left out."""
    port = free_port()
    told = (studio.case("past-post", 41) / "table.toml").read_text()
    told = told.replace('url = "wheel.mp4"', f'url = "tcp://127.0.0.1:{port}"')
    told = re.sub(r"starts_at = .*\n", "", told)  # a stream begins when it is opened
    (tmp_path / "table.toml").write_text(told)
    return read_table(tmp_path / "table.toml"), port


def test_a_camera_that_goes_and_comes_back(studio, live_table, tmp_path):
    table, port = live_table
    film = studio.case("past-post", 41) / "wheel.mp4"
    session = open_session(table, without=("layout", "desk"), default=now())
    kept = Kept()

    async def evening():
        first = send(film, port, 7.0, 7.0)
        playing = asyncio.create_task(play(kept, session, tmp_path / "tiles"))
        await until(lambda: kept.kinds(CameraLost))
        first.wait(10)
        second = send(film, port, 0.0, 5.0)
        await until(lambda: kept.kinds(CameraRestored))
        await until(lambda: kept.entries[-1].time > kept.kinds(CameraRestored)[0].time.plus(1.0))
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        second.terminate()
        second.wait(10)

    asyncio.run(evening())

    assert len(kept.kinds(BallLaunched)) == 1
    lost, back = kept.kinds(CameraLost)[0], kept.kinds(CameraRestored)[0]
    assert lost.data.camera == back.data.camera == "wheel"
    assert lost.data.seen[0] <= lost.data.seen[1] <= back.data.seen[0]
    ticks = [tick.time for tick in kept.kinds(ClockTicked) if lost.time < tick.time <= back.time]
    assert ticks == sorted(ticks)
    assert ticks, "time must go on while nobody sees"


def test_the_ring_of_a_live_camera_gives_a_clip(studio, live_table, tmp_path):
    table, port = live_table
    session = open_session(table, without=("layout", "desk"), default=now())
    shelf = FilmShelf()

    async def evening():
        sender = send(studio.case("past-post", 41) / "wheel.mp4", port, 0.0, 6.0)
        recording = asyncio.create_task(Recorder(session, session.cameras[0], shelf).run())
        await until(lambda: (film := shelf.films(session.table, session.id).get("wheel"))
                    and film.ring.reaches and film.ring.reaches[1] - film.ring.reaches[0] > 4)
        film = shelf.films(session.table, session.id)["wheel"]
        reaches = film.ring.reaches
        clip = film.cut((reaches[0] + 1.2, reaches[0] + 3.2), tmp_path)
        recording.cancel()
        sender.terminate()
        sender.wait(10)
        await asyncio.gather(recording, return_exceptions=True)
        return clip

    clip = asyncio.run(evening())

    assert (tmp_path / clip.file).stat().st_size == clip.bytes > 10_000
    assert 2.0 <= clip.ends - clip.begins <= 4.5


async def until(holds, seconds: float = 30.0) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.05)
