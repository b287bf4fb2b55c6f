import asyncio
import re
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from schemas.envelope import Entry, entry
from schemas.errors import NoMoreBetsError
from schemas.events import ClockTicked
from schemas.moment import Moment
from schemas.topics import FINDINGS, OBSERVATIONS
from services.commands.verify import verify as command
from services.log.embedded import append_lines
from services.log.port import Line, lines
from services.log.verify import Proof, verify
from services.store.migrate import migrate


def tick(nth: int, table: str) -> Entry:
    return entry(ClockTicked(), id=f"tick-{nth}", table=table, origin="wheel", time=Moment(nth), session="s1")


async def _written(url: str, *tampering: str) -> Proof:
    await migrate(url)
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await append_lines(connection, OBSERVATIONS, lines([tick(nth, f"t{nth % 2}") for nth in range(6)]))
        await append_lines(connection, FINDINGS, [Line(table="t0", id="x", data=b"not a line at all")])
        for step in tampering:
            await connection.execute(step)
        return await verify(connection)


def test_an_untouched_log_is_proven(postgres: str):
    proof = asyncio.run(_written(postgres))
    assert (proof.lines, proof.problems) == (7, ())
    assert sorted(proof.chains) == ["findings/t0", "observations/t0", "observations/t1"]


@pytest.mark.parametrize("change", ["update log set line = 'x'", "delete from log", "truncate log"])
def test_the_database_itself_refuses_to_change_the_log(postgres: str, change: str):
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"):
        asyncio.run(_written(postgres, change))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("update log set line = replace(line::text, '74', '75')::bytea where sequence = 3", "line 3 .* was changed"),
        ("delete from log where sequence in (3, 4)", "lines 3 to 4 are missing"),
        ("delete from log where sequence = 3", "line 5 .* does not follow the line before it"),
        ("delete from log where sequence = 7", "the end of findings of t0 is missing"),
        ("update log set id = 'other' where sequence = 2", "line 2 .* says it is tick-1 of t1"),
    ],
)
def test_whoever_gets_round_that_is_found_out(postgres: str, change: str, problem: str):
    proof = asyncio.run(_written(postgres, "alter table log disable trigger user", change))
    assert any(re.search(problem, told) for told in proof.problems), proof.problems


def test_the_command_says_so_and_exits_1(postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NOMOREBETS_DATABASE_URL", postgres)
    asyncio.run(_written(postgres))
    good = CliRunner().invoke(command, ["--data", str(tmp_path)], standalone_mode=False)
    assert (good.return_value, good.output) == (0, "7 lines in 3 chains, 0 clips: complete, in order, unchanged.\n")

    with psycopg.connect(postgres) as connection:
        connection.execute("alter table log disable trigger user")
        connection.execute("update log set line = 'x' where sequence = 1")
        connection.execute("insert into evidence values ('i', 'wheel', 'gone.mp4', 'abc', 1, '{}')")
    bad = CliRunner().invoke(command, ["--data", str(tmp_path)], standalone_mode=False)
    assert bad.return_value == 1
    assert "was changed" in bad.output
    assert "gone.mp4 is missing" in bad.output


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/none", "nonsense"])
def test_a_database_that_cannot_be_asked_is_one_clear_line(url: str):
    ended = CliRunner().invoke(command, env={"NOMOREBETS_DATABASE_URL": url})
    assert isinstance(ended.exception, NoMoreBetsError)
    assert "\n" not in str(ended.exception)


def test_a_database_that_is_not_ours_is_one_clear_line_and_stays_as_it_was(postgres: str):
    ended = CliRunner().invoke(command, env={"NOMOREBETS_DATABASE_URL": postgres})
    assert "cannot read the log" in str(ended.exception)
    with psycopg.connect(postgres) as connection:
        assert connection.execute("select count(*) from pg_tables where schemaname = 'public'").fetchone() == (0,)
