"""`nomorebets benchmark` (or `benchmark moves`): every move at the felt from pixels to verdicts."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
import msgspec

from schemas.errors import NoMoreBetsError, meant

if TYPE_CHECKING:
    from services.benchmark.evening import Tried
    from vision.benchmark.evenings import Evening
    from vision.simulator.view import Difficulty

BEGIN, END = "<!-- moves: begin -->", "<!-- moves: end -->"
HARDNESS = click.Choice(["easy", "medium", "hard"])


@click.command()
@click.option("--moves", "named", metavar="NAME,…", help="Only these stories; without it all of them.")
@click.option("--seeds", "seeds", metavar="N,N-M", default="9100", show_default=True,
              help="Seeds to play every move under; those from 9100 on were not used for tuning.")
@click.option("--difficulty", type=HARDNESS, default="medium", show_default=True, help="How hard the layout camera is.")
@click.option("--wheel", type=HARDNESS, default="easy", show_default=True, help="How hard the wheel camera is.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1, show_default="every core",
              help="How many evenings are tried at once.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Keep videos, truth and what was seen here; a second run goes on where the first stopped.")
@click.option("--observations", type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Judge another eye's words, DIR/STORY-SEED-DIFFICULTY.jsonl, on the cases in --out.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables for people.")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Write accuracy.md's part and moves-scores.json into this folder.")
def moves(named: str | None, seeds: str, difficulty: str, wheel: str, jobs: int, out: Path | None,
          observations: Path | None, as_json: bool, write: Path | None) -> None:
    """Film, calibrate, watch and judge every move, and say how often what had to be found was found."""
    from services.benchmark.jobs import try_all
    from services.benchmark.page import page

    if observations is not None and out is None:
        raise NoMoreBetsError("--observations needs the cases they are about: give --out DIR as when they were drawn.")
    played = evenings(named, seeds, cast("Difficulty", difficulty), cast("Difficulty", wheel))
    began = time.monotonic()
    with ExitStack() as rooms:
        folder = out or Path(rooms.enter_context(tempfile.TemporaryDirectory(prefix="nomorebets-benchmark-")))
        folder.mkdir(parents=True, exist_ok=True)
        tried = try_all(played, folder, jobs=jobs, heard=_Progress(len(played)), keep=out is not None,
                        observations=observations)
    hours, minutes = sum(each.seconds for each in tried) / 3600, (time.monotonic() - began) / 60
    told = (f"Drawn evenings, difficulty {difficulty}, seeds {seeds}: {len(tried)} of {len(played)}, "
            f"{hours:.2f} table-hours; "
            f"`{_command(named, seeds, difficulty, wheel)}`, {minutes:.0f} min on {jobs} cores.")
    scores = _scores(tried, difficulty, seeds)
    click.echo(scores.decode() if as_json else page(tried, told))
    if write is not None:
        (write / "moves-scores.json").write_bytes(scores + b"\n")
        write_part(write / "accuracy.md", page(tried, told))


def evenings(named: str | None, seeds: str, difficulty: Difficulty, wheel: Difficulty) -> list[Evening]:
    """Every move under every seed, one seed after the other."""
    from vision.benchmark.evenings import MOVES, Evening

    stories = named.split(",") if named else list(MOVES)
    for story in stories:
        if story not in MOVES:
            raise NoMoreBetsError(f"no move '{story}'.{meant(story, MOVES)}")
    return [Evening(story=story, seed=seed, difficulty=difficulty, wheel=wheel) for seed in numbers(seeds)
            for story in stories]


def numbers(told: str) -> list[int]:
    """`3,7-9` as 3, 7, 8, 9."""
    try:
        spans = [part.split("-") for part in told.split(",")]
        return [seed for span in spans for seed in range(int(span[0]), int(span[-1]) + 1)]
    except ValueError:
        raise NoMoreBetsError(f"--seeds '{told}': give numbers and spans, like 9100,9105-9110.") from None


def _command(named: str | None, seeds: str, difficulty: str, wheel: str) -> str:
    only = f" --moves {named}" if named else ""
    return f"nomorebets benchmark{only} --seeds {seeds} --difficulty {difficulty} --wheel {wheel}"


def _scores(tried: list[Tried], difficulty: str, seeds: str) -> bytes:
    from services.benchmark.figures import clean, moves, sight

    rows = [msgspec.to_builtins(row) | {"recall": row.recall.bound, "precision": row.precision.bound}
            for row in moves(tried)]
    told = {"difficulty": difficulty, "seeds": seeds, "moves": rows, "sight": sight(tried), "lawful": clean(tried)}
    return msgspec.json.format(msgspec.json.encode(told))


class _Progress:
    """A line for every evening that is done, with the time that is left."""

    def __init__(self, of: int) -> None:
        self._of, self._done, self._began = of, 0, time.monotonic()

    def __call__(self, tried: Tried) -> None:
        """One more is done."""
        self._done += 1
        left = (time.monotonic() - self._began) / self._done * (self._of - self._done) / 60
        became = tried.failed or ("right" if tried.exact else "; ".join(
            f"{one.rule} {one.outcome}{'' if one.expected else ' (false)'}" for one in tried.found if not one.exact))
        click.echo(f"{self._done} of {self._of}, {left:.0f} min left: {tried.evening.name}: {became}", err=True)


def write_part(path: Path, text: str) -> None:
    """Put the figures between their marks and leave everything else; made at the end where there are none."""
    before = path.read_text() if path.exists() else "# How well the eyes see\n"
    if BEGIN not in before or END not in before:
        before = f"{before.rstrip()}\n\n## The felt\n\n{BEGIN}\n{END}\n"
    head, rest = before.split(BEGIN)
    path.write_text(f"{head}{BEGIN}\n{text}{END}{rest.split(END)[1]}")
