"""`nomorebets serve`: everything for the tables given, from files or live cameras, on either host."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableFile, read_table, starts_at
from services.runtime.account import give_account
from services.runtime.clock import now
from services.runtime.doors import say_doors
from services.runtime.engine import HostName
from services.runtime.house import House, house
from services.runtime.main import run_until_told
from services.runtime.play import play
from services.runtime.recorder import Recorder
from services.runtime.resume import last_heard
from services.settings import Settings, settings_from
from vision.session import Session, open_session, opening
from vision.watch import check_cameras

SOON_S = 60.0
"""A session that begins later than this is announced. Lower announces what nobody has time to wonder about."""


@click.command()
@click.option("--table", "tables", multiple=True, required=True, type=click.Path(path_type=Path, dir_okay=False),
              help="A table file (again for more).")
@click.option("--without", multiple=True, help="Leave a source out, like desk.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Where everything is kept [./data].")
@click.option("--port", type=click.IntRange(0, 65535), help="Where the console listens [8750]; 0: any free one.")
@click.option("--kafka", metavar="HOST:PORT", help="Use this broker, with Faust; otherwise the embedded log.")
@click.option("--once", is_flag=True, help="Stop when every file session has ended and is judged.")
@click.option("--new-password", is_flag=True, help="Give the administrator another password.")
def serve(
    tables: tuple[Path, ...], without: tuple[str, ...], data: Path | None, port: int | None, kafka: str | None,
    once: bool, new_password: bool,
) -> None:
    """Everything at once for the tables given: their cameras, the referee, the console and the alerts.

    A source that is a file is played at the pace of table time from `starts_at`, or from now where the file names no
    moment; one that lies in the past is watched at full speed. Ctrl-C stops everything.
    """
    given = {key: value for key, value in (("data", data), ("port", port), ("kafka", kafka)) if value is not None}
    settings = msgspec.structs.replace(settings_from(), **given)
    files = [read_table(path) for path in tables]
    names = [file.setup.table for file in files]
    if len(set(names)) < len(names):
        raise NoMoreBetsError(f"two of the table files are for the same table: {', '.join(names)}.")
    sessions = [_session(settings.data, file, without) for file in files]
    run_until_told(_serve(settings, sessions, "kafka" if settings.kafka else "embedded", once, new_password))


def _session(data: Path, file: TableFile, without: Sequence[str]) -> Session:
    """The table's session; what cannot be watched is said before anything starts."""
    session = open_session(file, without=without, default=_begins(data, file))
    opening(session)
    check_cameras(session)
    return session


def _begins(data: Path, file: TableFile) -> Moment:
    """Now, for a file that names no moment: taken once, and the same again after a crash."""
    if starts_at(file.setup) is not None:
        return now()
    remembered = data / "sessions" / f"{file.setup.table}.json"
    mark = hashlib.sha256(f"{file.path.resolve()}\n{file.sha256}".encode()).hexdigest()
    try:
        told = json.loads(remembered.read_text())
        if told["mark"] == mark:
            return Moment.parse(told["starts_at"])
    except (OSError, ValueError, KeyError):
        pass
    begins = now()
    remembered.parent.mkdir(parents=True, exist_ok=True)
    remembered.write_text(json.dumps({"mark": mark, "starts_at": str(begins)}))
    return begins


async def _serve(
    settings: Settings, sessions: Sequence[Session], host: HostName, once: bool, new_password: bool
) -> None:
    console = Console(highlight=False)
    async with house(settings, host) as open_house:
        account = asyncio.create_task(give_account(open_house.engine, console), name="account")
        try:
            await say_doors(
                open_house, console, tables=[session.table for session in sessions], new_password=new_password)
            async with asyncio.TaskGroup() as floor:
                for session in sessions:
                    if line := waiting(session.table, session.starts_at, now()):
                        console.print(line)
                    floor.create_task(_play(open_house, session), name=f"table {session.table}")
            if once:
                await open_house.engine.caught_up(timeout=300)
                await open_house.clips_cut()
            else:
                await asyncio.Event().wait()
        finally:
            account.cancel()


def waiting(table: str, begins: Moment, here: Moment) -> str | None:
    """What to say of a session that begins only later: a silent screen looks broken."""
    wait = begins.after(here)
    return f"  {table} begins at {begins}: waiting {wait / 60:.0f} min" if wait > SOON_S else None


async def _play(open_house: House, session: Session) -> None:
    open_house.shelf.put(session)
    heard = await last_heard(open_house.engine.pool, session)
    recorders = [asyncio.create_task(Recorder(session, camera, open_house.shelf).run(), name=f"recorder {camera.name}")
                 for camera in session.cameras if camera.live]
    try:
        await play(open_house.engine, session, open_house.tiles, heard)
    finally:
        for recorder in recorders:
            recorder.cancel()
    for remembered in (open_house.data / "sessions").glob(f"{session.table}.json"):
        remembered.unlink()
