"""Keeps the last minutes of a live camera as it sent them, so that clips can be cut from what is past."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress

import av

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from services.evidence.clip import seconds
from services.evidence.ring import Ring
from services.evidence.service import RingFilm
from services.runtime.clock import now
from services.runtime.footage import FilmShelf
from vision.session import Camera, Session
from vision.source import open_video

RETRY_S = 2.0
"""How long to wait before a lost stream is opened again."""


class Recorder:
    """One live camera's packets in a ring; nothing is decoded, so it costs next to nothing."""

    def __init__(self, session: Session, camera: Camera, shelf: FilmShelf) -> None:
        self._session = session
        self._camera = camera
        self._shelf = shelf
        self._stopped = threading.Event()

    async def run(self) -> None:
        """Record until cancelled."""
        try:
            await asyncio.to_thread(self._record)
        finally:
            self._stopped.set()

    def _record(self) -> None:
        while not self._stopped.is_set():
            # The camera's own process tells the log when it is lost.
            with suppress(NoMoreBetsError, av.error.FFmpegError, OSError):
                self._follow()
            time.sleep(RETRY_S)

    def _follow(self) -> None:
        with open_video(self._camera.url) as container:
            stream = container.streams.video[0]
            ring: Ring | None = None
            for packet in container.demux(stream):
                if self._stopped.is_set():
                    return
                if packet.pts is None:
                    continue
                if ring is None:
                    ring = Ring(stream)
                    begins = now().plus(-seconds(packet))
                    self._put(ring, begins)
                ring.put(packet)

    def _put(self, ring: Ring, begins: Moment) -> None:
        film = RingFilm(ring=ring, starts_at=begins)
        self._shelf.put_film(self._session.table, self._session.id, self._camera.name, film)
