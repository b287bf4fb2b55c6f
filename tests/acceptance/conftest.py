"""The acts as anyone would play them: drawn, calibrated, watched and judged by the commands alone."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.topics import ALERTS, CASES, FINDINGS, OBSERVATIONS
from services.runtime.engine import engine
from services.settings import Settings


def five(told: dict) -> tuple:
    """The five fields that 'exactly' compares."""
    return (told["rule"], tuple(told["clauses"]), told["verdict"], told["round"], told["spot"])


def breaches(lines: Sequence[bytes]) -> Counter:
    """The last word of every finding: what was replaced or withdrawn does not count."""
    told = {line["id"]: line["data"] for line in map(json.loads, lines)
            if line["data"]["kind"] == "breach-found"}
    gone = {one["replaces"] for one in told.values()} | {
        line["data"]["id"] for line in map(json.loads, lines) if line["data"]["kind"] == "finding-withdrawn"}
    return Counter(five(one) for id, one in told.items() if id not in gone)


@pytest.fixture(scope="session")
def judged(studio) -> Callable[..., list[bytes]]:
    """Every derived line of the judge command."""
    return lambda *files: studio.command(
        "judge", *map(str, files), "--format", "jsonl", codes=(0, 1)).stdout.splitlines()


@pytest.fixture(scope="session")
def expected(studio) -> Callable[..., Counter]:
    """What the story says must be found; without a desk, less what only a desk can show."""

    def read(act: str, seed: int, desk: bool = True) -> Counter:
        told = map(json.loads, (studio.case(act, seed) / "expected.jsonl").read_text().splitlines())
        return Counter(five(one) for one in told if desk or not one.get("desk"))

    return read


@pytest.fixture(scope="session")
def found() -> Callable[[Sequence[bytes]], Counter]:
    return breaches


@pytest.fixture
def hosted(tmp_path: Path, another_postgres: Callable[[], str]) -> Callable[..., dict[str, list[bytes]]]:
    """What a host makes of observations: the lines of each topic, without what a log adds."""

    def run(files: Sequence[Path], kafka: str | None = None) -> dict[str, list[bytes]]:
        data = tmp_path / ("kafka" if kafka else "embedded")
        return asyncio.run(_hosted(files, Settings(data=data, database_url=another_postgres(), kafka=kafka)))

    return run


async def _hosted(files: Sequence[Path], settings: Settings) -> dict[str, list[bytes]]:
    streams = [[decode(line) for line in file.read_bytes().splitlines()] for file in files]
    async with engine(settings, "kafka" if settings.kafka else "embedded") as running:
        await asyncio.gather(*(_pump(running, stream) for stream in streams))
        await running.caught_up(timeout=120)
        async with running.pool.connection() as connection:
            rows = await connection.execute("select topic, line from log order by sequence")
            kept: dict[str, list[bytes]] = {topic: [] for topic in (OBSERVATIONS, FINDINGS, CASES, ALERTS)}
            for topic, line in await rows.fetchall():
                kept.setdefault(topic, []).append(bytes(line))
    return kept


async def _pump(running, stream: list[Entry]) -> None:
    for nth in range(0, len(stream), 20):
        await running.append(OBSERVATIONS, stream[nth:nth + 20])


def of_table(lines: Sequence[bytes], table: str) -> list[bytes]:
    return [line for line in lines if re.search(rb'"subject":"%s"' % table.encode(), line)]


@pytest.fixture(scope="session")
def only() -> Callable[[Sequence[bytes], str], list[bytes]]:
    return of_table
