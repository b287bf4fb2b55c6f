"""The console in a real browser: an incident arrives while one looks, is opened, and its clip plays."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from schemas.events import ClockTicked
from schemas.topics import OBSERVATIONS
from services.evidence.service import FileFilm

pytestmark = pytest.mark.browser
WAIT_MS = 20_000
"""How long a page may take to show what it was told; only a machine that is busy needs it."""


def log_in(page, house) -> None:
    page.goto(house.url)
    page.wait_for_url("**/login*")
    page.get_by_label("Password").fill(house.password)
    page.get_by_role("button", name="Log in").click()
    page.locator("#line", has_text="live").wait_for()


def played_to(evening, seconds: float) -> None:
    """Both cameras have shown this much of their films."""
    for camera in ("wheel", "layout"):
        evening.house.append(OBSERVATIONS, evening.at(seconds, ClockTicked(), camera, f"tick-{camera}-{seconds}"))


def show_tile(house, table: str, camera: str, shade: int) -> None:
    folder = house.data / "tiles"
    folder.mkdir(exist_ok=True)
    cv2.imwrite(str(folder / f"{table}-{camera}.jpg"), np.full((180, 320, 3), shade, np.uint8))


def test_an_incident_arrives_is_opened_and_its_clip_plays(house, evening, film, page):
    house.films["s1"] = {name: FileFilm(path=str(film(f"{name}.mp4", colour)), starts_at=evening.start)
                         for name, colour in (("wheel", (230, 230, 220)), ("layout", (60, 180, 90)))}
    log_in(page, house)
    expect(page.locator("#empty")).to_have_text("No incident yet. Play is being watched.", timeout=WAIT_MS)

    evening.late_bet(at=6.0)
    row = page.locator("#queue a.row").first
    row.wait_for()
    assert "breach" in row.inner_text()
    assert "3.6A" in row.inner_text()
    assert "Five green chips (25.00) put on 17 by a player's hand" in row.inner_text()
    assert "875.00 AUD" in row.inner_text()

    row.click()
    page.locator("#no-clip").wait_for()
    played_to(evening, 8.0)
    house.caught_up()
    assert page.locator("video").count() == 0, "a clip may not show what the cameras have not shown yet"
    played_to(evening, 10.0)
    page.locator("video").nth(1).wait_for()

    page.get_by_role("button", name="Play both").click()
    for nth in (0, 1):
        video = page.locator("video").nth(nth).element_handle()
        page.wait_for_function("video => video.currentTime > 0.5 && !video.error", arg=video)
        assert video.evaluate("video => video.videoWidth") == 640
        assert 7 <= video.evaluate("video => video.duration") <= 9
    page.get_by_role("button", name="Go to the act").click()
    assert 2 <= page.locator("video").first.evaluate("video => video.currentTime") <= 4


def test_the_case_shows_clause_doubt_and_money_and_takes_a_decision(house, evening, page):
    incident = evening.late_bet(verdict="suspected", probability=0.87)
    house.caught_up()
    log_in(page, house)
    page.locator(f"#i-{incident} a").click()
    page.locator("#case").wait_for()

    assert page.locator("#badge").inner_text() == "suspected 87 %"
    assert "A wager placed after the ball dropped is void." in page.locator("#clauses").inner_text()
    assert "Roulette, current division" in page.locator("#book").inner_text()
    assert page.locator("#would-pay").inner_text() == "875.00 AUD"
    assert "stated by 3.6A" in page.locator("#remedies").inner_text()
    assert "5 green" in page.locator("#causes").inner_text()

    page.keyboard.press("a")
    page.locator("#status", has_text="acknowledged").wait_for()
    page.get_by_label("Note").fill("Seen on both cameras.")
    page.get_by_role("button", name="Uphold").click()
    page.locator("#status", has_text="decided: upheld").wait_for()
    page.locator("#history", has_text="Seen on both cameras.").wait_for()


def test_the_tile_shows_both_cameras_and_counts_what_could_not_be_seen(house, evening, page):
    show_tile(house, "t1", "wheel", 90)
    log_in(page, house)
    page.locator(".tile img[alt='wheel camera, live']").wait_for()
    show_tile(house, "t1", "layout", 140)
    page.locator(".tile img[alt='layout camera, live']").wait_for()
    expect(page.locator(".tile-state")).to_have_text("Round 1 · bets are open", timeout=WAIT_MS)

    evening.unseen()
    page.locator("#unseen", has_text="1").wait_for()
    assert page.locator("#alerts").inner_text() == "0"
    page.get_by_role("button", name="Could not see").click()
    page.locator(".row.unseen", has_text="no desk").wait_for()


def test_the_queue_is_walked_with_the_keyboard(house, evening, page):
    first, second = evening.late_bet(at=6), evening.late_bet(at=9, conduct="procedure")
    house.caught_up()
    log_in(page, house)
    page.locator(f"#i-{first}").wait_for()

    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**/case/{second}")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: Path(url).name != second)
