"""How a long-running command ends when it must."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from services.commands.serve import waiting
from services.runtime.main import run_until_told


@pytest.mark.parametrize("together", [True, False])
def test_a_database_that_went_away_is_one_clear_line(together: bool):
    async def work() -> None:
        away = psycopg.OperationalError("terminating connection\nand a hint")
        raise ExceptionGroup("rooms", [away]) if together else away

    with pytest.raises(NoMoreBetsError, match=r"^the database went away: terminating connection\. Start again"):
        run_until_told(work())


def test_a_fault_of_ours_shows_itself():
    async def work() -> None:
        raise ExceptionGroup("rooms", [KeyError("ours")])

    with pytest.raises(KeyError):
        run_until_told(work())


def test_ctrl_c_while_the_database_makes_its_files_is_a_quiet_end(tmp_path: Path):
    command = [sys.executable, "-m", "services.cli", "run", "--data", str(tmp_path / "data"), "--port", "0"]
    house = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    give_up = time.monotonic() + 30
    while not (tmp_path / "data" / "postgres" / "unfinished" / "global").exists() and time.monotonic() < give_up:
        time.sleep(0.01)

    os.killpg(house.pid, signal.SIGINT)  # as a terminal does: to all of us

    assert house.communicate(timeout=60)[1] == b""
    assert house.returncode == 0


def test_a_session_that_begins_in_an_hour_is_announced():
    here = Moment.parse("2026-11-18T20:14:00.000Z")
    assert waiting("t1", here.plus(3600), here) == "  t1 begins at 2026-11-18T21:14:00.000Z: waiting 60 min"
    assert waiting("t1", here.plus(30), here) is None
