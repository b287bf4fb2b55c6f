"""Killed with -9 in the middle of a round and started again: the round is finished, told once, nothing left running."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from services.runtime.clock import now
from vision.simulator.case import restamp

pytestmark = pytest.mark.pixels
PATIENCE_S = 150


class Receiver:
    """A webhook's receiver that remembers the key of everything it got."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                outer.keys.append(self.headers["idempotency-key"])
                self.send_response(204)
                self.end_headers()

            def log_message(self, *told: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/"


@pytest.fixture
def receiver():
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


def start(table: Path, data: Path, receiver: Receiver) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "services.cli", "serve", "--table", str(table), "--data", str(data),
         "--port", "0", "--once"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "NOMOREBETS_WEBHOOK_URL": receiver.url, "COLUMNS": "200",
             "NOMOREBETS_WEBHOOK_SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
    )


def kill_when(process: subprocess.Popen[str], said: str) -> str:
    """Read along until it says this, then kill it with -9."""
    heard = ""
    for line in process.stdout:
        heard += line
        if said in line:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    process.stdout.close()
    assert said in heard, heard
    return heard


def living_children_of(data: Path) -> list[str]:
    """Command lines that still name the data directory."""
    found = []
    for cmdline in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            told = cmdline.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(data) in told and "pytest" not in told:
            found.append(told)
    return found


@pytest.fixture
def table(studio, tmp_path):
    return restamp(studio.case("past-post", 41), tmp_path / "session", now().plus(1.0))


def test_killed_twice_and_told_once(table, tmp_path, receiver):
    data = tmp_path / "data"

    kill_when(start(table, data, receiver), "bets are closed")
    assert eventually(lambda: not living_children_of(data)), living_children_of(data)
    kill_when(start(table, data, receiver), "► incident")
    last = start(table, data, receiver)
    heard, _ = last.communicate(timeout=PATIENCE_S)

    assert last.returncode == 0, heard
    told = subprocess.run(
        [sys.executable, "-m", "services.cli", "incidents", "--data", str(data), "--format", "jsonl"],
        capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(told) == 1
    assert re.search(r"paid-void-bet", json.dumps(json.loads(told[0])))
    assert len(set(receiver.keys)) == 1
    verified = subprocess.run([sys.executable, "-m", "services.cli", "verify", "--data", str(data)],
                              capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stderr
    assert eventually(lambda: not living_children_of(data)), living_children_of(data)


def test_a_data_directory_in_use_is_one_clear_line(table, tmp_path, receiver):
    data = tmp_path / "data"
    first = start(table, data, receiver)
    for line in first.stdout:
        if "console" in line:
            break
    second = start(table, data, receiver)
    heard, _ = second.communicate(timeout=30)
    first.send_signal(signal.SIGINT)
    first.communicate(timeout=30)

    assert second.returncode == 2
    assert re.fullmatch(
        r"nomorebets: the data directory .* is in use by another nomorebets \(process \d+\)\..*\n", heard)
    assert eventually(lambda: not living_children_of(data)), living_children_of(data)


def eventually(holds, seconds: float = 10.0) -> bool:
    give_up = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.1)
    return True
