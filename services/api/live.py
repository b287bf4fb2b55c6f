"""One stream for every open console: incidents, rounds and camera tiles as they come."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from schemas import events
from schemas.codec import to_wire
from schemas.envelope import Entry
from schemas.topics import ALERTS, CASES, FINDINGS, OBSERVATIONS
from services.api.engine import Engine
from services.api.floor import TableState, shown, watch

logger = logging.getLogger(__name__)
WAITING = 200
"""Messages kept for a console that does not read. Lower cuts slow ones off sooner; they come back and read anew."""
TILE_S = 0.4
"""Seconds between two looks for new pictures; lower is smoother and costs the network and the browser more."""
PAST = 2000
"""Entries read at the start to know how the tables stand; more reaches further back, and starts slower."""

_NAME = re.compile(r"[\w.-]+\.jpg")
CASE_EVENTS = (
    events.IncidentOpened, events.IncidentUpdated, events.IncidentAcknowledged, events.IncidentDecided,
    events.IncidentClosed, events.EvidenceAttached, events.NoteAdded,
)


class Tiles:
    """The latest picture of each camera, as the files the camera processes keep: `<table>-<camera>.jpg`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown: dict[Path, int] = {}

    def latest(self, table: str, camera: str) -> bytes | None:
        """The latest JPEG, if there is one yet."""
        name = f"{table}-{camera}.jpg"
        try:
            return (self._folder / name).read_bytes() if _NAME.fullmatch(name) else None
        except OSError:
            return None

    def is_new(self, table: str, camera: str) -> bool:
        """Whether the picture changed since this was last asked."""
        file = self._folder / f"{table}-{camera}.jpg"
        try:
            stamp = file.stat().st_mtime_ns
        except OSError:
            return False
        before, self._shown[file] = self._shown.get(file), stamp
        return before != stamp


async def end_of_log(engine: Engine) -> int:
    """The sequence of the newest entry."""
    async with engine.pool.connection() as connection:
        row = await (await connection.execute("select coalesce(max(sequence), 0) from log")).fetchone()
    return int(row[0]) if row else 0


class Stream:
    """Follows the log once and hands what consoles show to every one that listens."""

    def __init__(self, engine: Engine, tiles: Tiles) -> None:
        self._engine = engine
        self._tiles = tiles
        self._listeners: set[asyncio.Queue[tuple[str, str] | None]] = set()
        self._closed = False
        self.states: dict[str, TableState] = {}

    async def run(self) -> None:
        """Follow log and cameras until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow(), name="stream: log")
            group.create_task(self._show(), name="stream: tiles")

    async def _follow(self) -> None:
        end = await end_of_log(self._engine)
        after = max(0, end - PAST)
        while True:
            try:
                async for entry in self._engine.subscribe((OBSERVATIONS, FINDINGS, CASES, ALERTS), after=after):
                    after = entry.sequence or after
                    self._take(entry, tell=after > end)
            except psycopg.OperationalError as wrong:
                logger.warning("the database is away, the consoles wait: %s", wrong)
                await asyncio.sleep(1)

    def _take(self, entry: Entry, *, tell: bool) -> None:
        before = self.states.get(entry.table, TableState())
        after = self.states[entry.table] = watch(before, entry)
        if not tell:
            return
        if isinstance(entry.data, events.ClockTicked) or shown(after) != {**shown(before), "time": after.time}:
            self.say("table", {"table": entry.table, **shown(after)})
        if isinstance(entry.data, CASE_EVENTS):
            self.say("incident", {"table": entry.table, "event": entry})
        elif isinstance(entry.data, events.AlertRaised | events.CouldNotSee | events.RoundClosed):
            self.say("count", {"table": entry.table, "event": entry})

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(TILE_S)
            if self._listeners:
                self._show_new()

    def _show_new(self) -> None:
        for table, state in self.states.items():
            for camera in state.cameras:
                picture = self._tiles.latest(table, camera) if self._tiles.is_new(table, camera) else None
                if picture:
                    self.say("tile", {"table": table, "camera": camera, "jpeg": base64.b64encode(picture).decode()})

    def say(self, kind: str, told: dict[str, Any]) -> None:
        """Tell every listener; one that has stopped reading is cut off, and its browser comes back."""
        text = msgspec.json.encode(told, enc_hook=to_wire).decode()
        for listener in list(self._listeners):
            if listener.qsize() >= WAITING:
                self._listeners.discard(listener)
                listener.put_nowait(None)
            else:
                listener.put_nowait((kind, text))

    async def listen(self) -> AsyncIterator[tuple[str, str]]:
        """What comes from now on; a first word at once, so that a browser knows it is heard, then one now and then."""
        queue: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            yield "hello", "{}"
            while not self._closed:
                try:
                    async with asyncio.timeout(15):
                        told = await queue.get()
                except TimeoutError:
                    told = ("still", "{}")
                if told is None:
                    return
                yield told
        finally:
            self._listeners.discard(queue)

    def close(self) -> None:
        """Send every listener away, and whoever comes back, so that the server can stop."""
        self._closed = True
        for listener in self._listeners:
            listener.put_nowait(None)
        self._listeners.clear()
