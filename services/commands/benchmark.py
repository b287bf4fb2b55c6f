"""`nomorebets benchmark`: how well the eyes see, on drawings they were not tuned on."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

import click
import msgspec

from schemas.errors import NoMoreBetsError
from services.commands.benchmark_moves import moves

if TYPE_CHECKING:
    from vision.benchmark.wheel import HappeningResult

BEGIN, END = "<!-- wheel: begin -->", "<!-- wheel: end -->"


class MovesUnlessNamed(click.Group):
    """`benchmark` alone, or with options only, plays the moves at the felt."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `moves` first where no part of the benchmark is named."""
        told = args and (args[0] in self.commands or args[0] in ("-h", "--help") or not args[0].startswith("-"))
        return super().parse_args(ctx, args if told else ["moves", *args])


@click.group(cls=MovesUnlessNamed)
def benchmark() -> None:
    """Measure the eyes on drawings nobody tuned for: `wheel`, or `moves` at the felt (also when nothing is named)."""


benchmark.add_command(moves)


@benchmark.command()
@click.option("--spins", type=click.IntRange(min=1), default=20, show_default=True,
              help="How many; 200 prove something.")
@click.option("--irregular", type=click.IntRange(min=0), default=1, show_default=True,
              help="How many spins of each irregularity.")
@click.option("--idle", type=click.FloatRange(min=0), default=20.0, show_default=True,
              help="Seconds of a wheel that only turns.")
@click.option("--seed", type=click.IntRange(min=0), default=7200, show_default=True,
              help="The first seed; those from 7200 on were not used for tuning.")
@click.option("--difficulty", type=click.Choice(["easy", "medium", "hard"]), default="hard", show_default=True,
              help="How hard the cameras are.")
@click.option("--small", is_flag=True, help="Every picture 640x360 at 30 fps at most: quicker, and no easier.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table for people.")
@click.option("--write", type=click.Path(path_type=Path, file_okay=False, exists=True),
              help="Write accuracy.md's wheel part and wheel-scores.json into this folder.")
def wheel(spins: int, irregular: int, idle: float, seed: int, difficulty: str, small: bool, as_json: bool,
          write: Path | None) -> None:
    """Film, calibrate and watch spins nobody tuned for, and say how often each goal is reached, with N and bound."""
    from vision.benchmark.spins import IRREGULAR, Trial
    from vision.benchmark.table import figures, page
    from vision.benchmark.wheel import idle_balls, try_happening, try_spin

    trial = Trial(difficulty=cast(Literal["easy", "medium", "hard"], difficulty), small=small)
    began = time.monotonic()
    tried = []
    for nth in range(spins):
        tried.append(try_spin(seed + nth, trial))
        click.echo(f"spin {nth + 1} of {spins}: {msgspec.json.encode(tried[-1]).decode()}", err=True)
    happened: list[HappeningResult] = []
    for nth in range(irregular):
        for kind in IRREGULAR:
            happened.append(try_happening(seed + 500 + nth, trial, kind))
            click.echo(f"{kind}: {'told' if happened[-1].told else 'missed'}", err=True)
    balls = idle_balls(seed + 900, trial, idle) if idle else 0
    shares = figures(tried, happened, (balls, idle))
    minutes = (time.monotonic() - began) / 60
    told = (f"Drawn wheels, difficulty {difficulty}, seeds {seed} to {seed + spins - 1} (not used for tuning); "
            f"`nomorebets benchmark wheel --spins {spins} --irregular {irregular} --idle {idle:g} --seed {seed} "
            f"--difficulty {difficulty}{' --small' if small else ''}`, {minutes:.0f} min on a shared machine.")
    scores = msgspec.json.format(msgspec.json.encode({"difficulty": difficulty, "seed": seed, "figures": shares}))
    click.echo(scores if as_json else page(shares, told))
    if write is not None:
        (write / "wheel-scores.json").write_bytes(scores + b"\n")
        _write_part(write / "accuracy.md", page(shares, told))


def _write_part(path: Path, text: str) -> None:
    """Put the wheel's part between its marks and leave everything else."""
    before = path.read_text() if path.exists() else f"# How well the eyes see\n\n## The wheel\n\n{BEGIN}\n{END}\n"
    if BEGIN not in before or END not in before:
        raise NoMoreBetsError(f"{path} has no place for the wheel's figures ({BEGIN} … {END}).")
    head, rest = before.split(BEGIN)
    path.write_text(f"{head}{BEGIN}\n{text}{END}{rest.split(END)[1]}")
