"""`nomorebets watch`: cameras in, observations out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from schemas.codec import encode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import CameraLost, ClockTicked
from schemas.table import read_table

if TYPE_CHECKING:
    from vision.session import Session


@click.command()
@click.option("--table", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The table file.")
@click.option("--wheel", metavar="VIDEO", help="The wheel's camera; else from the table file.")
@click.option("--layout", metavar="VIDEO", help="The layout's camera; else from the table file.")
@click.option("--desk", metavar="FILE", help="The desk's lines; else from the table file.")
@click.option("--without", metavar="NAME", multiple=True, help="Leave a source out, as if the table had none.")
@click.option("--annotate", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.mp4",
              help="Also draw what was seen into this film; a second camera's beside it (OUT-layout.mp4).")
def watch(
    table: Path, wheel: str | None, layout: str | None, desk: str | None, without: tuple[str, ...],
    annotate: Path | None,
) -> None:
    """Write everything the cameras see and the desk says to stdout, one JSON line each, in order of table time."""
    from vision.session import open_session
    from vision.watch import watch_session

    told = {"wheel": wheel, "layout": layout, "desk": desk}
    session = open_session(
        read_table(table), given={name: url for name, url in told.items() if url is not None}, without=without
    )
    out, lost = sys.stdout.buffer, list[str]()
    with _Bars(session) as bars:
        for said in watch_session(session, annotate=annotate):
            out.write(encode(said) + b"\n")
            out.flush()
            bars.show(said)
            if isinstance(said.data, CameraLost) and not _live(session, said.data.camera):
                lost.append(f"{said.data.camera}'s video broke off at {said.time}: {said.data.why}")
    if lost:
        raise NoMoreBetsError("; ".join(lost))


def _live(session: Session, camera: str) -> bool:
    """Whether a camera is a stream, which is tried again when it is lost."""
    return any(each.name == camera and each.live for each in session.cameras)


class _Bars:
    """How far each camera has come, on stderr, where a person looks."""

    def __init__(self, session: Session) -> None:
        console = Console(stderr=True)
        self._bars = Progress(
            TextColumn("watching {task.description:<8}"), BarColumn(), TextColumn("{task.fields[at]}"),
            console=console, transient=True, disable=not console.is_terminal,
        )
        self._cameras = {camera.name: camera for camera in session.cameras}
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> _Bars:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def show(self, said: Entry) -> None:
        """Move a camera's bar when it ticks."""
        if not isinstance(said.data, ClockTicked):
            return
        if said.origin not in self._tasks:
            self._tasks[said.origin] = self._bars.add_task(said.origin, total=self._lasts(said.origin), at="")
        camera = self._cameras.get(said.origin)
        self._bars.update(self._tasks[said.origin], at=str(said.time),
                          completed=said.time.after(camera.starts_at) if camera is not None else 0)

    def _lasts(self, origin: str) -> float | None:
        """How many seconds a camera's file has; nothing for a stream."""
        from vision.source import duration_s

        camera = self._cameras.get(origin)
        return None if camera is None or camera.live else duration_s(camera.url)
