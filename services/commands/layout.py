"""`nomorebets layout`: the felt drawn in millimetres with every spot marked and named."""

from __future__ import annotations

from pathlib import Path

import click

from schemas.errors import NoMoreBetsError
from schemas.layout import Felt, spots
from schemas.rulebook import Rulebook, load_rulebook
from schemas.table import read_table
from services.commands.felt_svg import draw_felt


@click.command()
@click.option("--rulebook", metavar="R", help="A known rulebook or a TOML file; else the table's own.")
@click.option("--table", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Draw this table's felt; else the plainest the rulebook knows.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, metavar="FILE",
              help="The SVG to write.")
def layout(rulebook: str | None, table: Path | None, out: Path) -> None:
    """Draw a felt in millimetres, seen from above with the dealer at the top, every spot marked and named."""
    book, felt = _asked(rulebook, table)
    pockets = 38 if felt.two_zeros else 37
    if pockets not in book.pockets:
        raise NoMoreBetsError(f"{book.id} plays with {' or '.join(map(str, book.pockets))} pockets, not {pockets}.")
    title = f"{book.title}: {pockets} numbers, {len(spots(felt))} spots, read by {book.placement}"
    try:
        out.write_text(draw_felt(felt, title), encoding="utf-8")
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot write {out}: {wrong.strerror}") from None
    click.echo(f"{title}; look at {out}", err=True)


def _asked(rulebook: str | None, table: Path | None) -> tuple[Rulebook, Felt]:
    if table is not None:
        file = read_table(table)
        book = load_rulebook(rulebook) if rulebook else load_rulebook(file.setup.rulebook, table.parent)
        return book, file.setup.felt.felt
    if rulebook is None:
        raise NoMoreBetsError("which felt? Name a rulebook with --rulebook, or a table file with --table.")
    book = load_rulebook(rulebook)
    # A book for 38 pockets alone is four-dollar's kind: its zero streets and its courtesy line (Types 2 and 3).
    return book, Felt() if 37 in book.pockets else Felt(zeros="0-00", courtesy="0-00")
