"""The events of many tables at once, as perfect eyes would say them; made in memory, judged in the usual way."""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from bench.evening import clean_script
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.moment import Moment
from schemas.table import TableFile, setup_from
from schemas.topics import OBSERVATIONS
from services.runtime.engine import every_processor
from vision.session import open_session
from vision.simulator.case import STARTS_AT
from vision.simulator.script import Script, play
from vision.simulator.story import load_story
from vision.simulator.tablefile import table_text
from vision.simulator.truth import truth

FOUL = ("past-post", "same-direction")
"""Played once at every table, so that findings, incidents and alerts are in what is measured."""
PAUSE_S = 5.0


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What one session of a table says, and how long it lasts."""

    entries: tuple[Entry, ...]
    seconds: float


def told(script: Script, starts_at: Moment = STARTS_AT) -> Told:
    """A script as a session's lines."""
    text = table_text(script.story.setup, starts_at)
    file = TableFile(path=Path("table.toml"), sha256=sha256(text.encode()).hexdigest(),
                     setup=setup_from(tomllib.loads(text), "table.toml"))
    return Told(entries=tuple(truth(script, open_session(file))), seconds=script.duration_s)


def clean_hours(hours: float, seed: int) -> Iterator[Told]:
    """Clean sessions of one table, one after the other, until so many hours are told."""
    start, seconds = STARTS_AT, 0.0
    while seconds < hours * 3600:
        session = told(clean_script(seed), start)
        yield session
        seconds += session.seconds
        start, seed = start.plus(session.seconds + PAUSE_S), seed + 1


def floor(tables: Sequence[str], seed: int, *, rounds: int = 4, start: Moment = STARTS_AT) -> list[Entry]:
    """Some tables side by side, each with clean rounds and then the two foul acts, in the order of time."""
    return list(heapq.merge(*(_table(name, seed + nth, rounds, start) for nth, name in enumerate(tables)),
                            key=lambda entry: entry.time))


def _table(name: str, seed: int, rounds: int, start: Moment) -> list[Entry]:
    entries = list[Entry]()
    foul = (_foul(act, name, seed) for act in FOUL)
    for script in (clean_script(seed, table=name, rounds=rounds), *foul):
        session = told(script, start)
        entries += session.entries
        start = start.plus(session.seconds + PAUSE_S)
    return entries


def _foul(act: str, table: str, seed: int) -> Script:
    """A foul act at this table; with a seed that would put chips where the dolly stands, the next that does not."""
    story = msgspec.structs.replace(load_story(act), table=table)
    for attempt in range(50):
        try:
            return play(story, seed + attempt)
        except NoMoreBetsError:
            continue
    raise NoMoreBetsError(f"{act} cannot be played with seeds {seed} to {seed + 49}")


def derived(entries: Sequence[Entry]) -> list[Entry]:
    """Everything that follows from these, findings, cases and alerts, without any host."""
    found: list[Entry] = []
    topics = {OBSERVATIONS: list(entries)}
    for hosted in every_processor():
        states, said = dict[str, Any](), list[Entry]()
        for entry in topics.get(hosted.reads, ()):
            state = states.get(entry.table) or hosted.begin(entry.table)
            states[entry.table], news = hosted.advance(state, entry)
            said += news
        found += said
        topics.setdefault(hosted.writes, []).extend(said)
    return found
