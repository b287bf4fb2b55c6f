"""`nomorebets benchmark`: how well the eyes see, on drawings they were not tuned on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from schemas.errors import NoMoreBetsError
from services.commands.benchmark_moves import MovesUnlessNamed, moves

if TYPE_CHECKING:
    from vision.benchmark.crew import Ledger
    from vision.benchmark.jobs import Job, Wanted
    from vision.benchmark.results import Result
    from vision.benchmark.trial import Trial

BEGIN, END = "<!-- wheel: begin -->", "<!-- wheel: end -->"


@click.group(cls=MovesUnlessNamed)
def benchmark() -> None:
    """Measure the eyes on drawings nobody tuned for: `wheel`, or `moves` at the felt (also when nothing is named)."""


benchmark.add_command(moves)


@benchmark.command()
@click.option("--spins", type=click.IntRange(min=0), default=20, show_default=True,
              help="How many; 200 prove something.")
@click.option("--irregular", type=click.IntRange(min=0), default=1, show_default=True,
              help="How many spins of each irregularity.")
@click.option("--clips", type=click.IntRange(min=0), default=0, show_default=True,
              help="How many short clips from drop to rest, for the number alone.")
@click.option("--idle", type=click.FloatRange(min=0), default=20.0, show_default=True,
              help="Seconds of a wheel on which no ball moves, half turning, half still.")
@click.option("--memory", type=click.FloatRange(min=0), default=0.0, show_default=True,
              help="Minutes of video through one eye, to see whether its memory stays flat.")
@click.option("--seed", type=click.IntRange(min=0), default=7200, show_default=True,
              help="The first seed; those from 7200 on were not used for tuning.")
@click.option("--difficulty", type=click.Choice(["easy", "medium", "hard"]), default="hard", show_default=True,
              help="How hard the cameras are.")
@click.option("--small", is_flag=True, help="Every picture 640x360 at 30 fps at most: quicker, and no easier.")
@click.option("--size", metavar="WIDTHxHEIGHT", help="Every picture of this size; else they differ.")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="How many processes; all cores by default.")
@click.option("--results", type=click.Path(path_type=Path, dir_okay=False),
              help="Write each result into this file as it comes; what is in it already is not tried again.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table for people.")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Write accuracy.md's wheel part and wheel-scores.json into this folder.")
def wheel(spins: int, irregular: int, clips: int, idle: float, memory: float, seed: int, difficulty: str, small: bool,
          size: str | None, jobs: int | None, results: Path | None, as_json: bool, write: Path | None) -> None:
    """Film, calibrate and watch spins nobody tuned for, and say how often each goal is reached, with N and bound."""
    from vision.benchmark.crew import Ledger
    from vision.benchmark.jobs import Wanted, jobs_of
    from vision.benchmark.trial import Trial

    trial = Trial(difficulty=cast(Literal["easy", "medium", "hard"], difficulty), small=small, size=_size(size))
    wanted = Wanted(seed=seed, spins=spins, irregular=irregular, clips=clips, idle_s=idle, memory_min=memory)
    todo, ledger = jobs_of(wanted), Ledger(results, trial)
    began, workers = time.monotonic(), jobs or os.cpu_count() or 1
    finished = False
    try:
        for job, found in _shown(todo, ledger, trial, workers):
            ledger.write(job, found)
        finished = True
    finally:  # an interrupted benchmark tells what it has, and writes no page
        told = [each for job in todo for each in ledger.results.get(job.key, ())]
        if told:
            about = _about(wanted, trial, (time.monotonic() - began) / 60)
            _tell(told, wanted, about, as_json=as_json, write=write if finished else None)


def _shown(todo: Sequence[Job], ledger: Ledger, trial: Trial, workers: int) -> Iterator[tuple[Job, list[Result]]]:
    """What is left to do, with a bar that says how long it will take."""
    from vision.benchmark.crew import share_out

    left = [job for job in todo if job.key not in ledger.results]
    bar = Progress(TextColumn("{task.description:<22}"), BarColumn(), TextColumn("{task.fields[left]}"),
                   TimeElapsedColumn(), console=Console(stderr=True), transient=True)
    began, done = time.monotonic(), 0.0
    with bar:
        task = bar.add_task(f"{len(left)} cameras", total=sum(job.cost for job in left), left="")
        for job, found in share_out(left, trial, workers):
            done += job.cost
            rest = (time.monotonic() - began) * (sum(each.cost for each in left) / done - 1)
            bar.update(task, completed=done, description=job.key, left=f"about {rest / 60:.0f} min left")
            yield job, found


def _size(told: str | None) -> tuple[int, int] | None:
    if told is None:
        return None
    sides = told.lower().split("x")
    if len(sides) != 2 or not all(side.isdigit() and int(side) >= 120 and int(side) % 2 == 0 for side in sides):
        raise NoMoreBetsError(f"--size '{told}': give it like 1280x720, two even numbers.")
    return int(sides[0]), int(sides[1])


def _about(wanted: Wanted, trial: Trial, minutes: float) -> str:
    picture = " --small" if trial.small else f" --size {trial.size[0]}x{trial.size[1]}" if trial.size else ""
    return (f"Drawn wheels, difficulty {trial.difficulty}, seeds from {wanted.seed} on (not used for tuning); "
            f"`nomorebets benchmark wheel --spins {wanted.spins} --irregular {wanted.irregular} --clips {wanted.clips} "
            f"--idle {wanted.idle_s:g} --memory {wanted.memory_min:g} --seed {wanted.seed} "
            f"--difficulty {trial.difficulty}{picture}`, {minutes:.0f} min.")


def _tell(results: Sequence[Result], wanted: Wanted, about: str, *, as_json: bool, write: Path | None) -> None:
    from vision.benchmark.fixed import fixed_figures
    from vision.benchmark.table import figures, page

    click.echo(msgspec.json.encode({"wanted": wanted, "figures": figures(results), "results": results})
               if as_json else page(results, about))
    if write is not None:
        scores = {"wanted": wanted, "figures": figures(results), "fixed": fixed_figures()}
        (write / "wheel-scores.json").write_bytes(msgspec.json.format(msgspec.json.encode(scores)) + b"\n")
        _write_part(write / "accuracy.md", page(results, about))


def _write_part(path: Path, text: str) -> None:
    """Put the wheel's part between its marks and leave everything else."""
    before = path.read_text() if path.exists() else f"# How well the eyes see\n\n## The wheel\n\n{BEGIN}\n{END}\n"
    if BEGIN not in before or END not in before:
        raise NoMoreBetsError(f"{path} has no place for the wheel's figures ({BEGIN} … {END}).")
    head, rest = before.split(BEGIN)
    path.write_text(f"{head}{BEGIN}\n{text}{END}{rest.split(END)[1]}")
