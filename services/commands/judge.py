"""`nomorebets judge`: observations in, findings out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import click
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from schemas.codec import encode
from schemas.envelope import Entry
from schemas.rulebook import Rulebook, load_rulebook
from services.commands.account import Account
from services.commands.differing import differences
from services.commands.judging import Bench, Read, judged, letters_file, nobody, open_file
from services.rules.table import TableProcessor

LONG = 2_000_000
"""Bytes from which a bar is shown; about a second of judging. Less, and it flickers by."""

NOWHERE = Path("/dev/null")
"""Where lines go that were set aside once already."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…|-")
@click.option("--rulebook", metavar="R", help="Judge by this rulebook, known or a TOML file, not the adopted one.")
@click.option("--as", "other", metavar="R2", help="Judge the same evening under R2 too, and show only what differs.")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
              help="For people, or every derived event as a line.")
@click.option("--dead-letters", type=click.Path(dir_okay=False), metavar="FILE",
              help="Set lines that cannot be read aside in this file instead of stopping.")
def judge(
    files: tuple[str, ...], rulebook: str | None, other: str | None, form: str, dead_letters: str | None
) -> int:
    """Observations in, findings out. Exit 0: no breach found; 1: at least one; 2: bad input."""
    book = load_rulebook(rulebook) if rulebook else None
    if book is not None:
        click.echo(f"judging by {book.id} {book.version}, whatever the tables adopted", err=True)
    with ExitStack() as opened:
        letters = opened.enter_context(letters_file(dead_letters)) if dead_letters else None
        if other is not None:
            return _compare(files, book, load_rulebook(other), form, letters)
        account = Account()
        for found in _judged(files, book, letters):
            account.add(found)
            if form == "jsonl":
                click.echo(encode(replace(found, sequence=None, recordedtime=None)))
            else:
                for line in account.lines(found):
                    click.echo(line)
        if form == "text":
            for line in account.closing_lines():
                click.echo(line)
    if account.standing:
        return 1
    return 2 if account.refused else 0


def _compare(
    files: tuple[str, ...], book: Rulebook | None, other: Rulebook, form: str, letters: IO[bytes] | None
) -> int:
    """Both opinions of the same lines, and where they part."""
    if "-" in files:
        raise click.UsageError("--as reads the input twice: name files, not '-'.")
    ours, theirs = Account(), Account()
    with NOWHERE.open("wb") as nowhere:
        for account, by, refused in ((ours, book, letters), (theirs, other, None if letters is None else nowhere)):
            for found in _judged(files, by, refused):
                account.add(found)
    for line in differences(ours, theirs, other, as_lines=form == "jsonl"):
        click.echo(line)
    return 1 if ours.standing or theirs.standing else 0


def _judged(files: tuple[str, ...], book: Rulebook | None, letters: IO[bytes] | None) -> Iterable[Entry]:
    with ExitStack() as opened, _bar(files) as read:
        streams = [open_file(name, opened) for name in files]
        yield from judged(Bench(TableProcessor(book), letters), streams, read)


@contextmanager
def _bar(files: tuple[str, ...]) -> Iterator[Read]:
    """A bar over long files, where somebody looks."""
    size = sum(Path(name).stat().st_size for name in files if name != "-" and Path(name).is_file())
    if size < LONG or not sys.stderr.isatty():
        yield nobody
        return
    columns = (TextColumn("judging"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("judging", total=size)
        yield lambda taken: bar.advance(task, taken)
