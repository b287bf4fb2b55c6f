"""A whole act, as lines, through the real processors: what was expected, the same on both hosts."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import psycopg
import pytest

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.events import ResultAnnounced
from schemas.topics import DEAD_LETTERS, FINDINGS, OBSERVATIONS
from services.runtime.engine import engine
from services.settings import Settings
from services.store import queries

CASE = Path(__file__).parents[1] / "contracts" / "examples" / "case"
Lines = dict[tuple[str, str], list[bytes]]


def story() -> list[Entry]:
    return [decode(line) for line in (CASE / "truth.jsonl").read_bytes().splitlines()]


def with_a_pocket_no_wheel_has() -> list[Entry]:
    """The story, and a desk that announces 99 in the middle of it."""
    told = story()
    at = told[len(told) // 2].time
    wrong = ResultAnnounced(seen=(at, at), number="99", colour="red")
    line = put_into_envelope(wrong, id="wrong", table="t1", origin="desk", time=at, session=told[0].session)
    return [*told[:-1], line, told[-1]]


def judged(settings: Settings, host: str, told: Sequence[Entry] | None = None) -> tuple[Lines, list[str]]:
    """Every line that came of it, and the incidents people see."""

    async def run() -> tuple[Lines, list[str]]:
        async with engine(settings, host) as running:
            for entry in told or story():
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


def test_a_line_that_cannot_be_judged_opens_an_incident_and_changes_no_verdict(tmp_path: Path, postgres: str):
    lines, incidents = judged(
        Settings(data=tmp_path, database_url=postgres), "embedded", with_a_pocket_no_wheel_has())

    assert incidents.count("equipment") == 1
    assert incidents.count("spin") == 1
    assert len(lines[DEAD_LETTERS, "t1"]) == 1
    assert b"no pocket '99'" in lines[DEAD_LETTERS, "t1"][0]


@pytest.mark.kafka
def test_the_act_is_judged_the_same_on_kafka(
    tmp_path: Path, postgres: str, another_postgres: Callable[[], str], kafka: str
):
    embedded = judged(Settings(data=tmp_path, database_url=postgres), "embedded")
    on_kafka = judged(
        Settings(data=tmp_path, database_url=another_postgres(), kafka=kafka, instance="story-test"), "kafka")

    assert on_kafka == embedded


@pytest.mark.kafka
def test_a_line_that_cannot_be_judged_opens_the_same_incident_on_kafka(
    tmp_path: Path, postgres: str, another_postgres: Callable[[], str], kafka: str
):
    told = with_a_pocket_no_wheel_has()
    embedded, seen = judged(Settings(data=tmp_path, database_url=postgres), "embedded", told)
    on_kafka, seen_there = judged(
        Settings(data=tmp_path, database_url=another_postgres(), kafka=kafka, instance="letters-test"), "kafka", told)

    assert sorted(seen_there) == sorted(seen)
    assert "equipment" in seen
    # Two processors write cases: their order between each other is the host's own.
    assert {key: sorted(lines) for key, lines in on_kafka.items()} == {
        key: sorted(lines) for key, lines in embedded.items()}
