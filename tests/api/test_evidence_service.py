import asyncio
import time

import av
import numpy as np
import pytest

from schemas.events import ClockTicked
from schemas.topics import CASES, OBSERVATIONS
from services.evidence.service import EvidenceService, FileFilm
from services.log.embedded import append_lines
from services.log.port import Line


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "layout.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        stream.codec_context.gop_size = 25
        for nth in range(15 * 25):
            image = np.full((180, 320, 3), nth % 200, np.uint8)
            for packet in stream.encode(av.VideoFrame.from_ndarray(image, "bgr24")):
                container.mux(packet)
        for packet in stream.encode(None):
            container.mux(packet)
    return path


def evidence(client, incident: str) -> list[dict]:
    for _ in range(100):
        found = client.get(f"/incidents/{incident}").json()["evidence"]
        if found:
            return found
        time.sleep(0.05)
    return []


def test_an_incident_gets_its_clip_when_the_camera_has_shown_it(house, evening, client, film):
    evening.session = f"film-{evening.table}"
    house.films[evening.session] = {"layout": FileFilm(path=str(film), starts_at=evening.start)}
    incident = evening.late_bet(at=6)
    house.caught_up()
    assert client.get(f"/incidents/{incident}").json()["evidence"] == []

    house.append(OBSERVATIONS, evening.at(9.5, ClockTicked(), "layout", "tick"))

    [clip] = evidence(client, incident)
    assert clip["seen"] == [str(evening.start.plus(2)), str(evening.start.plus(9.44))]
    video = client.get(f"/evidence/{clip['file']}")
    assert video.headers["content-type"] == "video/mp4"
    assert len(video.content) == clip["bytes"]
    house.append(OBSERVATIONS, evening.at(12, ClockTicked(), "layout", "later"))
    house.caught_up()
    assert evidence(client, incident) == [clip]


def test_nonsense_among_the_cases_stops_neither_the_clips_nor_the_page(house, evening, client, tmp_path):
    incident = evening.late_bet(at=6)
    nonsense = Line(table=evening.table, id=f"nonsense-{incident}", data=f"{{ half a li {incident}".encode())

    async def begin_again() -> None:
        running = house._engine
        async with running.pool.connection() as connection:
            await append_lines(connection, CASES, [nonsense])
        async with asyncio.timeout(0.5):
            await EvidenceService(running, tmp_path, lambda *_: {}).run()

    with pytest.raises(TimeoutError):
        house.do(begin_again())
    house.caught_up()
    assert client.get(f"/incidents/{incident}").status_code == 200
