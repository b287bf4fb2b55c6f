"""Many evenings on several cores; what has been tried is kept, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import msgspec

from services.benchmark.evening import Tried, try_evening
from vision.benchmark.evenings import Evening

TRIED = "tried.jsonl"
Heard = Callable[[Tried], None]


def try_all(evenings: Sequence[Evening], folder: Path, *, jobs: int, heard: Heard, keep: bool,
            observations: Path | None = None) -> list[Tried]:
    """Try them all; interrupted, answers with those that are done."""
    done = _kept(folder / TRIED) if observations is None else {}
    tried = [done[one] for one in evenings if one in done]
    left = [one for one in evenings if one not in done]
    with (folder / TRIED).open("ab") as book, ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_one, one, folder, observations, keep): one for one in left}
        try:
            for finished in as_completed(waiting):
                tried.append(_result(finished, waiting[finished]))
                if observations is None:
                    book.write(msgspec.json.encode(tried[-1]) + b"\n")
                    book.flush()
                heard(tried[-1])
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    order = {one: nth for nth, one in enumerate(evenings)}
    return sorted(tried, key=lambda each: order[each.evening])


def _one(evening: Evening, folder: Path, observations: Path | None, keep: bool) -> Tried:
    import cv2

    cv2.setNumThreads(1)
    tried = try_evening(evening, folder, observations)
    if not keep:
        shutil.rmtree(folder / evening.name, ignore_errors=True)
    return tried


def _result(finished: Future[Tried], evening: Evening) -> Tried:
    """A process that broke is told as an evening that failed, not as the end of all."""
    wrong = finished.exception()
    return finished.result() if wrong is None else Tried(evening=evening, failed=f"{type(wrong).__name__}: {wrong}")


def _kept(path: Path) -> dict[Evening, Tried]:
    """What an earlier run has tried."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {each.evening: each for each in (msgspec.json.decode(line, type=Tried) for line in lines)}
