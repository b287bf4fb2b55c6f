"""Several processes share the jobs; every result is written down at once, so nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import msgspec

from schemas.errors import NoMoreBetsError
from schemas.events import Value
from vision.benchmark.jobs import Job, do
from vision.benchmark.results import Result
from vision.benchmark.trial import Trial
from vision.children import Child

PILE_S = 40.0
"""Seconds of work a process is given; lower it and starting costs more, raise it and one works on alone at the end."""


class Done(Value, frozen=True, kw_only=True):
    """One job and what came of it."""

    key: str
    trial: Trial
    results: tuple[Result, ...]


class Ledger:
    """The file of results; a benchmark that was interrupted goes on where it stopped."""

    def __init__(self, path: Path | None, trial: Trial) -> None:
        self._path, self._trial = path, trial
        self.results: dict[str, tuple[Result, ...]] = {}
        if path is not None and path.exists():
            self._read(path)

    def write(self, job: Job, results: Sequence[Result]) -> None:
        """Note a job's results, in the file too."""
        done = Done(key=job.key, trial=self._trial, results=tuple(results))
        self.results[job.key] = done.results
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(done) + b"\n")

    def _read(self, path: Path) -> None:
        for nth, line in enumerate(path.read_bytes().splitlines(), start=1):
            try:
                done = msgspec.json.decode(line, type=Done)
            except msgspec.DecodeError as wrong:
                raise NoMoreBetsError(f"{path} line {nth} is no result of this benchmark ({wrong}); "
                                      "give another file.") from None
            if done.trial != self._trial:
                raise NoMoreBetsError(f"{path} line {nth} was tried differently (difficulty or size); "
                                      "give another file.")
            self.results[done.key] = done.results


def share_out(jobs: Sequence[Job], trial: Trial, workers: int) -> Iterator[tuple[Job, list[Result]]]:
    """Every job by one of so many processes, in the order they are done."""
    waiting, known = list(piles(jobs)), {job.key: job for job in jobs}
    busy: dict[Any, tuple[Child, Iterator[tuple[str, list[Result]]]]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < workers:
                child = Child("benchmark", working, waiting.pop(0), trial)
                busy[child.connection] = (child, iter(child))
            for ready in wait(list(busy)):
                child, said = busy[ready]
                done = next(said, None)
                if done is None:
                    child.stop()
                    del busy[ready]
                else:
                    yield known[done[0]], done[1]
    finally:
        for child, _ in busy.values():
            child.stop()


def piles(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """Jobs for one process each: enough that starting it costs little, few enough that all end together."""
    pile: list[Job] = []
    for job in jobs:
        pile.append(job)
        if sum(each.cost for each in pile) >= PILE_S:
            yield pile
            pile = []
    if pile:
        yield pile


def working(jobs: Sequence[Job], trial: Trial) -> Iterator[tuple[str, list[Result]]]:
    """What a process does; one thread, since there are as many processes as cores."""
    import cv2

    cv2.setNumThreads(1)
    for job in jobs:
        yield job.key, do(job, trial)
