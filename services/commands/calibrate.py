"""`nomorebets calibrate`: find the wheel, the felt or the chips' colours in a video."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click


@click.command()
@click.argument("what", type=click.Choice(["wheel", "layout", "chips"]))
@click.argument("video")
@click.option("--table", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write to.")
@click.option("--corners", metavar="NAME=U,V …", help="Four crossings by their pixels, if the print is not found.")
def calibrate(what: str, video: str, table: Path, corners: str | None) -> None:
    """Write [calibration.WHAT] into the table file and keep everything else; makes the file when there is none."""
    from vision.calibrating import What
    from vision.calibrating import calibrate as find

    picture = find(cast(What, what), video, table, corners)
    click.echo(f"[calibration.{what}] written to {table}; look at {picture}", err=True)
