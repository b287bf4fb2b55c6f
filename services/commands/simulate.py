"""`nomorebets simulate`: a story becomes the files of a case."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from schemas.errors import NoMoreBetsError
from schemas.moment import Moment

if TYPE_CHECKING:
    from vision.simulator.view import Difficulty


@click.command()
@click.argument("script", required=False)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Varies times, places, cameras.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for the case's files.")
@click.option("--events", is_flag=True, help="No video: only what perfect eyes would say, in milliseconds.")
@click.option("--list", "listed", is_flag=True, help="The stories that ship.")
@click.option("--starts-at", "starts_at", metavar="TIME", help="When the session begins, like 2026-11-18T21:14:00Z.")
@click.option("--difficulty", type=click.Choice(["easy", "medium", "hard"]), default="easy", show_default=True,
              help="How hard the cameras make it: angle, glare, blur, noise, lost frames; cloth, print, clutter.")
def simulate(
    script: str | None, seed: int, out: Path | None, events: bool, listed: bool, starts_at: str | None, difficulty: str
) -> None:
    """Play SCRIPT (a shipped story's name, or a TOML file) and write its videos, desk, truth and table file."""
    from vision.simulator.case import STARTS_AT, simulate_case
    from vision.simulator.story import known_stories, load_story

    if listed:
        for name in known_stories():
            click.echo(f"{name:<20} {' '.join(load_story(name).about.split())}")
        return
    if script is None:
        raise NoMoreBetsError(f"which story? Give a name or a .toml file. Known: {', '.join(known_stories())}.")
    if out is None:
        raise NoMoreBetsError("where to? Give --out DIR.")
    story = load_story(script)
    begins = STARTS_AT if starts_at is None else moment(starts_at)
    try:
        if events:
            simulate_case(story, seed, out, starts_at=begins, events=True)
        else:
            with _bars() as bars:
                tasks = {name: bars.add_task(f"filming {name}", total=None) for name in ("wheel", "layout")}
                tasks["calibrating"] = bars.add_task("calibrating", total=2)

                def progress(name: str, done: int, total: int) -> None:
                    bars.update(tasks[name], completed=done, total=total)

                simulate_case(story, seed, out, starts_at=begins, progress=progress,
                              difficulty=cast("Difficulty", difficulty))
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot write the case to {out}: {wrong.strerror or wrong}") from None
    files = ", ".join(sorted(file.name for file in out.iterdir()))
    click.echo(f"{story.title}, seed {seed}: {files} in {out}", err=True)


def moment(text: str) -> Moment:
    """A moment as a person types it."""
    try:
        return Moment.parse(text)
    except ValueError as wrong:
        raise NoMoreBetsError(f"--starts-at '{text}': {wrong}") from None


def _bars() -> Progress:
    return Progress(
        TextColumn("{task.description:<15}"), BarColumn(), TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(), console=Console(stderr=True), transient=True,
    )
