"""`nomorebets judge`: observations in, findings out."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click
from msgspec.structs import replace

from schemas.codec import BadLine, decode, encode
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.errors import NoMoreBetsError, meant
from schemas.events import LineRefused, TableClosed
from schemas.ids import derived_id
from schemas.moment import Moment
from schemas.rulebook import known_rulebooks, load_rulebook
from schemas.topics import OBSERVATIONS
from services.commands.account import Account
from services.rules.round import TableState
from services.rules.table import TableProcessor


class Bench:
    """Judges every table of the input, each with its own state; what cannot be judged is refused or set aside."""

    def __init__(self, processor: TableProcessor, dead_letters: IO[bytes] | None) -> None:
        self.processor = processor
        self.dead_letters = dead_letters
        self.states: dict[str, TableState] = {}
        self.last: dict[str, Entry] = {}

    def hear(self, where: str, line: bytes, entry: Entry | BadLine) -> tuple[Entry, ...]:
        """What one line leads to."""
        try:
            if isinstance(entry, BadLine):
                raise entry
            state = self.states.get(entry.table) or self.processor.begin(entry.table)
            self.states[entry.table], found = self.processor.advance(state, entry)
        except NoMoreBetsError as wrong:
            self._refuse(where, line, str(wrong))
            return ()
        except Exception as wrong:  # a person is told which line it was, not where in the program
            self._refuse(where, line, f"could not be judged: {type(wrong).__name__}: {wrong}")
            return ()
        before = self.last.get(entry.table)
        if before is None or entry.time >= before.time:
            self.last[entry.table] = entry
        return found

    def finish(self) -> Iterator[Entry]:
        """The end of the input closes every table that is still open."""
        for table, last in self.last.items():
            state = self.states[table]
            if not state.waiting.closed:
                session = state.waiting.session or last.session
                closing = put_into_envelope(
                    TableClosed(), id=derived_id("judge", last.id, 0), table=table, origin="config", time=last.time,
                    session=session,
                )
                self.states[table], found = self.processor.advance(state, closing)
                yield from found
            if self.states[table].game.bookless:
                known = meant("", known_rulebooks())
                raise NoMoreBetsError(f"table {table} adopts no rulebook; name one with --rulebook.{known}")

    def _refuse(self, where: str, line: bytes, why: str) -> None:
        if self.dead_letters is None:
            raise NoMoreBetsError(f"{where}: {why}")
        text = line.decode(errors="replace").rstrip("\n")
        refused = LineRefused(why=f"{where}: {why}", topic=OBSERVATIONS, line=text)
        last = max((entry.time for entry in self.last.values()), default=Moment(0))
        letter = put_into_envelope(
            refused, id=derived_id("judge", where, 0), table="unknown", origin="judge", time=last, session="",
        )
        self.dead_letters.write(encode(letter) + b"\n")


def _lines(name: str, stream: IO[bytes]) -> Iterator[tuple[Moment, str, bytes, Entry | BadLine]]:
    """The entries of a file with their places; a bad line keeps the time of the line before it."""
    time = Moment(0)
    for number, line in enumerate(iter(stream.readline, b""), 1):
        if not line.strip():
            continue
        told: Entry | BadLine
        try:
            told = decode(line)
            time = told.time
        except BadLine as wrong:
            told = wrong
        yield time, f"{name}:{number}", line, told


def _letters(name: str) -> IO[bytes]:
    try:
        return Path(name).open("wb")
    except OSError as wrong:
        raise NoMoreBetsError(f"--dead-letters: cannot write {name}: {wrong.strerror}") from None


def _open(name: str, opened: ExitStack) -> tuple[str, IO[bytes]]:
    if name == "-":
        return "stdin", sys.stdin.buffer
    try:
        return name, opened.enter_context(Path(name).open("rb"))
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot read {name}: {wrong.strerror}") from None


def _judged(bench: Bench, streams: Iterable[tuple[str, IO[bytes]]]) -> Iterator[Entry]:
    files = [_lines(name, stream) for name, stream in streams]
    merged = files[0] if len(files) == 1 else heapq.merge(*files, key=lambda told: told[0])
    for _, where, line, told in merged:
        yield from bench.hear(where, line, told)
    yield from bench.finish()


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…|-")
@click.option("--rulebook", metavar="R", help="Judge by this rulebook, known or a TOML file, not the adopted one.")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
              help="For people, or every derived event as a line.")
@click.option("--dead-letters", type=click.Path(dir_okay=False), metavar="FILE",
              help="Set lines that cannot be read aside in this file instead of stopping.")
def judge(files: tuple[str, ...], rulebook: str | None, form: str, dead_letters: str | None) -> int:
    """Observations in, findings out. Exit 0: no breach found; 1: at least one; 2: bad input."""
    book = load_rulebook(rulebook) if rulebook else None
    if book is not None:
        click.echo(f"judging by {book.id} {book.version}, whatever the tables adopted", err=True)
    with ExitStack() as opened:
        streams = [_open(name, opened) for name in files]
        letters = opened.enter_context(_letters(dead_letters)) if dead_letters else None
        account = Account()
        for found in _judged(Bench(TableProcessor(book), letters), streams):
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
