"""A database for commands that only ask: the one that is running, or ours for as long as the question takes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from schemas.errors import NoMoreBetsError
from services.settings import Settings
from services.store.lock import DataLock, running_database
from services.store.migrate import migrate
from services.store.postgres import embedded_postgres


@contextmanager
def borrowed_database(settings: Settings) -> Iterator[str]:
    """Its address; a data directory in which nothing was ever kept is one clear line."""
    url = settings.database_url or running_database(settings.data)
    if url:
        yield url
        return
    if not (settings.data / "postgres").exists() and not (settings.data / "postgres.path").exists():
        raise NoMoreBetsError(f"nothing was kept in {settings.data} yet. Start `nomorebets run`, or give --data.")
    with DataLock(settings.data), embedded_postgres(settings.data) as url:
        asyncio.run(migrate(url))
        yield url
