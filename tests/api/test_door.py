from concurrent.futures import ThreadPoolExecutor

import pytest

from services.api.throttle import TRIES, WINDOW_S, Throttle


@pytest.mark.parametrize("path", ["/incidents", "/incidents/x", "/tables", "/tables/t1/frame.jpg", "/events",
                                  f"/evidence/{'0' * 64}.mp4", "/session"])
def test_nobody_reads_without_coming_in(house, path):
    with house.client(logged_in=False) as stranger:
        answer = stranger.get(path)

    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] == "log in first, or send a valid API token as 'Authorization: Bearer …'"


def test_only_the_hash_of_the_password_is_kept_and_it_is_shown_once(house):
    async def kept():
        async with house._engine.pool.connection() as connection:
            return await (await connection.execute("select name, salt, password_hash from users")).fetchall()

    [(name, salt, hashed)] = house.do(kept())
    assert (name, len(salt), len(hashed)) == ("admin", 16, 32)
    assert house.password.encode() not in bytes(hashed)
    assert house.do(house.people.first_password()) is None


def test_a_session_comes_as_a_cookie_that_scripts_cannot_read(house):
    with house.client(logged_in=False) as client:
        answer = client.post("/login", json={"password": house.password})

    cookie = answer.headers["set-cookie"].lower()
    assert answer.status_code == 200
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_change_needs_the_sessions_own_word(house, evening, client):
    incident = evening.late_bet()
    house.caught_up()

    del client.headers["x-csrf-token"]
    assert client.post(f"/incidents/{incident}/acknowledge").status_code == 403
    for guessed in (b"guessed", "gefälscht".encode("latin-1"), "gefälscht".encode()):
        told = [(b"x-csrf-token", guessed)]
        assert client.post(f"/incidents/{incident}/acknowledge", headers=told).status_code == 403


def test_after_logging_out_the_cookie_opens_nothing(house):
    with house.client() as client:
        assert client.get("/tables").status_code == 200
        token = client.cookies["nomorebets_session"]
        assert client.post("/logout").status_code == 204
        client.cookies.set("nomorebets_session", token)
        assert client.get("/tables").status_code == 401


def test_a_program_reads_with_a_token_and_decides_nothing(house, evening):
    incident = evening.late_bet()
    house.caught_up()
    token = house.do(house.people.new_api_token("analyst"))
    with house.client(logged_in=False, headers={"authorization": f"Bearer {token}"}) as program:
        assert program.get("/incidents").status_code == 200
        assert program.post(f"/incidents/{incident}/acknowledge").status_code == 401
        program.headers["authorization"] = "Bearer nmb_wrong"
        assert program.get("/incidents").status_code == 401


def test_guessing_is_slowed_down_and_says_for_how_long(house):
    throttle = house._app.state.rooms.throttle
    with house.client(logged_in=False) as guesser:
        answers = [guesser.post("/login", json={"password": "guess"}) for _ in range(TRIES + 1)]
        right = guesser.post("/login", json={"password": house.password})
    throttle.passed("127.0.0.1")

    assert [answer.status_code for answer in answers] == [401] * TRIES + [429]
    assert answers[0].json()["detail"] == "wrong name or password"
    assert 0 < int(answers[-1].headers["retry-after"]) <= WINDOW_S + 1
    assert right.status_code == 429, "while it waits, not even the right one is tried"


def test_guesses_sent_at_once_are_counted_before_they_are_tried(house):
    def guess(nth):
        return guesser.post("/login", json={"password": f"guess {nth}"}).status_code

    with house.client(logged_in=False) as guesser, ThreadPoolExecutor(3 * TRIES) as crowd:
        answers = list(crowd.map(guess, range(3 * TRIES)))
    house._app.state.rooms.throttle.passed("127.0.0.1")

    assert sorted(answers) == [401] * TRIES + [429] * 2 * TRIES


def test_a_throttled_address_may_try_again_after_the_window():
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    for _ in range(TRIES):
        throttle.failed("a")

    assert throttle.wait("a") == WINDOW_S
    assert throttle.wait("b") == 0
    now[0] = WINDOW_S
    assert throttle.wait("a") == 0


def test_health_and_the_description_of_the_api_are_open(house):
    with house.client(logged_in=False) as client:
        assert client.get("/health").json() == {"status": "ok"}
        described = client.get("/schema/openapi.json").json()

    assert "/incidents" in described["paths"]
    assert "401" in described["paths"]["/incidents"]["get"]["responses"]
