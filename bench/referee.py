"""How fast the referee judges: reading lines alone, and reading and judging them, in time of one core."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bench.figures import Figure, beside, middle, number, spread
from bench.floor import floor
from bench.progress import Step, silent
from schemas.codec import decode, encode
from schemas.envelope import Entry
from services.rules.round import TableState
from services.rules.sequencer import take
from services.rules.table import TableProcessor
from services.rules.waiting import Waiting

PART = "referee"
FLOOR_TABLES = 100
"""A large casino floor: the limit that one core must hold."""
STATE_LIMIT = 64 * 1024
SAVED_EVERY = 7


def measure(*, tables: int = 12, rounds: int = 4, runs: int = 3, seed: int = 1, step: Step = silent) -> list[Figure]:
    """Events of some tables, each with clean rounds and two foul acts, read and judged in turns."""
    events = floor([f"t{nth}" for nth in range(1, tables + 1)], seed, rounds=rounds)
    lines = [encode(entry) for entry in events]
    step("events made")
    reading, ordering, judging = list[float](), list[float](), list[float]()
    for _ in range(runs):
        reading.append(len(lines) / read(lines))
        ordering.append(len(lines) / ordered(lines))
        judging.append(len(lines) / judged(lines))
        step("read, put in order, judged")
    size = f"{len(lines)} events of {tables} tables × {runs} runs"
    needed, largest = FLOOR_TABLES * rate_of(events), largest_state(lines)
    return [
        Figure(part=PART, what="reading lines (msgspec) alone", value=middle(reading), unit="events/s a core",
               ratio=middle(reading) / needed, against=f"{FLOOR_TABLES} tables' {number(needed)}/s", n=size,
               bound=spread(reading)),
        Figure(part=PART, what="+ sequencer", value=middle(ordering), unit="events/s a core",
               ratio=beside(ordering, reading), against="reading alone", n=size, bound=spread(ordering)),
        Figure(part=PART, what="+ referee, auditor", value=middle(judging), unit="events/s a core",
               ratio=beside(judging, reading), against="reading alone", n=size, bound=spread(judging),
               note=f"one processor with one opinion, so not timed apart; "
                    f"{number(middle(judging) / needed)} floors of {FLOOR_TABLES} tables fill a core"),
        Figure(part=PART, what="a table's saved state, the largest", value=largest / 1024, unit="KiB",
               ratio=largest / STATE_LIMIT, against="the limit of 64 KiB",
               n=f"saved after every {SAVED_EVERY}th event"),
    ]


def rate_of(events: Sequence[Entry]) -> float:
    """Events a second of one table's time."""
    names = {entry.table for entry in events}
    return len(events) / len(names) / ((events[-1].time - events[0].time) / 1000)


def read(lines: Sequence[bytes]) -> float:
    """Seconds of a core to read these lines."""
    began = time.process_time()
    for line in lines:
        decode(line)
    return time.process_time() - began


def ordered(lines: Sequence[bytes]) -> float:
    """Seconds of a core to read these lines and put them in the order of table time."""
    waiting = dict[str, Waiting]()
    began = time.process_time()
    for line in lines:
        entry = decode(line)
        waiting[entry.table], _ = take(waiting.get(entry.table) or Waiting(), entry)
    return time.process_time() - began


def judged(lines: Sequence[bytes], states: dict[str, TableState] | None = None) -> float:
    """Seconds of a core to read and judge these lines; `states` go on from where they were."""
    processor, states = TableProcessor(), {} if states is None else states
    began = time.process_time()
    for line in lines:
        entry = decode(line)
        state = states.get(entry.table) or processor.begin(entry.table)
        states[entry.table], _ = processor.advance(state, entry)
    return time.process_time() - began


def largest_state(lines: Sequence[bytes]) -> int:
    """Bytes of the largest state that would have been saved on the way."""
    processor, states, largest = TableProcessor(), dict[str, TableState](), 0
    for nth, line in enumerate(lines):
        entry = decode(line)
        state = states.get(entry.table) or processor.begin(entry.table)
        states[entry.table], _ = processor.advance(state, entry)
        if nth % SAVED_EVERY == 0:
            largest = max(largest, len(processor.save(states[entry.table])))
    return largest
