"""A Kafka broker on this machine, without Docker: fetched once through Maven, run by Java."""

from __future__ import annotations

import base64
import fcntl
import hashlib
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import NoMoreBetsError
from services.store.parenthood import ends_with_parent

FOLDER = Path(__file__).parents[2] / "deploy" / "kafka"
JAVA = ("java", "-Xmx256m", "-Xms128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
START_S = 60.0
"""How long a start may take; after a crash with many partitions Kafka needs a quarter of a minute."""


class Broker:
    """One node, loopback only; its files outlive it."""

    def __init__(self, data: Path, *, port: int = 0) -> None:
        self.data = data.absolute()
        self.port = port or free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def bootstrap(self) -> str:
        """Its address."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> str:
        """Start it and say its address when it answers."""
        jars = fetch()
        _refuse_taken(self.port)
        self.data.mkdir(parents=True, exist_ok=True)
        properties = self._configure()
        if not (self.data / "files" / "meta.properties").exists():
            self._run(jars, "kafka.tools.StorageTool", "format", "-t", _cluster_id(), "-c", str(properties))
        journal = (self.data / "kafka.log").open("ab")
        with journal:
            self._process = subprocess.Popen(
                _java(jars, "kafka.Kafka", str(properties)), stdin=subprocess.DEVNULL, stdout=journal, stderr=journal,
                cwd=self.data, start_new_session=True, preexec_fn=ends_with_parent(signal.SIGTERM),
            )
        self._await()
        return self.bootstrap

    def wait(self) -> int:
        """Until it ends."""
        assert self._process is not None
        return self._process.wait()

    def stop(self) -> None:
        """End it in order; insist if it does not."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _configure(self) -> Path:
        told = (FOLDER / "server.properties").read_text()
        for name, value in (("port", self.port), ("controller_port", free_port()), ("files", self.data / "files")):
            told = told.replace(f"{{{name}}}", str(value))
        path = self.data / "server.properties"
        path.write_text(told)
        return path

    def _run(self, jars: Path, *command: str) -> None:
        run = subprocess.run(_java(jars, *command), capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise NoMoreBetsError(f"Kafka could not prepare {self.data}: {(run.stderr or run.stdout).strip()[-300:]}")

    def _await(self) -> None:
        assert self._process is not None
        give_up = time.monotonic() + START_S
        while not _answers(self.port):
            if self._process.poll() is not None or time.monotonic() > give_up:
                said = (self.data / "kafka.log").read_text(errors="replace").strip()
                self.stop()
                raise NoMoreBetsError(f"Kafka did not start: {said.splitlines()[-1] if said else 'it said nothing'}")
            time.sleep(0.05)


@contextmanager
def broker(data: Path, *, port: int = 0) -> Iterator[str]:
    """The address of a broker that lives as long as this block."""
    node = Broker(data, port=port)
    try:
        yield node.start()
    finally:
        node.stop()


def fetch() -> Path:
    """The broker's jars, fetched at the first call (about a minute) and kept beside the pom."""
    for program in ("java", "mvn"):
        if shutil.which(program) is None and (program == "java" or not _fetched()):
            raise NoMoreBetsError(f"a Kafka broker needs '{program}', which is not installed (Debian: "
                                  f"{'default-jre-headless' if program == 'java' else 'maven'}).")
    with (FOLDER / "pom.xml").open() as pom:
        fcntl.flock(pom, fcntl.LOCK_EX)  # two test processes must not fetch into one folder
        if not _fetched():
            shutil.rmtree(FOLDER / "libs", ignore_errors=True)
            run = subprocess.run(
                ["mvn", "-B", "-q", "-f", str(FOLDER / "pom.xml"), "dependency:copy-dependencies",
                 "-DoutputDirectory=libs", "-DincludeScope=runtime"],
                capture_output=True, text=True, check=False,
            )
            if run.returncode != 0:
                raise NoMoreBetsError(f"Maven could not fetch Kafka: {(run.stdout + run.stderr).strip()[:300]}")
            (FOLDER / "libs" / "fetched").write_text(_wanted())
    return FOLDER / "libs"


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _fetched() -> bool:
    mark = FOLDER / "libs" / "fetched"
    return mark.exists() and mark.read_text() == _wanted()


def _wanted() -> str:
    return hashlib.sha256((FOLDER / "pom.xml").read_bytes()).hexdigest()


def _java(jars: Path, *command: str) -> list[str]:
    return [*JAVA, f"-Dlog4j2.configurationFile={FOLDER / 'log4j2.properties'}", "-cp", f"{jars}/*", *command]


def _cluster_id() -> str:
    """Sixteen random bytes as Kafka writes them; a leading dash would be taken for an option."""
    return "n" + base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")[1:]


def _refuse_taken(port: int) -> None:
    with socket.socket() as door:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", port))
        except OSError as wrong:
            raise NoMoreBetsError(f"port {port} cannot be used for Kafka: {wrong.strerror}") from None


def _answers(port: int) -> bool:
    """Whether it answers a request for its versions; the port alone is open long before."""
    ask = b"\x00\x12\x00\x00\x00\x00\x00\x01\x00\x0anomorebets"
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as door:
            door.settimeout(5)
            door.sendall(len(ask).to_bytes(4, "big") + ask)
            return len(door.recv(8)) == 8
    except OSError:
        return False
