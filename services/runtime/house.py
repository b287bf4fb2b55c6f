"""The whole house: engine, console, courier and evidence in one process, alive for the length of one block."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from schemas.errors import NoMoreBetsError
from schemas.topics import ALERTS
from services.alerts.channels import Channel, open_channels
from services.alerts.courier import Courier
from services.api.app import bind, make_app, serve
from services.api.people import People
from services.evidence.service import EvidenceService
from services.runtime.engine import Engine, HostName, engine
from services.runtime.footage import FilmShelf
from services.settings import Settings
from services.store.sends import SendsLedger

COURIER_LOOKS_S = 0.3
"""How often the ledger is looked at when nothing wakes the courier: the read models follow the log a moment later,
so the first look after an alert may come too early. Lower is quicker to send, and asks the database more often."""


class House(msgspec.Struct, frozen=True, kw_only=True):
    """What those who play sessions in the house need of it."""

    engine: Engine
    people: People
    address: str
    data: Path
    shelf: FilmShelf
    evidence: EvidenceService

    @property
    def tiles(self) -> Path:
        """Where the cameras keep their latest picture."""
        return self.data / "tiles"

    async def clips_cut(self, patience_s: float = 15.0) -> None:
        """Wait until every case has the clips it asked for, or for as long as is sensible."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self.evidence.asking():
                    await asyncio.sleep(0.1)

    @property
    def sessions(self) -> Path:
        """Where file sessions lie, each in a folder named by its id."""
        return self.data / "sessions"


@asynccontextmanager
async def house(settings: Settings, host: HostName = "embedded") -> AsyncIterator[House]:
    """Open every room; the port is taken first, so that a second house says so before anything starts."""
    channels = open_channels(settings.apprise_urls, settings.webhook_url, settings.webhook_secret)
    socket = bind(settings.host, settings.port)
    shelf = FilmShelf()
    address = f"http://{settings.host}:{socket.getsockname()[1]}"
    try:
        async with engine(settings, host) as running:
            evidence = EvidenceService(running, settings.data / "evidence", shelf.films)
            async with asyncio.TaskGroup() as rooms:
                tasks = [
                    rooms.create_task(serve(make_app(running, settings.data), on=socket), name="console"),
                    rooms.create_task(_alerts(running, channels), name="courier"),
                    rooms.create_task(evidence.run(), name="evidence"),
                ]
                yield House(
                    engine=running, people=People(running.pool), address=address, data=settings.data, shelf=shelf,
                    evidence=evidence,
                )
                for task in tasks:
                    task.cancel()
    finally:
        socket.close()


async def _alerts(running: Engine, channels: tuple[Channel, ...]) -> None:
    """Run the courier's errands whenever the alerts topic says something, and now and then in between."""
    courier = Courier(SendsLedger(running.pool), channels, lambda said: running.append(ALERTS, [said]))
    if not channels:
        return
    woken = asyncio.Event()
    ear = asyncio.create_task(_wake(running, woken), name="courier: listening")
    try:
        while True:
            await courier.round()
            with suppress(TimeoutError):
                async with asyncio.timeout(COURIER_LOOKS_S):
                    await woken.wait()
            woken.clear()
    finally:
        ear.cancel()
        await courier.stop()


async def _wake(running: Engine, woken: asyncio.Event) -> None:
    async for _ in running.subscribe((ALERTS,)):
        woken.set()


def one_error(wrong: BaseException) -> BaseException:
    """The first thing that went wrong that a person can put right, out of however many at once."""
    found = wrong
    while isinstance(found, BaseExceptionGroup):
        people_first = sorted(found.exceptions, key=lambda error: not isinstance(error, NoMoreBetsError))
        found = people_first[0]
    return found
