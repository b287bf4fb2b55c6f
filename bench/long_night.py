"""A whole floor for many evenings: whether the referee keeps its speed and its memory when a million events came.

Every evening is made, judged and forgotten; only the tables' states go on, as they would in a running house.
"""

from __future__ import annotations

import resource

from bench.figures import Figure, number
from bench.floor import floor
from bench.progress import Step, silent
from bench.referee import FLOOR_TABLES, PART, STATE_LIMIT, judged, read
from schemas.codec import encode
from services.rules.round import TableState
from services.rules.table import TableProcessor
from vision.simulator.case import STARTS_AT

ROUNDS = 10
"""Clean rounds of a table in an evening, before its two foul ones."""
APART_S = 3600.0
"""From one evening's beginning to the next: longer than an evening lasts."""
AN_EVENING = 1400
"""About how many events one table tells in an evening; only to know how many evenings are wanted."""


def evenings_for(events: int, tables: int = FLOOR_TABLES) -> int:
    """How many evenings it takes to tell so many events."""
    return max(1, -(-events // (AN_EVENING * tables)))


def measure(events: int, *, tables: int = FLOOR_TABLES, seed: int = 1, step: Step = silent) -> list[Figure]:
    """About so many events of a floor, evening after evening: speed, memory at a quarter and at the end, states."""
    names = [f"t{nth}" for nth in range(1, tables + 1)]
    states, evenings = dict[str, TableState](), evenings_for(events, tables)
    told, reading, judging, quarter, largest = 0, 0.0, 0.0, 0, 0
    for nth in range(evenings):
        start = STARTS_AT.plus(nth * APART_S)
        lines = [encode(entry) for entry in floor(names, seed + nth * tables, rounds=ROUNDS, start=start)]
        reading += read(lines)
        judging += judged(lines, states)
        told += len(lines)
        largest = max(largest, *(len(TableProcessor().save(state)) for state in states.values()))
        quarter = quarter or (_peak_mib() if (nth + 1) * 4 >= evenings else 0)
        step(f"{told} events")
    size, peak = f"{told} events of {tables} tables in {evenings} evenings", _peak_mib()
    return [
        Figure(part=PART, what="the long night: reading + sequencer, referee, auditor", value=told / judging,
               unit="events/s a core", ratio=reading / judging, against="reading alone", n=size),
        Figure(part=PART, what="the long night: memory at its peak", value=peak, unit="MiB", ratio=peak / quarter,
               against=f"{number(quarter)} MiB after a quarter", n=size,
               note="one evening's lines, made beforehand, are in it"),
        Figure(part=PART, what="the long night: the largest state at an evening's end", value=largest / 1024,
               unit="KiB", ratio=largest / STATE_LIMIT, against="the limit of 64 KiB", n=f"{tables} tables"),
    ]


def _peak_mib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
