import csv
import json

import pytest
from click.testing import CliRunner

from schemas.errors import NoMoreBetsError
from services.commands.incidents import incidents


def run(*told: str, **more) -> str:
    result = CliRunner().invoke(incidents, told, catch_exceptions=False, standalone_mode=False, **more)
    if result.exception:
        raise result.exception
    return result.stdout


def test_the_command_reads_the_database_of_a_living_house(house, evening):
    incident = evening.late_bet(verdict="suspected", probability=0.87)
    house.caught_up()
    here = ("--data", str(house.data), "--table", evening.table)

    text = run(*here).splitlines()
    [told] = [json.loads(line) for line in run(*here, "--format", "jsonl").splitlines()]
    [row] = csv.DictReader(run(*here, "--format", "csv").splitlines())

    assert text[0].startswith("suspected 87%   3.6(a), 3.6A     Table")
    assert text[0].endswith("2026-11-18 21:14:32, would pay 875.00 AUD, open")
    assert "Five green chips (25.00) put on 17 by a player's hand" in text[1]
    assert told["incident"] == row["incident"] == incident
    assert (row["verdict"], row["would_pay_low"], row["clauses"]) == ("suspected", "87500", "3.6(a) 3.6A")
    assert run(*here, "--clause", "9.9") == ""


def test_what_could_not_be_seen_is_listed_apart(house, evening):
    evening.unseen()
    house.caught_up()
    told = run("--data", str(house.data), "--table", evening.table, "--verdict", "could-not-see")

    assert told.splitlines()[1] == "  Whether 'No spin' was called could not be seen: no desk."


def test_the_command_asks_a_server_with_a_token_or_the_password(house, evening):
    incident = evening.late_bet()
    house.caught_up()
    token = run("--data", str(house.data), "--new-token", "analyst").strip()
    asked = ("--url", house.url, "--table", evening.table, "--from", "2026-11-18T21:00:00Z", "--format", "jsonl")

    assert json.loads(run(*asked, "--token", token))["incident"] == incident
    assert incident in run(*asked, input=f"{house.password}\n")
    with pytest.raises(NoMoreBetsError, match="refuses: log in first"):
        run(*asked, "--token", "nmb_wrong")


@pytest.mark.parametrize(("told", "why"), [
    (("--data", "nowhere"), "no nomorebets ever ran in nowhere"),
    (("--from", "noon"), "--from: not a time like"),
    (("--url", "http://127.0.0.1:9", "--token", "x"), "cannot ask http://127.0.0.1:9"),
    (("--url", "http://127.0.0.1:9", "--data", "x"), "exclude each other"),
])
def test_what_cannot_be_asked_is_one_line(told, why):
    with pytest.raises(NoMoreBetsError, match=why):
        run(*told)
