"""Reads what the projections keep and what the log says, for the API and the command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from psycopg.rows import dict_row

from schemas.codec import BadLine, decode
from schemas.envelope import Entry
from schemas.events import RulebookAdopted, TableOpened
from schemas.moment import Moment
from schemas.rulebook import Rulebook, read_rulebook
from services.api.views import Case, ClauseText, Unseen
from services.api.words import cause_of, word_of
from services.store import queries
from services.store.connection import Pool
from services.store.sql import queries as named
from services.store.views import IncidentPage, IncidentView

SQL = named("api")
Row = dict[str, Any]


class Reader:
    """The questions the API and the command ask of the database."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    async def rows(self, query: str, **told: object) -> list[Row]:
        """The answer to a named question."""
        async with self.pool.connection() as connection, connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(SQL[query], told)
            found: list[Row] = await cursor.fetchall()
            return found

    async def incidents(
        self, *, table: str | None = None, clause: str | None = None, verdict: str | None = None,
        since: Moment | None = None, until: Moment | None = None, limit: int = 200,
    ) -> list[IncidentView] | list[Unseen]:
        """The queue, newest first; `could-not-see` lists what could not be judged instead."""
        if verdict == "could-not-see":
            asked: Row = {"table": table, "clause": clause, "limit": limit, "from": since and since.utc,
                          "to": until and until.utc}
            found = await self.rows("could_not_see", **asked)
            return [msgspec.convert({**row, "said": str(Moment.of(row["said"]))}, Unseen) for row in found]
        return await queries.incidents(
            self.pool, table=table, clause=clause, verdict=verdict, from_=since, to=until, limit=limit
        )

    async def session_of(self, table: str) -> str:
        """The session of the table, empty when it was never opened."""
        found = await self.rows("session_of", table=table)
        return str(found[0]["session"] or "") if found else ""

    async def opened(self, table: str) -> TableOpened | None:
        """The configuration in force at the table."""
        told = (entry.data for entry in _readable(await self.rows("openings", table=table)))
        return next((event for event in told if isinstance(event, TableOpened)), None)

    async def where_of(self, incident: str) -> Row | None:
        """The table and the session of an incident."""
        found = await self.rows("where_of", incident=incident)
        return found[0] if found else None

    async def case(self, incident: str) -> Case:
        """Everything about one incident."""
        page = await queries.incident(self.pool, incident)
        about = page.incident
        causes = {cause for finding in page.findings for cause in finding.causes}
        seen = await self.rows("causes", table=about.table, causes=sorted(causes))
        book = await self.rulebook(about.table, about.rulebook, about.version)
        words = await self.words(about.table, [incident, *(alert.alert for alert in page.alerts)])
        return Case(
            **{field.name: getattr(page, field.name) for field in msgspec.structs.fields(IncidentPage)},
            rulebook_title=book.title if book else about.rulebook, clause_texts=clause_texts(book, _cited(about)),
            causes=tuple(cause_of(decode(bytes(row["line"]))) for row in seen),
            history=tuple(word_of(entry, recorded) for entry, recorded in words),
        )

    async def words(self, table: str, about: Sequence[str]) -> list[tuple[Entry, Moment]]:
        """What was said about a case and its alerts, in the log's order."""
        rows = await self.rows("words", table=table, about=[id.encode() for id in about])
        return [(entry, Moment.of(row["recordedtime"])) for row in rows for entry in _readable([row])]

    async def rulebook(self, table: str, id: str, version: str) -> Rulebook | None:
        """The very text this table was judged by, as the log has it."""
        for entry in _readable(await self.rows("rulebooks", table=table)):
            told = entry.data
            if isinstance(told, RulebookAdopted) and (told.id, told.version) == (id, version):
                return read_rulebook(told.text, id)
        return None


def _readable(rows: Sequence[Row]) -> Iterator[Entry]:
    """The log keeps also lines that are none: whoever sent them, they are not shown."""
    for row in rows:
        with suppress(BadLine):
            yield decode(bytes(row["line"]))


def _cited(about: IncidentView) -> Sequence[str]:
    return [*about.clauses, *(remedy.clause for remedy in about.remedies if remedy.clause)]


def clause_texts(book: Rulebook | None, cited: Sequence[str]) -> tuple[ClauseText, ...]:
    """The clauses cited, each once, in the order cited."""
    texts = {clause.id: clause.short for clause in book.clauses} if book else {}
    return tuple(ClauseText(id=id, short=texts.get(id, "")) for id in dict.fromkeys(cited))
