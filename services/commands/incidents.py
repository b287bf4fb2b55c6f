"""`nomorebets incidents`: the analyst's door, straight from the database or through a running server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import click
import httpx
import msgspec

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from services.api.listing import FORMATS, Told
from services.api.people import ADMINISTRATOR, People
from services.api.reading import Reader
from services.settings import settings_from
from services.store.connection import Pool, pool_of
from services.store.lock import DataLock, running_database
from services.store.migrate import migrate
from services.store.postgres import embedded_postgres

VERDICTS = ("breach", "suspected", "could-not-see")


@click.command()
@click.option("--table", help="Only this table.")
@click.option("--clause", help="Only what cites this clause, like 3.6A.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only this; could-not-see lists what was not judged.")
@click.option("--from", "from_", metavar="TIME", help="What happened at or after, like 2026-11-18T21:00:00Z.")
@click.option("--to", metavar="TIME", help="What happened before.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=1000, show_default=True, help="The newest so many.")
@click.option("--format", "format_", type=click.Choice(tuple(FORMATS)), default="text", show_default=True)
@click.option("--data", type=click.Path(path_type=Path), help="The data directory to read (default: NOMOREBETS_DATA).")
@click.option("--url", help="Ask a running server instead, like http://127.0.0.1:8750.")
@click.option("--token", envvar="NOMOREBETS_TOKEN", help="An API token for --url; else the password is asked for.")
@click.option("--new-token", metavar="NAME", help="Make an API token of this name, show it once, and do nothing else.")
def incidents(
    *, data: Path | None, url: str | None, token: str | None, new_token: str | None, format_: str, limit: int,
    table: str | None, clause: str | None, verdict: str | None, from_: str | None, to: str | None,
) -> None:
    """Ask for incidents, newest first."""
    if url and data:
        raise NoMoreBetsError("--url and --data exclude each other: a server, or a directory.")
    if new_token:
        click.echo(asyncio.run(_make_token(data, new_token)))
        return
    asked = {"table": table, "clause": clause, "verdict": verdict, "from": _moment(from_, "--from"),
             "to": _moment(to, "--to"), "limit": limit}
    told = _from_server(url, token, asked) if url else asyncio.run(_from_database(data, asked))
    for line in FORMATS[format_](told):
        click.echo(line)
    if not told and format_ == "text":
        click.echo("no incidents", err=True)


def _moment(text: str | None, option: str) -> Moment | None:
    try:
        return Moment.parse(text) if text else None
    except ValueError as wrong:
        raise NoMoreBetsError(f"{option}: not a time like 2026-11-18T21:14:00Z ({wrong})") from None


async def _from_database(data: Path | None, asked: dict[str, Any]) -> Sequence[Told]:
    async with _database(data) as pool:
        found = await Reader(pool).incidents(
            table=asked["table"], clause=asked["clause"], verdict=asked["verdict"], since=asked["from"],
            until=asked["to"], limit=asked["limit"],
        )
    return [msgspec.to_builtins(view) for view in found]


async def _make_token(data: Path | None, name: str) -> str:
    async with _database(data) as pool:
        return await People(pool).new_api_token(name)


@asynccontextmanager
async def _database(data: Path | None) -> AsyncIterator[Pool]:
    """The operator's database, that of the nomorebets living in the directory, or the directory's own, started."""
    settings = settings_from()
    with ExitStack() as stack:
        address = None if data else settings.database_url
        if address is None:
            address = _embedded(data or settings.data, stack)
        await migrate(address)
        async with pool_of(address, size=2) as pool:
            yield pool


def _embedded(data: Path, stack: ExitStack) -> str:
    living = running_database(data)
    if living:
        return living
    if not (data / "nomorebets.lock").exists():
        raise NoMoreBetsError(f"no nomorebets ever ran in {data}; name its directory with --data or NOMOREBETS_DATA.")
    stack.enter_context(DataLock(data))
    return stack.enter_context(embedded_postgres(data))


def _from_server(url: str, token: str | None, asked: dict[str, Any]) -> Sequence[Told]:
    """What a running server answers; without a token the administrator's password is asked for."""
    params = {name: str(value) for name, value in asked.items() if value is not None}
    try:
        with httpx.Client(base_url=url, timeout=30, trust_env=False) as client:
            if token:
                client.headers["authorization"] = f"Bearer {token}"
            else:
                password = click.prompt(f"Password of {ADMINISTRATOR}", hide_input=True, err=True)
                _checked(client.post("/login", json={"password": password}))
            found: list[Told] = _checked(client.get("/incidents", params=params)).json()
            return found
    except (httpx.HTTPError, httpx.InvalidURL) as wrong:
        raise NoMoreBetsError(f"cannot ask {url}: {wrong}") from None


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_success:
        return answer
    try:
        why = answer.json()["detail"]
    except (ValueError, KeyError, TypeError):
        why = f"it answered {answer.status_code}"
    raise NoMoreBetsError(f"{answer.url.host} refuses: {why}")
