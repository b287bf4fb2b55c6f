"""`nomorebets watch` on a live RTSP camera: it is lost, it comes back, and both are told."""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from schemas.table import TableSetup
from vision.calibrating import calibrate
from vision.simulator.encode import encode
from vision.simulator.scene import WheelScene
from vision.simulator.wheel_camera import film_wheel

pytestmark = pytest.mark.pixels
SERVER = Path(__file__).parent / "rtsp_server.py"
NEEDS = "import gi; gi.require_version('GstRtspServer', '1.0')"


@pytest.fixture(scope="module")
def server_python():
    """The system's python3 with GStreamer's RTSP server; where CI is set, it must be there."""
    there = subprocess.run(["/usr/bin/python3", "-c", NEEDS], capture_output=True, check=False).returncode == 0
    if not there and not os.environ.get("CI"):
        pytest.skip("GStreamer's RTSP server is missing (Debian: gir1.2-gst-rtsp-server-1.0 python3-gi)")
    assert there, "CI installs GStreamer's RTSP server"
    return "/usr/bin/python3"


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rtsp")
    setup = TableSetup(table="t1", rulebook="division-current")
    scene = WheelScene(setup=setup, duration_s=6, seed=31, previous_number="17")
    encode(film_wheel(scene), folder / "wheel.mp4", 25)
    calibrate("wheel", str(folder / "wheel.mp4"), folder / "table.toml")
    return folder / "wheel.mp4"


def serve(python: str, film: Path, port: int) -> subprocess.Popen[bytes]:
    server = subprocess.Popen([python, str(SERVER), str(film), str(port)], stdout=subprocess.PIPE)
    with server.stdout as said:
        assert said.readline().strip() == b"ready"
    return server


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def watching(server_python, film):
    """`watch` on a served camera: the server, how to serve again, and the lines as they come."""
    port = free_port()
    live = f'url = "rtsp://127.0.0.1:{port}/wheel"'
    told = (film.parent / "table.toml").read_text()
    (film.parent / "live.toml").write_text(re.sub(r'url = ".*wheel.mp4"', live, told))
    servers = [serve(server_python, film, port)]
    process = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "watch", "--table", str(film.parent / "live.toml")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    lines: queue.Queue[dict] = queue.Queue()
    reading = threading.Thread(target=lambda: [lines.put(json.loads(line)) for line in process.stdout])
    reading.start()
    yield process, servers, lambda: servers.append(serve(server_python, film, port)), lines
    for each in (process, *servers):
        each.kill()
        each.wait(10)
    reading.join(10)
    process.stdout.close()
    process.stderr.close()


def test_a_camera_that_is_lost_comes_back_and_both_are_told(watching):
    _, servers, serve_again, lines = watching
    _wait_for(lines, "clock-ticked")
    servers[0].kill()
    servers[0].wait(10)
    lost = _wait_for(lines, "camera-lost")
    serve_again()
    back = _wait_for(lines, "camera-restored")
    assert lost["data"]["camera"] == back["data"]["camera"] == "wheel"
    assert lost["time"] <= back["time"]


def test_a_camera_that_freezes_is_lost_until_it_sends_again_and_ctrl_c_ends_the_watch(watching):
    process, servers, _, lines = watching
    _wait_for(lines, "clock-ticked")
    servers[0].send_signal(signal.SIGSTOP)
    _wait_for(lines, "camera-lost")
    servers[0].send_signal(signal.SIGCONT)
    _wait_for(lines, "camera-restored")
    process.send_signal(signal.SIGINT)
    assert process.wait(10) in (130, -signal.SIGINT)
    assert b"Traceback" not in process.stderr.read()


def _wait_for(lines: queue.Queue[dict], kind: str, seconds: float = 40.0) -> dict:
    until = time.monotonic() + seconds
    while True:
        said = lines.get(timeout=max(0.1, until - time.monotonic()))
        if said["data"]["kind"] == kind:
            return said
