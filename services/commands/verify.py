"""`nomorebets verify`: prove that the log is complete, in order and unchanged, and its evidence too."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import click
import msgspec
import psycopg

from schemas.errors import NoMoreBetsError
from services.log.verify import Proof
from services.log.verify import verify as prove
from services.settings import Settings, settings_from
from services.store.borrow import borrowed_database
from services.store.sql import queries

SQL = queries("queries")


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Where everything is kept [./data].")
@click.option("--chains", is_flag=True, help="Print the last link of each chain, to be kept elsewhere.")
def verify(data: Path | None, chains: bool) -> int:
    """Prove that the log is complete, in order and unchanged, and that every clip is the one that was sealed.

    Exit 0: it is. Exit 1: it is not, and what is wrong is listed.
    """
    settings = settings_from()
    if data is not None:
        settings = msgspec.structs.replace(settings, data=data)
    with borrowed_database(settings) as url:
        proof, clips, wrong = asyncio.run(_look(url, settings))
    problems = (*proof.problems, *wrong)
    for problem in problems:
        click.echo(problem)
    if chains:
        for name, link in proof.chains.items():
            click.echo(f"{link}  {name}")
    verdict = f"{len(problems)} problems" if problems else "complete, in order, unchanged"
    click.echo(f"{proof.lines} lines in {len(proof.chains)} chains, {clips} clips: {verdict}.")
    return 1 if problems else 0


async def _look(url: str, settings: Settings) -> tuple[Proof, int, list[str]]:
    try:
        async with await psycopg.AsyncConnection.connect(url, connect_timeout=10) as connection:
            proof = await prove(connection)
            rows = await (await connection.execute(SQL["clips"])).fetchall()
    except (psycopg.OperationalError, psycopg.ProgrammingError) as away:  # not there, or not a database of ours
        raise NoMoreBetsError(f"cannot read the log: {str(away).partition(chr(10))[0]}") from None
    wrong = [why for file, sha256 in rows if (why := _clip(settings.data / "evidence" / file, sha256))]
    return proof, len(rows), wrong


def _clip(path: Path, sha256: str) -> str | None:
    if not path.exists():
        return f"the clip {path} is missing"
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    return None if found == sha256 else f"the clip {path} was changed"
