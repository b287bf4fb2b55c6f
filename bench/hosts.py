"""Events a second end to end: appended to a log, judged, and every finding, case and alert back in the log."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

from bench.figures import Figure, beside, middle, number, spread
from bench.floor import derived, floor
from bench.progress import Step, silent
from schemas.errors import NoMoreBetsError
from schemas.topics import ALERTS, CASES, FINDINGS, OBSERVATIONS
from services.log.broker import broker
from services.runtime.engine import Engine, HostName, engine
from services.settings import Settings

PART = "hosts"
CHUNK = 200
"""Events appended at once, as many as a host takes at once."""
PATIENCE_S = 60.0
"""How long a wave may take; a host that has not judged it by then has lost something."""


class Wave:
    """Events of tables nobody has seen yet, and what must come of them."""

    _names = count(1)

    def __init__(self, tables: int, rounds: int, seed: int) -> None:
        self.events = floor([f"w{next(self._names)}" for _ in range(tables)], seed, rounds=rounds)
        began = time.perf_counter()
        self.expected = {entry.id for entry in derived(self.events)}
        self.bare_s = time.perf_counter() - began

    def speed(self, seconds: float) -> float:
        return len(self.events) / seconds


class Hosting:
    """A host that stands ready, and how far we have read what it writes."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._read = 0

    async def take(self, wave: Wave) -> float:
        """Seconds from the first append until all that follows from the wave is in the log, checked id by id."""
        waiting = set(wave.expected)
        ear = asyncio.create_task(self._hear(waiting))
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE_S):
                for first in range(0, len(wave.events), CHUNK):
                    await self._engine.append(OBSERVATIONS, wave.events[first:first + CHUNK])
                await ear
        except TimeoutError:
            raise NoMoreBetsError(f"after {PATIENCE_S:.0f} s {len(waiting)} of {len(wave.expected)} derived events "
                                  "are still missing from the log") from None
        finally:
            ear.cancel()
        return time.perf_counter() - began

    async def _hear(self, waiting: set[str]) -> None:
        async for entry in self._engine.subscribe((FINDINGS, CASES, ALERTS), after=self._read):
            self._read = entry.sequence or 0
            waiting.discard(entry.id)
            if not waiting:
                return


async def measure(
    folder: Path, *, tables: int = 6, rounds: int = 3, runs: int = 3, seed: int = 1, kafka: bool = True,
    bootstrap: str | None = None, step: Step = silent,
) -> list[Figure]:
    """Both hosts stand ready and take waves of events in turns; the processors alone are their peer.

    Without a `bootstrap` a broker of our own is started.
    """
    speeds: dict[str, list[tuple[float, float]]] = {"embedded": [], "kafka": []}
    async with AsyncExitStack() as stack:
        hosts, missing = await _open_all(stack, folder, kafka, bootstrap)
        events = 0
        for run in range(runs + 1):
            for name, hosting in hosts.items():
                wave = Wave(tables, rounds, seed + run) if run else Wave(1, 1, seed)
                try:
                    seconds = await hosting.take(wave)
                except NoMoreBetsError as wrong:
                    missing[name] = str(wrong)
                    continue
                if run:  # the first wave only wakes the workers and fills the caches
                    speeds[name].append((wave.speed(seconds), wave.speed(wave.bare_s)))
                    events = len(wave.events)
                step(name)
            hosts = {name: hosting for name, hosting in hosts.items() if name not in missing}
    return _figures(speeds, f"about {events} events of {tables} tables", missing)


async def _open_all(
    stack: AsyncExitStack, folder: Path, kafka: bool, bootstrap: str | None
) -> tuple[dict[str, Hosting], dict[str, str]]:
    """The hosts this machine can run, and why one is missing."""
    hosts = {"embedded": await _open(stack, "embedded", Settings(data=folder / "embedded"))}
    if not kafka:
        return hosts, {"kafka": "not asked for"}
    try:
        address = bootstrap or stack.enter_context(broker(folder / "broker"))
        hosts["kafka"] = await _open(stack, "kafka", Settings(data=folder / "kafka", kafka=address))
    except NoMoreBetsError as wrong:
        return hosts, {"kafka": str(wrong)}
    return hosts, {}


async def _open(stack: AsyncExitStack, host: HostName, settings: Settings) -> Hosting:
    return Hosting(await stack.enter_async_context(engine(settings, host)))


def _figures(speeds: dict[str, list[tuple[float, float]]], size: str, missing: dict[str, str]) -> list[Figure]:
    """Each host beside the processors alone, wave by wave; Faust beside the embedded host too."""
    bare = [alone for pairs in speeds.values() for _, alone in pairs]
    figures, embedded = list[Figure](), [got for got, _ in speeds["embedded"]]
    if bare:
        figures.append(Figure(
            part=PART, what="all processors, no host and no log", value=middle(bare), unit="events/s",
            n=f"{size} × {len(bare)} runs", against="the peer of the hosts", bound=spread(bare)))
    for name, what in (("embedded", "embedded host"), ("kafka", "Kafka host with Faust")):
        if name in missing or not speeds[name]:
            figures.append(Figure(part=PART, what=what, note=f"not measured: {missing.get(name, 'nothing came')}"))
            continue
        got, alone = zip(*speeds[name], strict=True)
        slower = f"{number(middle(got) / middle(embedded))} × the embedded host" if embedded else ""
        figures.append(Figure(
            part=PART, what=f"{what}, append to last alert", value=middle(got), unit="events/s",
            n=f"{size} × {len(got)} runs", ratio=beside(got, alone), against="no host", bound=spread(got),
            note=slower if name == "kafka" else ""))
    return figures
