"""`nomorebets calibrate`: find the wheel, the felt or the chips' colours in a video."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click


@click.command()
@click.argument("what", type=click.Choice(["wheel", "layout", "chips"]))
@click.argument("video")
@click.option("--table", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write to.")
@click.option("--centre", metavar="X,Y", help="Wheel: the spindle in the picture, where it is not found by itself.")
@click.option("--ring", metavar="X,Y", multiple=True,
              help="Wheel: a place on the outer edge of the numbers; three with --centre, five without.")
@click.option("--corners", metavar="NAME=U,V …",
              help="Layout: four crossings by their pixels, if the print is not found.")
def calibrate(
    what: str, video: str, table: Path, centre: str | None, ring: tuple[str, ...], corners: str | None
) -> None:
    """Write [calibration.WHAT] into the table file and keep everything else; makes the file when there is none."""
    from vision.calibrating import What
    from vision.calibrating import calibrate as find

    clicks = None
    if centre is not None or ring:
        from vision.wheel.clicks import Clicks

        clicks = Clicks.read(centre, ring)
    picture = find(cast(What, what), video, table, clicks=clicks, corners=corners)
    for doubt in _doubts(what, table):
        click.echo(f"not sure: {doubt}", err=True)
    click.echo(f"[calibration.{what}] written to {table}; look at {picture}", err=True)


def _doubts(what: str, table: Path) -> list[str]:
    """What a person should check in the picture."""
    if what != "wheel":
        return []
    import msgspec

    from schemas.table import read_table
    from vision.calibration import WheelCalibration
    from vision.wheel.calibrate import doubts

    return doubts(msgspec.convert(read_table(table).setup.calibration["wheel"], WheelCalibration))
