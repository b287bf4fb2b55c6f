"""The database's shape: numbered SQL files, each applied once, in order, never edited afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import psycopg

from schemas.errors import NoMoreBetsError

FOLDER = Path(__file__).parent / "migrations"


class Migration:
    """One numbered file."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.sql = path.read_text()
        self.sha256 = hashlib.sha256(self.sql.encode()).hexdigest()


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """Every migration we know, in order."""
    return [Migration(path) for path in sorted(folder.glob("[0-9]*.sql"))]


async def migrate(url: str, known: Sequence[Migration] | None = None) -> None:
    """Bring the database to the shape this program knows; refuse one that a newer program made."""
    ours = migrations() if known is None else known
    try:
        connection = await psycopg.AsyncConnection.connect(url, connect_timeout=10)
    except (psycopg.OperationalError, psycopg.ProgrammingError) as wrong:  # not there, or not an address
        raise NoMoreBetsError(f"cannot reach PostgreSQL: {wrong}") from None
    async with connection, connection.transaction():
        # Two programs starting at once: the second waits here and finds nothing left to do.
        await connection.execute("select pg_advisory_xact_lock(7500000)")
        await connection.execute(
            "create table if not exists migrations "
            "(name text primary key, sha256 text not null, applied timestamptz not null default now())"
        )
        rows = await (await connection.execute("select name, sha256 from migrations")).fetchall()
        done: dict[str, str] = dict(rows)
        _check(done, ours)
        for step in ours:
            if step.name not in done:
                await connection.execute(step.sql)
                await connection.execute("insert into migrations values (%s, %s)", (step.name, step.sha256))


def _check(done: dict[str, str], ours: Sequence[Migration]) -> None:
    known = {step.name: step.sha256 for step in ours}
    for name, sha256 in sorted(done.items()):
        if name not in known:
            raise NoMoreBetsError(f"the database was made by a newer nomorebets (it has '{name}'); use that one.")
        if known[name] != sha256:
            raise NoMoreBetsError(f"migration '{name}' is not the one this database was made with.")
