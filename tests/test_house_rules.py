"""The house's own rules, as tests: lint, types, layers, and nothing at the top level that does not belong there."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
TOP = {
    "README.md", "CHANGELOG.md", "Makefile", "pyproject.toml", "requirements.lock", "schemas", "vision", "services",
    "deploy", "tests", "bench", "docs",
}


@pytest.mark.parametrize("guard", [["ruff", "check", "."], ["mypy"], ["lint-imports"]], ids=lambda guard: guard[0])
def test_a_guard_has_nothing_to_say(guard):
    done = subprocess.run([BIN / guard[0], *guard[1:]], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_only_what_belongs_stands_at_the_top():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()

    assert {name.split("/")[0] for name in tracked if not name.startswith(".")} <= TOP


def test_locks_name_no_host():
    for lock in (ROOT / "requirements.lock", ROOT / "tests" / "requirements.lock"):
        assert "://" not in lock.read_text()
        assert "--hash=sha256:" in lock.read_text()
