"""The commands' manners: exit codes as frozen, and what is wrong told in one line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent / "examples"
FROZEN = json.loads((EXAMPLES / "exit-codes.json").read_text())


@pytest.fixture
def run(tmp_path):
    case = tmp_path / "case"
    shutil.copytree(EXAMPLES / "case", case)

    def run(command):
        told = [part.format(case=case, tmp=tmp_path) for part in command]
        return subprocess.run([sys.executable, "-m", "services.cli", *told], capture_output=True, text=True, timeout=60)

    return run


@pytest.mark.parametrize("frozen", FROZEN, ids=lambda frozen: " ".join(frozen["command"]))
def test_a_command_ends_as_frozen(frozen, run):
    if "first" in frozen:
        assert run(frozen["first"]).returncode == 0
    ended = run(frozen["command"])
    assert "Traceback" not in ended.stderr
    assert ended.returncode == frozen["exit"], ended.stderr
    assert frozen.get("says", "") in ended.stderr
    if frozen["exit"] == 2:
        assert ended.stderr.startswith("nomorebets: ")
        assert len(ended.stderr.splitlines()) == 1, "one line, no traceback"
