"""`nomorebets score`: what the eyes said against what happened."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from schemas.codec import BadLine, decode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from vision.score import KindScore, SpinScore
from vision.score import score as compare

WIDTH = 110
COLUMNS = ("kind", "happened", "said", "matched", "precision", "recall", "off s", "worst", "chips", "side", "spot",
           "inside", "width s")
"""The last five are of what was matched: chips, side and spot right, the true time inside the interval, its width."""


@click.command()
@click.argument("case", type=click.Path(path_type=Path, file_okay=False))
@click.argument("observations", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table for people.")
def score(case: Path, observations: Path, as_json: bool) -> None:
    """Compare OBSERVATIONS (a file of `watch`, or -) with the truth of the simulated CASE's folder."""
    found = compare(read_lines(case / "truth.jsonl"), read_lines(observations))
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    console = Console(width=WIDTH)
    console.print(_kinds(found.kinds))
    for spin in found.spins:
        console.print(_spin(spin), highlight=False, soft_wrap=True)


def read_lines(path: Path) -> list[Entry]:
    """The entries of a file of lines, or of stdin for '-'."""
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot read {path}: {wrong.strerror}") from None
    entries = []
    for nth, line in enumerate(raw.splitlines(), start=1):
        try:
            entries += [decode(line)] if line.strip() else []
        except BadLine as wrong:
            raise NoMoreBetsError(f"{path} line {nth}: {wrong}") from None
    return entries


def _spin(spin: SpinScore) -> str:
    low, high = spin.revolutions_said or (None, None)
    return (
        f"spin {spin.spin}: {'right' if spin.right else 'WRONG'}: direction {spin.direction} "
        f"(said {spin.direction_said}), revolutions {spin.revolutions} (said {low} to {high}), "
        f"number {spin.number} (said {spin.number_said})"
    )


def _kinds(kinds: tuple[KindScore, ...]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in COLUMNS:
        table.add_column(name, justify="left" if name == "kind" else "right")
    for kind in kinds:
        told = (kind.kind, kind.happened, kind.said, kind.matched, kind.precision, kind.recall, kind.off_s_median,
                kind.off_s_worst, kind.chips_right, kind.side_right, kind.spot_right, kind.inside, kind.width_s)
        table.add_row(*("–" if value is None else str(value) for value in told))
    return table
