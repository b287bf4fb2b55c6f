"""A whole act, as lines, through the real processors: what was expected, the same on both hosts."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import psycopg
import pytest

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.topics import FINDINGS, OBSERVATIONS
from services.runtime.engine import engine
from services.settings import Settings
from services.store import queries

CASE = Path(__file__).parents[1] / "contracts" / "examples" / "case"
Lines = dict[tuple[str, str], list[bytes]]


def story() -> list[Entry]:
    return [decode(line) for line in (CASE / "truth.jsonl").read_bytes().splitlines()]


def judged(settings: Settings, host: str) -> tuple[Lines, list[str]]:
    """Every line that came of it, and the incidents people see."""

    async def run() -> tuple[Lines, list[str]]:
        async with engine(settings, host) as running:
            for entry in story():
                await running.append(OBSERVATIONS, [entry])
            await running.caught_up()
            found: Lines = {}
            with psycopg.connect(running.url) as connection:
                for topic, table, line in connection.execute("select topic, table_id, line from log order by sequence"):
                    found.setdefault((topic, table), []).append(bytes(line))
            return found, [one.conduct for one in await queries.incidents(running.pool)]

    return asyncio.run(run())


def five(told: dict[str, object]) -> str:
    return repr([told.get(name) for name in ("rule", "clauses", "verdict", "round", "spot")])


def test_the_act_on_the_embedded_host(tmp_path: Path, postgres: str):
    lines, incidents = judged(Settings(data=tmp_path, database_url=postgres), "embedded")

    events = [msgspec.json.decode(line)["data"] for line in lines[FINDINGS, "t1"]]
    expected = [msgspec.json.decode(line) for line in (CASE / "expected.jsonl").read_bytes().splitlines()]
    assert expected
    found = Counter(five(event) for event in events if event["kind"] == "breach-found")
    assert found == Counter(five(told) for told in expected)
    assert incidents == ["spin"]
    assert ("dead-letters", "t1") not in lines


@pytest.mark.kafka
def test_the_act_is_judged_the_same_on_kafka(
    tmp_path: Path, postgres: str, another_postgres: Callable[[], str], kafka: str
):
    embedded = judged(Settings(data=tmp_path, database_url=postgres), "embedded")
    on_kafka = judged(
        Settings(data=tmp_path, database_url=another_postgres(), kafka=kafka, instance="story-test"), "kafka")

    assert on_kafka == embedded
