import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from schemas.errors import NoMoreBetsError
from services.store import cluster, postgres
from services.store.cluster import process_of
from services.store.lock import DataLock, running_database
from services.store.postgres import EmbeddedPostgres, embedded_postgres

CHILD = """
import sys, time
from pathlib import Path
from services.store.lock import DataLock
from services.store.postgres import EmbeddedPostgres
lock = DataLock(Path(sys.argv[1]))
lock.take()
url = EmbeddedPostgres(Path(sys.argv[1])).start()
lock.tell(url)
print(url, flush=True)
time.sleep(60)
"""


def ask(url: str, sql: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(sql)
        return done.fetchone()[0] if done.description else None


def test_what_was_written_is_there_after_a_restart(tmp_path: Path):
    with embedded_postgres(tmp_path) as url:
        ask(url, "create table kept (n int)")
        ask(url, "insert into kept values (17)")
    with embedded_postgres(tmp_path) as url:
        assert ask(url, "select n from kept") == 17
    assert process_of(tmp_path / "postgres" / "files") is None


def test_the_server_ends_with_a_killed_parent_and_starts_again(tmp_path: Path):
    child = subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    url = child.stdout.readline().strip()
    assert running_database(tmp_path) == url
    ask(url, "create table kept as select 17 as n")
    server = process_of(tmp_path / "postgres" / "files")
    assert server is not None

    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()

    give_up = time.monotonic() + 10
    while process_of(tmp_path / "postgres" / "files") is not None:
        assert time.monotonic() < give_up, "PostgreSQL outlived its parent"
        time.sleep(0.02)
    assert running_database(tmp_path) is None
    with DataLock(tmp_path), embedded_postgres(tmp_path) as url:
        assert ask(url, "select n from kept") == 17


def test_a_server_left_by_a_dead_nomorebets_is_ended(tmp_path: Path):
    left = EmbeddedPostgres(tmp_path)
    ask(left.start(), "create table kept as select 17 as n")
    before = process_of(tmp_path / "postgres" / "files")

    with embedded_postgres(tmp_path) as url:
        assert ask(url, "select n from kept") == 17
        assert process_of(tmp_path / "postgres" / "files") != before
    left.stop()


def test_a_lock_file_naming_somebody_elses_process_is_no_server(tmp_path: Path):
    with embedded_postgres(tmp_path):
        pass
    (tmp_path / "postgres" / "files" / "postmaster.pid").write_text(f"{os.getpid()}\n")
    assert process_of(tmp_path / "postgres" / "files") is None
    with embedded_postgres(tmp_path) as url:
        assert ask(url, "select 1") == 1


def test_a_directory_in_use_is_one_clear_line(tmp_path: Path):
    line = rf"in use by another nomorebets \(process {os.getpid()}\)"
    with DataLock(tmp_path), pytest.raises(NoMoreBetsError, match=line):
        DataLock(tmp_path).take()
    with DataLock(tmp_path):
        pass


def test_a_deep_directory_has_its_socket_elsewhere(tmp_path: Path):
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with embedded_postgres(deep) as url:
        assert ask(url, "select 1") == 1
        socket = Path(url.partition("host=")[2].partition("&")[0])
        assert socket.stat().st_mode & 0o777 == 0o700
    assert not socket.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to step down")
def test_root_opens_no_folder_for_postgres(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    package = postgres.binaries().parent
    for folder in (package / "pginstall18", package.with_name(f"{package.name}.libs")):
        shutil.copytree(folder, home / folder.relative_to(package.parent), copy_function=os.link, symlinks=True)
    monkeypatch.setattr(postgres, "binaries", lambda: home / package.name / "pginstall18")
    monkeypatch.setattr(cluster, "ELSEWHERE", tmp_path / "elsewhere")

    with embedded_postgres(home / "data") as url:
        assert ask(url, "select 1") == 1
        (files,) = (tmp_path / "elsewhere").glob("*/files")
        server = process_of(files)
        assert Path(f"/proc/{server}").stat().st_uid == cluster.UID

    assert home.stat().st_mode & 0o777 == 0o700
    assert (home / "data" / "postgres.path").read_text().startswith(str(tmp_path / "elsewhere"))
