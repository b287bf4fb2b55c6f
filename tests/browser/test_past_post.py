"""From pixels to a person: the past-post act is played, its incident arrives in an open console, and its clip plays."""

import re
import signal
import subprocess
import sys

import pytest

from services.runtime.clock import now
from vision.simulator.case import restamp

pytestmark = [pytest.mark.browser, pytest.mark.pixels]
BEFORE_THE_ACT_S = -12.0
"""The session began this long ago: it catches up while the page opens, and the late hand is still to come."""


@pytest.fixture
def playing(studio, tmp_path):
    """A whole nomorebets, with the act's films as its cameras; its address and password."""
    table = restamp(studio.case("past-post", 41), tmp_path / "session", now().plus(BEFORE_THE_ACT_S))
    process = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "serve", "--table", str(table), "--data", str(tmp_path / "data"),
         "--port", "0"], stdout=subprocess.PIPE, text=True)
    told = ""
    while "Ctrl-C" not in told:
        line = process.stdout.readline()
        assert line, told
        told += line
    yield re.search(r"console\s+(\S+)", told)[1], re.search(r"password\s+(\S+)", told)[1]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 0


def test_the_past_post_arrives_and_its_clip_plays(playing, page):
    address, password = playing
    page.goto(address)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.locator("#line", has_text="live").wait_for()
    assert page.locator("#queue a.row").count() == 0, "the late hand is still to come"

    row = page.locator("#queue a.row").first
    row.wait_for(timeout=90_000)
    assert re.search(r"Five green chips \(25\.00\) put on 17 by a player's hand", row.inner_text())
    page.wait_for_function("() => document.querySelector('.tile img, #tiles img, img')?.naturalWidth > 0")

    row.click()
    video = page.locator("video").first
    video.wait_for(timeout=60_000)
    page.get_by_role("button", name="Play both").click()
    for nth in (0, 1):  # also the one that comes while the first is playing
        page.locator("video").nth(nth).wait_for()
        page.wait_for_function(f"() => document.querySelectorAll('video')[{nth}].currentTime > 0.5")
    assert "3.6A" in page.locator("#clauses").inner_text()

    # The payment lengthens the clip while it plays: it plays on from where it was.
    page.wait_for_function("() => document.querySelectorAll('video')[0].duration > 12")
    page.wait_for_function("() => document.querySelectorAll('video')[0].currentTime > 3")
