"""Attaches clips to incidents: waits until the cameras have shown the act, cuts, and says so in the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec
import psycopg

from schemas.codec import BadLine, decode
from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError
from schemas.events import EvidenceAttached
from schemas.ids import derived_id
from schemas.moment import Moment
from schemas.topics import CASES, OBSERVATIONS
from services.api.engine import Engine
from services.api.live import end_of_log
from services.evidence.clip import Clip, cut
from services.evidence.ring import Ring
from services.evidence.wanted import Desk, Wanted

PAST_CASES = 500
"""Case entries read again at the start. More finds older incidents without clips; their video may be gone anyway."""
PAST = 3000
"""Log entries read again at the start to know how far the cameras have come."""
logger = logging.getLogger(__name__)


class Film(Protocol):
    """Something clips can be cut from; `starts_at` is the table time of its second 0."""

    @property
    def starts_at(self) -> Moment:
        """The table time of its second 0."""

    def cut(self, span: tuple[float, float], folder: Path) -> Clip:
        """Cut these seconds and keep the clip in the folder."""


class FileFilm(msgspec.Struct, frozen=True, kw_only=True):
    """A camera's file; its first picture is at `starts_at`."""

    path: str
    starts_at: Moment

    def cut(self, span: tuple[float, float], folder: Path) -> Clip:
        """Cut from the file."""
        return cut(self.path, span, folder)


class RingFilm(msgspec.Struct, frozen=True, kw_only=True):
    """A live camera's ring; second 0 of its stream is at `starts_at`."""

    ring: Ring
    starts_at: Moment

    def cut(self, span: tuple[float, float], folder: Path) -> Clip:
        """Cut from what the ring still holds."""
        return self.ring.cut(span, folder)


Footage = Callable[[str, str], Mapping[str, Film]]
"""The films of a table's session by camera; empty when the session is not known here."""


class EvidenceService:
    """Follows cases and cameras, and cuts what can be cut."""

    def __init__(self, engine: Engine, folder: Path, footage: Footage) -> None:
        self._engine = engine
        self._folder = folder
        self._footage = footage
        self._desk = Desk()

    async def run(self) -> None:
        """Attach clips until cancelled; a database that is away is waited for."""
        after = max(0, await end_of_log(self._engine) - PAST)
        await self._remember()
        while True:
            try:
                async for told in self._engine.subscribe((OBSERVATIONS, CASES), after=after):
                    self._desk.take(told)
                    for cause in self._desk.asking():
                        await self._serve(cause)
                    after = told.sequence or after
            except psycopg.OperationalError as wrong:
                logger.warning("the database is away, clips wait: %s", wrong)
                await asyncio.sleep(1)

    async def _remember(self) -> None:
        """The cases of before, with the clips they have."""
        async with self._engine.pool.connection() as connection:
            rows = await connection.execute(
                "select line from log where topic = %s order by sequence desc limit %s", (CASES, PAST_CASES)
            )
            for (line,) in reversed(await rows.fetchall()):
                with suppress(BadLine):  # set aside by the herald, which reads this topic too
                    self._desk.take(decode(bytes(line)))

    def asking(self) -> bool:
        """Whether a case still waits for a clip."""
        return bool(self._desk.asking())

    async def _serve(self, cause: Entry) -> None:
        """Cut what may be cut for this case; it is settled when every camera has its clip."""
        films = self._footage(cause.table, cause.session)
        if not films:
            return  # a session that is not played here, or not yet
        wanted = [want for camera in films if (want := self._desk.wants(cause, camera)) is not None]
        for want in wanted:
            if self._desk.may_cut(want):
                await self._attach(want, films[want.camera])
        if all(self._desk.may_cut(want) for want in wanted):
            self._desk.settled(cause)

    async def _attach(self, want: Wanted, film: Film) -> None:
        span = (want.span[0].after(film.starts_at), want.span[1].after(film.starts_at))
        try:
            clip = await asyncio.to_thread(film.cut, span, self._folder)
        except NoMoreBetsError as wrong:
            logger.warning("no clip of %s for incident %s: %s", want.camera, want.incident, wrong)
            return
        said = attached(want, film, clip)
        await self._engine.append(CASES, [said])
        self._desk.take(said)


def attached(want: Wanted, film: Film, clip: Clip) -> Entry:
    """The clip's entry in the log: made again after a crash it is the same to the byte."""
    seen = (film.starts_at.plus(clip.begins), film.starts_at.plus(clip.ends))
    event = EvidenceAttached(
        incident=want.incident, camera=want.camera, file=clip.file, sha256=clip.sha256, bytes=clip.bytes, seen=seen
    )
    return entry(
        event, id=derived_id(f"evidence/{want.camera}", want.cause.id, 0), table=want.cause.table, origin="evidence",
        time=max(want.cause.time, seen[1]), session=want.cause.session, cause=want.cause.id,
    )
