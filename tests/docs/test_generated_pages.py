"""The generated pages say what the code says, and every command is on one."""

from pathlib import Path

import pytest

from docs.generate import PAGES, REFERENCE, STORY_INDEX, story_index
from services.cli import COMMANDS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_fresh(name):
    assert (REFERENCE / name).read_text() == PAGES[name](), "stale; run `make docs`"


def test_the_index_of_stories_is_fresh():
    assert STORY_INDEX.read_text() == story_index(), "stale; run `make docs`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    assert f"## nomorebets {command}\n" in (REFERENCE / "commands.md").read_text()


def test_links_between_pages_lead_somewhere():
    import re

    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"


def test_the_story_in_the_docs_is_found_as_it_says(tmp_path):
    import json
    import re
    import subprocess
    import sys

    page = (ROOT / "docs" / "how-to" / "write-a-story.md").read_text()
    (tmp_path / "story.toml").write_text(re.search(r"```toml\n(.*?)```", page, re.DOTALL)[1])
    nomorebets = [sys.executable, "-m", "services.cli"]
    told = ["simulate", str(tmp_path / "story.toml"), "--seed", "5", "--out", str(tmp_path / "case"), "--events"]
    subprocess.run([*nomorebets, *told], check=True, capture_output=True)
    judged = subprocess.run([*nomorebets, "judge", str(tmp_path / "case" / "truth.jsonl"), "--format", "jsonl"],
                            check=False, capture_output=True, text=True)

    found = [json.loads(line)["data"] for line in judged.stdout.splitlines() if "breach-found" in line]
    expected = [json.loads(line) for line in (tmp_path / "case" / "expected.jsonl").read_text().splitlines()]
    assert judged.returncode == 1
    assert [(one["rule"], one["clauses"], one["verdict"], one["round"], one["spot"]) for one in found] == [
        (one["rule"], one["clauses"], one["verdict"], one["round"], one["spot"]) for one in expected]
