"""How far the measuring has come, on stderr: a bar for a person, a line now and then for a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


class Step(Protocol):
    """Called when a step is done, with a word about it."""

    def __call__(self, what: str = "") -> None: ...


@contextmanager
def steps(name: str, total: int) -> Iterator[Step]:
    """A bar of so many steps for one measurement."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(name, total)
        return
    columns = (TextColumn(f"{name:<14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda what="": bar.update(task, advance=1, description=what)


def silent(what: str = "") -> None:
    """For those who only want the figures."""


def _lines(name: str, total: int) -> Step:
    done = 0

    def step(what: str = "") -> None:
        nonlocal done
        done += 1
        print(f"{name}: {done} of {total} {what}".rstrip(), file=sys.stderr, flush=True)

    return step
