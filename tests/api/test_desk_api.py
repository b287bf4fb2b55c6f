import json

import pytest
from msgspec.structs import replace

from schemas.codec import decode, encode
from schemas.events import BetsClosed
from schemas.table import SourcePart
from services.api.desk import whole


@pytest.fixture
def desk(house, evening):
    """The desk of this test's table, with its token."""
    house.caught_up()
    token = house.do(house.people.first_desk_token(evening.table))
    with house.client(logged_in=False, headers={"authorization": f"Bearer {token}"}) as client:
        yield client


def pressed(evening, when):
    return replace(evening.at(0, BetsClosed(by="button", seen=(when, when)), "desk", "pressed"), time=when)


def logged(house, table: str, id: str):
    async def find():
        async with house._engine.pool.connection() as connection:
            found = await connection.execute("select line from log where table_id = %s and id = %s", (table, id))
            return await found.fetchone()

    return decode(bytes(house.do(find())[0]))


def test_a_button_says_only_what_was_pressed(house, evening, desk):
    before = house._app.state.rooms.now()
    answer = desk.post(f"/tables/{evening.table}/desk", json={"kind": "bets-closed", "by": "call"})

    said = logged(house, evening.table, answer.json()["id"])
    assert answer.status_code == 202
    assert (said.source, said.subject, said.session) == (f"/{evening.table}/desk", evening.table, "s1")
    assert said.data == BetsClosed(by="call", seen=(said.time, said.time), clock_error_ms=250)
    assert 0 <= said.time - before < 10_000


def test_a_pit_system_sends_whole_lines_and_repeats_are_one_thing(house, evening, desk):
    when = house._app.state.rooms.now().plus(-2)
    line = encode(replace(pressed(evening, when), session="another"))

    answers = [desk.post(f"/tables/{evening.table}/desk", content=line, headers={"content-type": "application/json"})
               for _ in range(2)]

    assert [answer.json()["id"] for answer in answers] == [f"{evening.table}/s1/pressed"] * 2
    said = logged(house, evening.table, answers[0].json()["id"])
    assert (said.time, said.session) == (when, "s1")
    assert said.data.clock_error_ms == 250, "at least what the table's file says of the desk's clock"


@pytest.mark.parametrize(("said_s", "seen_s", "why"), [
    (86400 * 300, 0, "s in the future; a desk's clock may be 5 s ahead"),
    (-10, -5, "before it happened"),
])
def test_a_desk_says_nothing_before_its_time(house, evening, desk, said_s, seen_s, why):
    now = house._app.state.rooms.now()
    line = encode(replace(pressed(evening, now.plus(seen_s)), time=now.plus(said_s)))
    answer = desk.post(f"/tables/{evening.table}/desk", content=line, headers={"content-type": "application/json"})

    assert answer.status_code == 400
    assert why in answer.json()["detail"]


def test_a_desks_words_are_put_on_the_tables_clock(evening):
    part, now = SourcePart(offset_ms=-300, error_ms=40), evening.start
    line = json.loads(encode(pressed(evening, now.plus(0.2))))
    said = whole(line, evening.table, "s1", now, part)
    assert (said.time, said.data.seen[0], said.data.clock_error_ms) == (now.plus(-0.1), now.plus(-0.1), 40)

    bare = whole({"kind": "bell-rung"}, evening.table, "s1", now, part)
    assert (bare.time, bare.data.seen) == (now, (now, now)), "what we time ourselves needs no offset"
    ahead = whole({"kind": "bell-rung", "seen": [str(now.plus(1))] * 2}, evening.table, "s1", now, part)
    assert ahead.time == ahead.data.seen[1] == now.plus(0.7)


def test_after_a_restart_the_desks_clock_is_known_from_the_log(house, evening, desk):
    states = house._app.state.rooms.stream.states
    states[evening.table] = replace(states[evening.table], desk=None)
    answer = desk.post(f"/tables/{evening.table}/desk", json={"kind": "bell-rung"})

    assert logged(house, evening.table, answer.json()["id"]).data.clock_error_ms == 250


@pytest.mark.parametrize("token", [None, "desk_wrong"])
def test_a_wrong_desk_token_is_one_clear_line(house, evening, token):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with house.client(logged_in=False, headers=headers) as stranger:
        answer = stranger.post(f"/tables/{evening.table}/desk", json={"kind": "bell-rung"})

    assert answer.status_code == 401
    assert answer.json()["detail"] == f"the desk token is missing or not that of table '{evening.table}'"


def test_a_token_opens_its_own_table_only(house, evening, desk):
    assert desk.post("/tables/another/desk", json={"kind": "bell-rung"}).status_code == 401
    assert house.do(house.people.first_desk_token(evening.table)) is None


@pytest.mark.parametrize(("told", "why"), [
    ({"kind": "ball-rested", "number": "17"}, "a desk does not report 'ball-rested'."),
    ({"kind": "bets-close", "by": "call"}, "Did you mean 'bets-closed'?"),
    ({"kind": "bets-closed"}, "by"),
    ({}, "a desk does not report 'None'."),
])
def test_what_a_desk_cannot_say_is_refused_in_one_line(evening, desk, told, why):
    answer = desk.post(f"/tables/{evening.table}/desk", json=told)

    assert answer.status_code == 400
    assert why in answer.json()["detail"]


def test_a_line_about_another_table_is_refused(house, evening, desk):
    line = encode(pressed(evening, evening.start)).replace(
        f'"subject":"{evening.table}"'.encode(), b'"subject":"t99"')
    answer = desk.post(f"/tables/{evening.table}/desk", content=line, headers={"content-type": "application/json"})

    assert answer.status_code == 400
    assert "'subject' is 't99'" in answer.json()["detail"]
