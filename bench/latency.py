"""From the late chips touching the felt to a person knowing: the act played in real time through the whole house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import msgspec

from bench.figures import Figure, middle, number
from bench.progress import Step, silent
from bench.receiver import SECRET, Receiver, receiving
from schemas.codec import decode
from schemas.envelope import Entry
from schemas.events import AlertRaised, AlertSent, BallRested, ChipsPaid, ChipsPlaced, Event, HandLeft, IncidentOpened
from schemas.moment import Moment
from schemas.table import read_table
from schemas.topics import ALERTS, CASES, OBSERVATIONS
from services.runtime.clock import now
from services.runtime.house import House, house
from services.runtime.play import play
from services.settings import Settings
from vision.session import open_session
from vision.simulator.case import restamp

PART = "latency"
LEAD_S = 4.0
"""Between starting the cameras and the film's first frame: they are up and waiting when it begins."""
AFTER_S = 20.0
"""How long after the film's end we still wait for the alert."""


class Landed(msgspec.Struct, frozen=True, kw_only=True):
    """What truly happened, in seconds of the film: chips down, hand away, and paid, when it is too late."""

    spot: str
    chips_s: float
    hand_away_s: float
    paid_s: float
    ends_s: float


class Heard(msgspec.Struct, kw_only=True):
    """When the house came to know of it, step by step."""

    said: Moment | None = None
    kept: Moment | None = None
    incident: Moment | None = None
    alert: Moment | None = None


def late_chips(case: Path) -> Landed:
    """The late bet of an act, from its truth."""
    told = [decode(line) for line in (case / "truth.jsonl").read_bytes().splitlines()]
    start = told[0].time
    rest = next(entry.time for entry in told if isinstance(entry.data, BallRested))
    late = next(entry for entry in told if isinstance(entry.data, ChipsPlaced) and entry.time > rest)
    assert isinstance(late.data, ChipsPlaced)
    spot = str(late.data.spot)

    def after(kind: type[Event], **wanted: object) -> float:
        return next(entry.time.after(start) for entry in told if isinstance(entry.data, kind)
                    and entry.time > late.time and all(getattr(entry.data, key) == it for key, it in wanted.items()))

    return Landed(spot=spot, chips_s=late.time.after(start), hand_away_s=after(HandLeft, side="player"),
                  paid_s=after(ChipsPaid, spot=spot), ends_s=told[-1].time.after(start))


async def measure(case: Path, folder: Path, *, plays: int = 3, step: Step = silent) -> list[Figure]:
    """Play the act some times, each as a new session that begins now; end each as soon as the alert is out."""
    landed, delays = late_chips(case), list[dict[str, float]]()
    folder.mkdir(parents=True, exist_ok=True)
    with receiving() as receiver:
        settings = Settings(data=folder, port=0, webhook_url=receiver.url, webhook_secret=SECRET)
        async with house(settings) as rooms:
            for nth in range(plays):
                delays.append(await _play(rooms, case, folder / "plays" / str(nth), landed, receiver))
                step(f"incident after {delays[-1].get('incident', float('nan')):.2f} s")
    return _figures(landed, delays)


async def _play(rooms: House, case: Path, folder: Path, landed: Landed, receiver: Receiver) -> dict[str, float]:
    """Seconds from the chips touching the felt to each step; steps that never came are missing."""
    heard, begins = Heard(), now().plus(LEAD_S)
    session = open_session(read_table(restamp(case, folder, begins)))
    rooms.shelf.put(session)
    down = session.starts_at.plus(landed.chips_s)
    ear = asyncio.create_task(_hear(rooms.engine.subscribe((OBSERVATIONS, CASES, ALERTS)), heard, down, receiver))
    playing = asyncio.create_task(play(rooms.engine, session, rooms.tiles))
    try:
        await asyncio.wait({ear, playing}, timeout=LEAD_S + landed.ends_s + AFTER_S, return_when="FIRST_COMPLETED")
        if not ear.done():  # the film is over: what is still under way may come
            await asyncio.wait({ear}, timeout=AFTER_S)
    finally:
        for task in (ear, playing):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    return {name: at.after(down) for name in heard.__struct_fields__ if (at := getattr(heard, name)) is not None}


async def _hear(coming: AsyncIterator[Entry], heard: Heard, down: Moment, receiver: Receiver) -> None:
    """Follow the log until the late bet's alert has been sent."""
    incident = alert = ""
    async for entry in coming:
        match entry.data:
            case ChipsPlaced(seen=seen) if heard.said is None and seen[1] >= down:
                heard.said, heard.kept = entry.time, entry.recordedtime
            case IncidentOpened(conduct="late-bet") if heard.incident is None:
                incident, heard.incident = entry.data.incident, entry.recordedtime
            case AlertRaised() if entry.data.incident == incident:
                alert = alert or entry.data.alert
            case AlertSent() if alert and entry.data.alert == alert:
                heard.alert = receiver.came.get(entry.data.key)
                return


def _figures(landed: Landed, delays: list[dict[str, float]]) -> list[Figure]:
    to_pay = landed.paid_s - landed.chips_s
    stages = (
        ("said", "chips down to: the layout eye says so",
         f"the hand covers them for the first {landed.hand_away_s - landed.chips_s:.2f} s"),
        ("kept", "chips down to: its line is in the log", ""),
        ("incident", "chips down to: the incident is in the log",
         "in it: the hand's cover, the sequencer's 750 ms behind the slower camera, and its one word a second"),
        ("alert", "chips down to: a webhook's receiver has it", ""),
    )
    figures = []
    for key, what, note in stages:
        got = [delay[key] for delay in delays if key in delay]
        size = f"{len(got)} of {len(delays)} plays"
        if not got:
            figures.append(Figure(part=PART, what=what, n=size, note="never came"))
            continue
        figures.append(Figure(
            part=PART, what=what, value=middle(got), unit="s", ratio=middle(got) / to_pay,
            against=f"the {number(to_pay)} s until they are paid", n=size, bound=f"worst {number(max(got))} s",
            note=note))
    return figures
