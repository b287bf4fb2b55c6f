"""One session of one table: its cameras in processes of their own, its desk, its beginning and its end.

Table time is wall time: a file's frames are looked at when their time has come, or at full speed when
that time is past, so a session that a crash cut short is watched again from its beginning and catches up.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.events import CameraLost, CameraRestored, ClockTicked
from schemas.moment import Moment
from schemas.topics import OBSERVATIONS
from services.runtime.children import ended
from services.runtime.clock import now, sleep_until
from services.store.parenthood import ends_with_parent
from vision.desk import desk_entries
from vision.session import Camera, Session, closing, opening
from vision.stamp import stamp

SILENCE_S = 2.0
"""A live camera that says nothing for this long is lost. Lower calls a hiccup a loss; higher hides one."""


class Appends(Protocol):
    """Where observations go."""

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these, in this order."""


class CameraProcess:
    """One camera's process, and how far its table time has come."""

    def __init__(self, session: Session, camera: Camera, tiles: Path, last: Moment | None = None) -> None:
        self.camera = camera
        self.lost = False
        self.ended = False
        self.last = last or session.starts_at
        self.heard = now()
        self._session = session
        self._tile = tiles / f"{session.table}-{camera.name}.jpg"
        self._process: Process | None = None

    async def run(self, log: Appends, floor: Sequence[CameraProcess] = ()) -> None:
        """Append what it sees until it ends; a camera that fails is lost, and the log says so."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.runtime.camera", "--table", str(self._session.file.path),
            "--camera", self.camera.name, "--url", self.camera.url, "--session", self._session.id,
            "--starts-at", str(self.camera.starts_at), "--tile", str(self._tile),
            stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, start_new_session=True, preexec_fn=ends_with_parent(),
        )
        assert self._process.stdout is not None
        watcher = asyncio.create_task(self._watch_silence(log, floor)) if self.camera.live else None
        try:
            async for lines in _batches(self._process.stdout):
                await self._keep(log, [decode(line) for line in lines])
            if await self._process.wait() != 0:
                await self._say_lost(log, "its picture could not be read to the end")
        finally:
            self.ended = True
            if watcher is not None:
                watcher.cancel()
            await ended(self._process)

    async def _keep(self, log: Appends, entries: list[Entry]) -> None:
        if self.lost:
            back = entries[0].time
            await log.append(OBSERVATIONS, [
                self._say(CameraRestored(seen=(back, back), camera=self.camera.name), back), *entries])
            self.lost = False
        else:
            await log.append(OBSERVATIONS, entries)
        self.last = max(self.last, entries[-1].time)
        self.heard = now()

    async def _watch_silence(self, log: Appends, floor: Sequence[CameraProcess]) -> None:
        """Two seconds of nothing is a loss; when all are lost the log is told how time goes on: duties fall due."""
        while True:
            await asyncio.sleep(0.25)
            silent = now().after(self.heard)
            if silent < SILENCE_S:
                continue
            if not self.lost:
                await self._say_lost(log, f"nothing for {SILENCE_S:g} s")
            elif all(camera.lost or camera.ended for camera in floor) and self is _first_lost(floor):
                await log.append(OBSERVATIONS, [self._say(ClockTicked(), self.last.plus(silent))])
                await asyncio.sleep(1.0)

    async def say_gap(self, log: Appends) -> None:
        """We were away ourselves: nobody looked since the camera was last heard."""
        self.lost = True
        since = (self.last, max(self.last, now()))
        lost = CameraLost(seen=since, camera=self.camera.name, why="nobody was watching: nomorebets was restarted")
        await log.append(OBSERVATIONS, [self._say(lost, since[1])])

    async def _say_lost(self, log: Appends, why: str) -> None:
        self.lost = True
        gone = (self.last, max(self.last, min(now(), self.last.plus(SILENCE_S))))
        await log.append(OBSERVATIONS, [self._say(CameraLost(seen=gone, camera=self.camera.name, why=why), gone[1])])

    def _say(self, event: CameraLost | CameraRestored | ClockTicked, time: Moment) -> Entry:
        micros = (time - self._session.starts_at) * 1000
        return stamp(event, session=self._session, origin="config", time=time, micros=micros)


def _first_lost(floor: Sequence[CameraProcess]) -> CameraProcess | None:
    return next((camera for camera in floor if camera.lost), None)


async def play(log: Appends, session: Session, tiles: Path, heard: Mapping[str, Moment] | None = None) -> None:
    """From `TableOpened` to `TableClosed`, at the pace of table time.

    `heard` is when each live camera was last heard before a restart: the gap since then is a loss, and is told.
    """
    heard = heard or {}
    tiles.mkdir(parents=True, exist_ok=True)
    await log.append(OBSERVATIONS, opening(session))
    cameras = [CameraProcess(session, camera, tiles, heard.get(camera.name)) for camera in session.cameras]
    for camera in cameras:
        if camera.camera.live and camera.camera.name in heard:
            await camera.say_gap(log)
    async with asyncio.TaskGroup() as together:
        for camera in cameras:
            together.create_task(camera.run(log, cameras))
        together.create_task(_desk(log, session))
    last = max((camera.last for camera in cameras), default=session.starts_at)
    said = [said.time for said in desk_entries(session)]
    await log.append(OBSERVATIONS, [closing(session, max([last, *said]))])


async def _desk(log: Appends, session: Session) -> None:
    """The desk's file, each line when its time has come."""
    for said in desk_entries(session):
        await sleep_until(said.time)
        await log.append(OBSERVATIONS, [said])


async def _batches(stream: asyncio.StreamReader) -> AsyncIterator[list[bytes]]:
    """Whole lines, as many at once as have come."""
    rest = b""
    while piece := await stream.read(1 << 16):
        *lines, rest = (rest + piece).split(b"\n")
        if lines:
            yield lines
