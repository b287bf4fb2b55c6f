"""Calibration from a video into the table file: only its own section changes, everything else is kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import cv2
import msgspec
import tomlkit
from tomlkit.items import Table

from schemas.errors import NoMoreBetsError
from schemas.table import read_table
from vision.frame import Image
from vision.source import open_video

if TYPE_CHECKING:
    from vision.wheel.clicks import Clicks

What = Literal["wheel", "layout", "chips"]


def calibrate(
    what: What, video: str, table: Path, *, clicks: Clicks | None = None, corners: str | None = None
) -> Path:
    """Find the wheel, the felt or the chips' colours in a video, write it down, and answer with a picture of it."""
    made = not table.exists()
    if made:
        open_video(video).close()
        _make(table, default_table(what, video))
    try:
        found, picture = _found(what, video, table, clicks, corners)
    except BaseException:  # also Ctrl-C: a file made for nothing would be taken for the operator's own
        if made:
            table.unlink()
        raise
    write_section(table, what, found)
    path = table.with_name(f"calibration-{what}.png")
    if not cv2.imwrite(str(path), picture):
        raise NoMoreBetsError(f"cannot write {path}")
    return path


def _make(table: Path, text: str) -> None:
    try:
        table.parent.mkdir(parents=True, exist_ok=True)
        table.write_text(text)
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot write {table}: {wrong.strerror}") from None


def _found(
    what: What, video: str, table: Path, clicks: Clicks | None, corners: str | None
) -> tuple[dict[str, Any], Image]:
    setup = read_table(table).setup
    if what == "wheel":
        from vision.wheel.calibrate import calibrate_wheel
        from vision.wheel.calibration_picture import draw_calibration as draw_wheel

        ring = calibrate_wheel(video, setup, clicks=clicks, folder=table.parent)
        return msgspec.to_builtins(ring), draw_wheel(video, ring, setup)
    if what == "layout":
        from vision.layout.calibrate import calibrate_layout
        from vision.layout.calibrate import draw_calibration as draw_layout
        from vision.layout.clicks import read_corners

        named = read_corners(corners) if corners else None
        felt = calibrate_layout(video, setup, folder=table.parent, corners=named)
        return msgspec.to_builtins(felt), draw_layout(video, felt, setup)
    from vision.chip_colours import draw_colours, learn_colours

    colours = learn_colours(video, read_table(table))
    return colours, draw_colours(colours, setup)


def write_section(table: Path, what: str, found: dict[str, Any]) -> None:
    """Replace `[calibration.WHAT]`; comments, order and everything else stay as the operator wrote them."""
    doc = tomlkit.parse(table.read_text())
    if "calibration" not in doc:
        doc["calibration"] = tomlkit.table(is_super_table=True)
    doc["calibration"][what] = _section(found)
    part = table.with_name(f".{table.name}.part")
    try:
        part.write_text(tomlkit.dumps(doc))
        part.replace(table)
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot write {table}: {wrong.strerror}") from None


def _section(found: dict[str, Any]) -> Table:
    section = tomlkit.table()
    for key, value in found.items():
        if isinstance(value, dict):
            section[key] = _section(value)
        elif value is not None:
            section[key] = value
    return section


def default_table(what: What, video: str) -> str:
    """A table file for somebody who has only a video."""
    camera = "layout" if what == "chips" else what
    doc = tomlkit.document()
    doc.add(tomlkit.comment("Made by `nomorebets calibrate` with defaults: put the rulebook and your chips right."))
    doc["table"] = "t1"
    doc["rulebook"] = "division-current"
    doc["currency"] = "AUD"
    source = tomlkit.table()
    source["url"] = video if "://" in video else str(Path(video).resolve())
    sources = tomlkit.table(is_super_table=True)
    sources[camera] = source
    doc["sources"] = sources
    return tomlkit.dumps(doc)
