"""`nomorebets watch` on a live RTSP camera: it is lost, it comes back, and both are told."""

from __future__ import annotations

import json
import os
import queue
import re
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


def test_a_camera_that_is_lost_comes_back_and_both_are_told(server_python, film, tmp_path):
    port = free_port()
    url = f"rtsp://127.0.0.1:{port}/wheel"
    table = film.parent / "table.toml"
    (film.parent / "live.toml").write_text(re.sub(r'url = ".*wheel.mp4"', f'url = "{url}"', table.read_text()))
    server = serve(server_python, film, port)
    watching = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "watch", "--table", str(film.parent / "live.toml")],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines: queue.Queue[dict] = queue.Queue()
    reading = threading.Thread(target=lambda: [lines.put(json.loads(line)) for line in watching.stdout])
    reading.start()
    try:
        _wait_for(lines, "clock-ticked")
        server.kill()
        server.wait(10)
        lost = _wait_for(lines, "camera-lost")
        server = serve(server_python, film, port)
        back = _wait_for(lines, "camera-restored")
    finally:
        for process in (watching, server):
            process.kill()
            process.wait(10)
        reading.join(10)
        watching.stdout.close()
    assert lost["data"]["camera"] == back["data"]["camera"] == "wheel"
    assert lost["time"] <= back["time"]


def _wait_for(lines: queue.Queue[dict], kind: str, seconds: float = 40.0) -> dict:
    until = time.monotonic() + seconds
    while True:
        said = lines.get(timeout=max(0.1, until - time.monotonic()))
        if said["data"]["kind"] == kind:
            return said
