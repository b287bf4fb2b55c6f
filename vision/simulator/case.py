"""The files of a case: videos, desk, truth, expectations, table and script, all from one story and one seed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from datetime import UTC
from pathlib import Path

import msgspec
import tomlkit
from msgspec.structs import replace

from schemas.codec import decode, encode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import Observation
from schemas.moment import Moment
from schemas.rulebook import load_rulebook
from schemas.table import TableSetup, read_table
from vision.calibrating import calibrate, write_section
from vision.desk import desk_entries
from vision.session import open_session
from vision.simulator.film import Progress, film
from vision.simulator.filmable import check_filmable
from vision.simulator.script import Script, play
from vision.simulator.story import Expectation, Story
from vision.simulator.tablefile import table_text
from vision.simulator.truth import desk_lines, truth
from vision.simulator.view import Difficulty, View
from vision.stamp import stamp

STARTS_AT = Moment.parse("2026-11-18T21:14:00Z")
"""When a simulated evening begins unless told otherwise."""


def simulate_case(
    story: Story, seed: int, out: Path, *, starts_at: Moment = STARTS_AT, events: bool = False,
    progress: Progress | None = None, difficulty: Difficulty = "easy", wheel_difficulty: Difficulty | None = None,
    wheel_of: Path | None = None,
) -> Script:
    """Write a case's folder; without videos (`events`) it takes milliseconds and is judged from its truth.

    `difficulty` is the cameras': what happens is the same, how it is filmed is not; the wheel's camera may have one of
    its own. `wheel_of` is the folder of a case whose wheel does the same: its film and calibration are taken over.
    """
    if not events:
        check_filmable(story)
    script = filmed_as(play(story, seed), difficulty, wheel_difficulty or difficulty)
    out.mkdir(parents=True, exist_ok=True)
    table = out / "table.toml"
    table.write_text(table_text(_with_rulebook(story, out), starts_at))
    (out / "script.toml").write_text(f"# Played with --seed {seed}.\n{story.text}")
    write_expected(out / "expected.jsonl", story.expect)
    write_lines(out / "desk.jsonl", desk_lines(script, open_session(read_table(table))))
    if not events:
        if wheel_of is not None:
            take_wheel(wheel_of, table)
        film(script, out, progress, ("layout",) if wheel_of is not None else ("wheel", "layout"))
        _calibrate(table, progress, wheel=wheel_of is None)
    # Last, because `calibrate` changes the table file whose SHA-256 the first line carries.
    write_lines(out / "truth.jsonl", truth(script, open_session(read_table(table))))
    return script


def filmed_as(script: Script, difficulty: Difficulty, wheel_difficulty: Difficulty) -> Script:
    """The same evening before cameras that make it so hard."""
    script = replace(script, felt=replace(script.felt, difficulty=difficulty))
    view = View.draw(wheel_difficulty, script.seed)
    return script if view is None else replace(script, wheel=replace(script.wheel, view=view, fps=view.fps))


def take_wheel(case: Path, table: Path) -> None:
    """Another case's film of the same wheel, with its calibration."""
    for file in (case / "wheel.mp4", *case.glob("calibration-wheel*.png")):
        _link(file, table.parent / file.name)
    write_section(table, "wheel", read_table(case / "table.toml").setup.calibration["wheel"])


def _with_rulebook(story: Story, out: Path) -> TableSetup:
    """The story's table; a rulebook that is a file beside the story comes with the case."""
    if not story.rulebook.endswith(".toml"):
        return story.setup
    book = load_rulebook(story.rulebook, Path(story.where).parent)
    name = Path(story.rulebook).name
    (out / name).write_text(book.text)
    return msgspec.structs.replace(story.setup, rulebook=name)


def _calibrate(table: Path, progress: Progress | None, *, wheel: bool) -> None:
    if wheel:
        calibrate("wheel", str(table.parent / "wheel.mp4"), table)
    if progress is not None:
        progress("calibrating", 1, 2)
    calibrate("layout", str(table.parent / "layout.mp4"), table)


def write_lines(path: Path, entries: Iterable[Entry]) -> None:
    """One event, one line."""
    path.write_bytes(b"".join(encode(one) + b"\n" for one in entries))


def write_expected(path: Path, expected: Iterable[Expectation]) -> None:
    """The story's hand-written expectations, copied: never computed."""
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in expected))


def read_expected(path: Path, *, desk: bool = True) -> tuple[Expectation, ...]:
    """What the referee must find; without a desk, less what only a desk can show."""
    read = [msgspec.json.decode(line, type=Expectation) for line in path.read_bytes().splitlines() if line.strip()]
    return tuple(one for one in read if desk or not one.desk)


def restamp(case: Path, out: Path, starts_at: Moment) -> Path:
    """The same recording as a new session that begins at `starts_at`: videos hard-linked, desk and table moved.

    Answers with the new table file. Truth and expectations stay with the case they were written for.
    """
    old = open_session(read_table(case / "table.toml"))
    out.mkdir(parents=True, exist_ok=True)
    for file in case.iterdir():
        if file.suffix in (".mp4", ".png") or file.name == old.file.setup.rulebook:
            _link(file, out / file.name)
    doc = tomlkit.parse((case / "table.toml").read_text())
    for name, part in old.file.setup.sources.items():
        own = Moment.of(part.starts_at) if part.starts_at else old.starts_at
        shifted = Moment(own + (starts_at - old.starts_at))
        doc["sources"][name]["starts_at"] = shifted.utc.astimezone(UTC)
    table = out / "table.toml"
    table.write_text(tomlkit.dumps(doc))
    if old.desk is not None:
        _restamp_desk(Path(old.desk), out / Path(old.desk).name, table, Moment(starts_at - old.starts_at))
    return table


def _restamp_desk(desk: Path, out: Path, table: Path, shift: Moment) -> None:
    session = open_session(read_table(table))
    moved = []
    for line in desk.read_bytes().splitlines():
        said = decode(line)
        if not isinstance(said.data, Observation):
            raise NoMoreBetsError(f"{desk}: a desk does not say {said.type}.")
        seen = (Moment(said.data.seen[0] + shift), Moment(said.data.seen[1] + shift))
        time = Moment(said.time + shift)
        data, micros = msgspec.structs.replace(said.data, seen=seen), (time - session.starts_at) * 1000
        moved.append(stamp(data, session=session, origin=said.origin, time=time, micros=micros))
    write_lines(out, moved)
    desk_entries(session)


def _link(file: Path, to: Path) -> None:
    to.unlink(missing_ok=True)
    try:
        os.link(file, to)
    except OSError:  # another file system
        shutil.copyfile(file, to)
