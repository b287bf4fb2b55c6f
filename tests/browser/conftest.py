import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import av
import numpy as np
import pytest

HERE = Path(__file__)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run", "--autoplay-policy=no-user-gesture-required"]


def _house():
    spec = spec_from_file_location("nomorebets_test_house", HERE.parents[1] / "api" / "house.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.setdefault(spec.name, module_from_spec(spec))
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")  # Playwright's event loop must not outlive these tests in their worker
def browser() -> Iterator[object]:
    """Debian's Chromium under Playwright; without one the test is skipped, but never in CI."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    missing = [] if chromium else ["chromium"]
    try:
        ctypes.CDLL("libatomic.so.1")
    except OSError:
        missing.append("libatomic1")  # Playwright's driver does not start without it
    if missing:
        why = f"no browser to test with on this machine (apt install {' '.join(missing)})"
        pytest.fail(why) if os.environ.get("CI") else pytest.skip(why)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser) -> Iterator[object]:
    """A page whose scripts may not fail unnoticed."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(90_000)  # other tests share the machine's two cores
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[object]:
    with _house().open_house(tmp_path / "house") as house:
        yield house


@pytest.fixture
def evening(house):
    evening = _house().Evening(house)
    evening.open()
    return evening


@pytest.fixture
def film(tmp_path: Path) -> Callable[..., Path]:
    """Twenty seconds of a camera: a bright ball that runs round on a dark ground."""

    def make(name: str, colour: tuple[int, int, int], seconds: int = 20, fps: int = 25) -> Path:
        path = tmp_path / name
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=fps, options={"preset": "ultrafast"})
            stream.width, stream.height, stream.pix_fmt = 640, 360, "yuv420p"
            stream.codec_context.gop_size = fps
            for nth in range(seconds * fps):
                image = np.full((360, 640, 3), 28, np.uint8)
                x, y = int(320 + 140 * np.cos(nth / 9)), int(180 + 140 * np.sin(nth / 9))
                image[y - 10 : y + 10, x - 10 : x + 10] = colour
                for packet in stream.encode(av.VideoFrame.from_ndarray(image, "rgb24")):
                    container.mux(packet)
            for packet in stream.encode(None):
                container.mux(packet)
        return path

    return make
