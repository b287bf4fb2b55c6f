"""`nomorebets calibrate`: find the wheel, the felt or the chips' colours in a video."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click


@click.command()
@click.argument("what", type=click.Choice(["wheel", "layout", "chips"]))
@click.argument("video")
@click.option("--table", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write to.")
def calibrate(what: str, video: str, table: Path) -> None:
    """Write [calibration.WHAT] into the table file and keep everything else; makes the file when there is none."""
    from vision.calibrating import What
    from vision.calibrating import calibrate as find

    picture = find(cast(What, what), video, table)
    click.echo(f"[calibration.{what}] written to {table}; look at {picture}", err=True)
