"""`nomorebets run`: everything on this machine, playing the acts round and round in real time."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import click
import msgspec
from rich.console import Console

from schemas.table import read_table
from services.runtime.account import give_account
from services.runtime.acts import ACTS, Acts
from services.runtime.clock import now
from services.runtime.doors import say_doors
from services.runtime.house import House, house
from services.runtime.main import run_until_told
from services.runtime.play import play
from services.settings import Settings, settings_from
from vision.session import open_session
from vision.simulator.case import restamp

REPEAT_PAUSE_S = 2.0
"""The pause between two acts."""


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Where everything is kept [./data].")
@click.option("--port", type=click.IntRange(0, 65535), help="Where the console listens [8750]; 0: any free one.")
@click.option("--seed", default=1, show_default=True, help="Which drawing of the acts.")
@click.option("--act", "acts", multiple=True, type=click.Choice(ACTS), help="Play only these (again for more).")
@click.option("--rounds", type=click.IntRange(1), help="Stop after this many acts; otherwise play on until Ctrl-C.")
@click.option("--new-password", is_flag=True, help="Give the administrator another password.")
def run(
    data: Path | None, port: int | None, seed: int, acts: tuple[str, ...], rounds: int | None, new_password: bool
) -> None:
    """Everything at once on this machine, playing the acts round and round.

    Draws the acts, starts the embedded PostgreSQL, the cameras, the referee, the console and the alerts, prints the
    address, the password (once) and an account of rounds and incidents. Ctrl-C stops everything.
    """
    settings = settings_from()
    given = {key: value for key, value in (("data", data), ("port", port)) if value is not None}
    settings = msgspec.structs.replace(settings, **given)
    run_until_told(_run(settings, Acts(settings.data / "cases", seed, acts or ACTS), rounds, new_password))


async def _run(settings: Settings, acts: Acts, rounds: int | None, new_password: bool) -> None:
    console = Console(highlight=False)
    console.print("nomorebets: opening the house and drawing the first act (half a minute, once) …", style="dim")
    async with house(settings) as open_house:
        acts.begin()
        account = asyncio.create_task(give_account(open_house.engine, console), name="account")
        try:
            await say_doors(open_house, console, tables=("t1",), new_password=new_password)
            await _play_on(open_house, acts, rounds)
            if rounds is not None:
                await open_house.engine.caught_up()
                await asyncio.sleep(REPEAT_PAUSE_S)
        finally:
            account.cancel()
            await acts.stop()


async def _play_on(open_house: House, acts: Acts, rounds: int | None) -> None:
    """What a crash cut short first, then act after act, each as a new session that begins now."""
    left = _left(open_house)
    if left is not None:
        await _play(open_house, left)
    for nth, act in enumerate(acts.names()):
        if rounds is not None and nth >= rounds:
            return
        case = await acts.case(act)
        folder = open_house.sessions / f"{now()}-{act}".replace(":", "")
        restamp(case, folder, now().plus(1.0))
        await _play(open_house, folder)
        await asyncio.sleep(REPEAT_PAUSE_S)


async def _play(open_house: House, folder: Path) -> None:
    session = open_session(read_table(folder / "table.toml"))
    playing = open_house.data / "playing.json"
    playing.write_text(json.dumps({"session": folder.name}))
    open_house.shelf.put(session)
    await play(open_house.engine, session, open_house.tiles)
    playing.unlink()


def _left(open_house: House) -> Path | None:
    """The session that was being played when the last nomorebets ended, if it did not come to its end."""
    try:
        told = json.loads((open_house.data / "playing.json").read_text())
        folder = open_house.sessions / str(told["session"])
    except (OSError, ValueError, KeyError):
        return None
    return folder if (folder / "table.toml").exists() else None
