"""How often clean play is called foul: from pixels, and as events, with what so much clean play can prove."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from bench.bounds import binomial_lower, binomial_upper, poisson_lower, poisson_upper
from bench.figures import Figure, cores, number
from bench.films import Films, command
from bench.floor import clean_hours, derived
from bench.progress import Step, silent
from schemas.codec import decode
from schemas.envelope import Entry
from schemas.events import AlertRaised, BallRested, RoundClosed
from services.commands.account import Account
from vision.simulator.script import play
from vision.simulator.story import load_story

PART = "false alerts"
SESSION_S = 345.0
"""About how long a session of clean rounds lasts; only for a progress bar."""


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a stretch of clean play."""

    hours: float
    rounds: int
    whole: int
    """Rounds that the referee closed with the true number: those in which it was not blind."""
    foul_rounds: int
    breaches: int
    alerts: int
    unseen: int
    rules: tuple[str, ...] = ()


def judged(entries: Sequence[Entry], true: Sequence[str], seconds: float) -> Watched:
    """Judge one session of clean play, whose rounds truly ended on these numbers."""
    account, found = Account(), derived(entries)
    for entry in found:
        account.add(entry)
    closed = [entry.data.number for entry in found if isinstance(entry.data, RoundClosed)]
    standing = account.standing.values()
    return Watched(
        hours=seconds / 3600, rounds=len(true), whole=sum(a == b for a, b in zip(closed, true, strict=False)),
        foul_rounds=min(len(true), len({breach.round for breach in standing})), breaches=len(standing),
        alerts=sum(isinstance(entry.data, AlertRaised) for entry in found), unseen=len(account.unseen),
        rules=tuple(breach.rule for breach in standing),
    )


def numbers(entries: Iterable[Entry]) -> list[str]:
    """The numbers that truly came, from a session's truth."""
    return [str(entry.data.number) for entry in entries if isinstance(entry.data, BallRested)]


async def from_pixels(
    films: Films, *, minutes: float = 5.0, seed: int = 1, story: str = "clean", step: Step = silent
) -> list[Figure]:
    """Clean acts under different seeds: drawn, watched, judged; as many at a time as there are cores."""
    if minutes <= 0:
        return [Figure(part=PART, what="clean play from pixels", note="not measured: --minutes 0")]
    lane = asyncio.Semaphore(cores())

    async def one(seed: int) -> Watched:
        async with lane:
            case = await films.case(story, seed)
            truth = [decode(line) for line in (case / "truth.jsonl").read_bytes().splitlines()]
            said = await command("watch", "--table", str(case / "table.toml"))
            films.done_with(case)
            entries = [decode(line) for line in said.splitlines()]
            seconds = (truth[-1].time - truth[0].time) / 1000
            watched = judged(entries, numbers(truth), seconds)
            step(f"{watched.breaches} false" if watched.breaches else "clean")
            return watched

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(one(each)) for each in seeds_for(minutes, seed, story)]
    return _figures("from pixels", [task.result() for task in tasks], f"{Path(story).stem} under {len(tasks)} seeds")


def seeds_for(minutes: float, seed: int, story: str = "clean") -> list[int]:
    """The seeds whose acts together last so many minutes."""
    told, seeds, seconds = load_story(story), list[int](), 0.0
    while seconds < minutes * 60:
        seeds.append(seed + len(seeds))
        seconds += play(told, seeds[-1]).duration_s
    return seeds


def sessions_in(hours: float) -> int:
    """About how many sessions of clean rounds make so many hours, for a progress bar."""
    return math.ceil(hours * 3600 / SESSION_S)


def as_events(*, hours: float = 1.0, seed: int = 1, step: Step = silent) -> list[Figure]:
    """Random clean rounds as perfect eyes would tell them: only the referee and the auditor can err here."""
    watched = []
    for session in clean_hours(hours, seed):
        watched.append(judged(session.entries, numbers(session.entries), session.seconds))
        step(f"{watched[-1].rounds} rounds")
    return _figures("as events", watched, "random bets and numbers, told by perfect eyes")


def _figures(how: str, watched: Sequence[Watched], what_of: str) -> list[Figure]:
    hours = sum(one.hours for one in watched)
    rounds, foul, whole = (sum(getattr(one, key) for one in watched) for key in ("rounds", "foul_rounds", "whole"))
    rules = sorted({rule for one in watched for rule in one.rules})
    size = f"{rounds} rounds, {number(hours * 60)} min"
    return [
        *(_rate(f"clean play {how}: {what}", sum(getattr(one, key) for one in watched), hours, size,
                note="; ".join([what_of, *rules]) if key == "breaches" else "")
          for key, what in (("breaches", "BreachFound"), ("alerts", "alerts raised"))),
        Figure(part=PART, what=f"clean play {how}: rounds with a false finding", value=foul, unit=f"of {rounds}",
               n=str(rounds), bound=f"95 %: at most {100 * binomial_upper(foul, rounds):.3g} % of rounds"),
        Figure(part=PART, what=f"clean play {how}: rounds closed with the true number", value=whole,
               unit=f"of {rounds}", n=str(rounds),
               bound=f"95 %: at least {100 * binomial_lower(whole, rounds):.3g} % of rounds",
               note=f"could-not-see: {sum(one.unseen for one in watched)}"),
    ]


def _rate(what: str, count: int, hours: float, size: str, note: str) -> Figure:
    low, high = poisson_lower(count) / hours, poisson_upper(count) / hours
    bound = f"95 %: at most {number(high)} per table-hour" + (f", at least {number(low)}" if count else "")
    return Figure(part=PART, what=what, value=count / hours, unit="per table-hour", n=f"{count} in {size}", bound=bound,
                  note=note)
