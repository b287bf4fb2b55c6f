"""What the API, the courier and the evidence service need of a running nomorebets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

from schemas.envelope import Entry
from services.store.connection import Pool


class Engine(Protocol):
    """The log and the database, as `services.runtime.engine` gives them."""

    pool: Pool

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these; they are safe when this returns."""

    def subscribe(self, topics: Sequence[str] = ..., *, after: int | None = None) -> AsyncIterator[Entry]:
        """Entries as they reach the log."""

    async def consume(self, name: str, topics: Sequence[str], handle: Callable[[Entry], Awaitable[None]]) -> None:
        """Hand every entry of these topics to `handle`, also after a crash."""
