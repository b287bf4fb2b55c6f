"""A host's memory: each table's state and how far it has come, changed together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from services.runtime.processor import Hosted
from services.store.connection import Connection
from services.store.sql import queries

S = TypeVar("S")
SQL = queries("positions")


class Memory(Generic[S]):
    """The states of one processor on one host, kept in PostgreSQL and cached while we are the only writer."""

    def __init__(self, hosted: Hosted[S], host: str) -> None:
        self._hosted = hosted
        self.reader = f"{host}/{hosted.name}"
        self._states: dict[str, S] = {}

    async def states(self, connection: Connection, tables: Iterable[str]) -> dict[str, S]:
        """What is known of these tables; those never heard of are missing."""
        wanted = set(tables)
        missing = [table for table in wanted if table not in self._states]
        if missing:
            rows = await connection.execute(SQL["states"], {"processor": self.reader, "tables": missing})
            for table, state in await rows.fetchall():
                self._states[table] = self._hosted.load(bytes(state))
        return {table: self._states[table] for table in wanted if table in self._states}

    async def keep(self, connection: Connection, states: Mapping[str, S]) -> None:
        """Write states, within the caller's transaction; call `remember` when it is committed."""
        rows = [
            {"processor": self.reader, "table": table, "state": self._hosted.save(state)}
            for table, state in states.items()
        ]
        async with connection.cursor() as cursor:
            await cursor.executemany(SQL["keep_state"], rows)

    def remember(self, states: Mapping[str, S]) -> None:
        """These are committed."""
        self._states.update(states)

    def forget(self, tables: Iterable[str] | None = None) -> None:
        """Read them again when next needed; all of them when none are named."""
        for table in list(self._states) if tables is None else tables:
            self._states.pop(table, None)
