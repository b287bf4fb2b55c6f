"""What the console, the API and the analyst ask of the read models."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from psycopg.rows import dict_row

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from services.store.connection import Connection, Pool
from services.store.sql import queries
from services.store.views import (
    AlertView,
    EvidenceView,
    FindingView,
    IncidentPage,
    IncidentView,
    NoteView,
    RoundView,
    TableView,
    UnseenView,
)

SQL = queries("queries")
V = TypeVar("V")


async def incidents(
    pool: Pool, *, table: str | None = None, clause: str | None = None, verdict: str | None = None,
    status: str | None = None, from_: Moment | None = None, to: Moment | None = None, limit: int = 100,
) -> list[IncidentView]:
    """Incidents, the latest first; `from_` and `to` are when the acts were seen."""
    told = {
        "incident": None, "table": table, "clause": clause, "verdict": verdict, "status": status,
        "from": from_ and from_.utc, "to": to and to.utc, "limit": limit,
    }
    async with pool.connection() as connection:
        return await _ask(connection, "incidents", told, IncidentView)


async def incident(pool: Pool, id: str) -> IncidentPage:
    """One incident with everything that belongs to it."""
    every = {"incident": id, "table": None, "clause": None, "verdict": None, "status": None, "from": None, "to": None,
             "limit": 1}
    async with pool.connection() as connection:
        found = await _ask(connection, "incidents", every, IncidentView)
        if not found:
            raise NoMoreBetsError(f"no incident '{id}'.")
        return IncidentPage(
            incident=found[0],
            findings=tuple(await _ask(connection, "findings", every, FindingView)),
            evidence=tuple(await _ask(connection, "evidence", every, EvidenceView)),
            notes=tuple(await _ask(connection, "notes", every, NoteView)),
            alerts=tuple(await _ask(connection, "alerts", every, AlertView)),
        )


async def rounds(pool: Pool, table: str | None = None, *, limit: int = 100) -> list[RoundView]:
    """Rounds of a table, or of all, the latest first."""
    async with pool.connection() as connection:
        return await _ask(connection, "rounds", {"table": table, "limit": limit}, RoundView)


async def tables(pool: Pool) -> list[TableView]:
    """Every table ever heard of, with what waits there for a person and what could not be seen."""
    async with pool.connection() as connection:
        return await _ask(connection, "tables", {}, TableView)


async def could_not_see(pool: Pool, table: str | None = None, *, limit: int = 100) -> list[UnseenView]:
    """What could not be judged, the latest first."""
    async with pool.connection() as connection:
        return await _ask(connection, "could_not_see", {"table": table, "limit": limit}, UnseenView)


async def _ask(connection: Connection, name: str, told: Mapping[str, Any], view: type[V]) -> list[V]:
    async with connection.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(SQL[name], told)
        return [msgspec.convert(_plain(row), view) for row in await cursor.fetchall()]


def _plain(value: Any) -> Any:
    """Times as the contracts write them."""
    if isinstance(value, datetime):
        return str(Moment.of(value))
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value
