"""Lines of files judged table by table: what `judge` and whoever replays a file share."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from schemas.codec import BadLine, decode, encode
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.errors import NoMoreBetsError, meant
from schemas.events import LineRefused, TableClosed
from schemas.ids import derived_id
from schemas.moment import Moment
from schemas.rulebook import known_rulebooks
from schemas.topics import OBSERVATIONS
from services.rules.round import TableState
from services.rules.table import TableProcessor

Read = Callable[[int], None]


def nobody(taken: int) -> None:
    """Nobody watches the reading."""


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


def letters_file(name: str) -> IO[bytes]:
    """Where lines are set aside."""
    try:
        return Path(name).open("wb")
    except OSError as wrong:
        raise NoMoreBetsError(f"--dead-letters: cannot write {name}: {wrong.strerror}") from None


def open_file(name: str, opened: ExitStack) -> tuple[str, IO[bytes]]:
    """A file to read by its name; `-` is standard input."""
    if name == "-":
        return "stdin", sys.stdin.buffer
    try:
        return name, opened.enter_context(Path(name).open("rb"))
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot read {name}: {wrong.strerror}") from None


def judged(bench: Bench, streams: Iterable[tuple[str, IO[bytes]]], read: Read = nobody) -> Iterator[Entry]:
    """Everything derived from these files, merged by time; `read` is told how many bytes were taken in."""
    files = [_lines(name, stream) for name, stream in streams]
    merged = files[0] if len(files) == 1 else heapq.merge(*files, key=lambda told: told[0])
    for _, where, line, told in merged:
        read(len(line))
        yield from bench.hear(where, line, told)
    yield from bench.finish()
