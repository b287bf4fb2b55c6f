import json

import pytest

from services.api.evidence import wanted


def test_the_queue_is_asked_by_table_clause_verdict_and_time(house, evening, client):
    breach = evening.late_bet(at=6)
    suspected = evening.late_bet(at=30, conduct="procedure", verdict="suspected", probability=0.7)
    evening.unseen()
    house.caught_up()

    def ask(**asked) -> list[str]:
        return [told["incident"] for told in client.get("/incidents", params={"table": evening.table, **asked}).json()]

    assert ask() == [suspected, breach]
    assert ask(verdict="breach") == [breach]
    assert ask(clause="3.6A") == [suspected, breach]
    assert ask(clause="5.1") == []
    assert ask(**{"from": "2026-11-18T21:14:40Z"}) == [suspected]
    assert ask(to="2026-11-18T21:14:40Z") == [breach]
    assert ask(limit=1) == [suspected]
    [unseen] = client.get("/incidents", params={"table": evening.table, "verdict": "could-not-see"}).json()
    assert (unseen["verdict"], unseen["rule"], unseen["clauses"]) == ("could-not-see", "no-spin-not-called", ["5.1"])


@pytest.mark.parametrize(("asked", "why"), [
    ({"verdict": "guilty"}, "verdict"),
    ({"from": "yesterday"}, "'from' is not a time like 2026-11-18T21:14:00Z"),
    ({"to": "2026-11-18T21:14:00"}, "has no time zone"),
    ({"limit": 0}, "limit"),
])
def test_a_question_that_makes_no_sense_is_one_clear_line(client, asked, why):
    answer = client.get("/incidents", params=asked)

    assert answer.status_code == 400
    assert why in answer.json()["detail"]


def test_a_case_has_its_clauses_causes_findings_and_history(house, evening, client):
    incident = evening.late_bet()
    house.caught_up()

    case = client.get(f"/incidents/{incident}").json()

    assert [clause["id"] for clause in case["clause_texts"]] == ["3.6(a)", "3.6A"]
    assert case["clause_texts"][1]["short"] == "A wager placed after the ball dropped is void."
    assert [cause["what"] for cause in case["causes"]] == ["5 green, spot 17, side player"]
    assert [finding["rule"] for finding in case["findings"]] == ["late-bet"]
    assert [word["kind"] for word in case["history"]] == ["incident-opened", "alert-raised"]
    assert client.get("/incidents/none").status_code == 404


def test_a_person_acknowledges_notes_and_decides_and_the_log_keeps_each(house, evening, client):
    incident = evening.late_bet()
    house.caught_up()

    for _ in range(2):
        assert client.post(f"/incidents/{incident}/acknowledge").status_code == 202
    assert client.post(f"/incidents/{incident}/note", json={"text": "asked the dealer"}).status_code == 202
    decided = client.post(f"/incidents/{incident}/decide", json={"ruling": "upheld", "note": "both cameras"})
    house.caught_up()

    case = client.get(f"/incidents/{incident}").json()
    assert decided.status_code == 202
    assert (case["incident"]["status"], case["incident"]["ruling"]) == ("decided", "upheld")
    said = [(word["kind"], word["by"]) for word in case["history"] if word["by"]]
    assert said == [("incident-acknowledged", "admin"), ("note-added", "admin"), ("incident-decided", "admin")]
    assert client.post(f"/incidents/{incident}/decide", json={"ruling": "maybe"}).status_code == 400
    assert client.post(f"/incidents/{incident}/note", json={"text": ""}).status_code == 400
    assert client.post("/incidents/none/acknowledge").status_code == 404


def test_a_clip_is_served_in_ranges(house, client):
    folder = house.data / "evidence"
    folder.mkdir(exist_ok=True)
    name = f"{'a' * 64}.mp4"
    (folder / name).write_bytes(bytes(range(200)))

    whole, part, tail = (client.get(f"/evidence/{name}", headers=asked) for asked in
                         ({}, {"range": "bytes=10-19"}, {"range": "bytes=-5"}))

    assert (whole.status_code, len(whole.content), whole.headers["accept-ranges"]) == (200, 200, "bytes")
    assert (part.status_code, part.content) == (206, bytes(range(10, 20)))
    assert part.headers["content-range"] == "bytes 10-19/200"
    assert tail.content == bytes(range(195, 200))
    assert client.get(f"/evidence/{name}", headers={"range": "bytes=200-"}).status_code == 416
    assert client.get("/evidence/..%2f..%2fnomorebets.lock").status_code == 404
    assert client.get(f"/evidence/{'b' * 64}.mp4").status_code == 404


@pytest.mark.parametrize(("asked", "span"), [
    ("bytes=0-", (0, 99)), ("bytes=0-0", (0, 0)), ("bytes=50-500", (50, 99)), ("bytes=-1000", (0, 99)),
    ("bytes=100-", None), ("bytes=9-5", None), ("bytes=-0", None), ("bytes=-", None), ("bytes=1-2,5-6", None),
    ("chapters=1-2", (0, 99)),
])
def test_ranges(asked, span):
    assert wanted(asked, 100) == span


def test_new_incidents_come_through_the_stream_at_once(house, evening):
    with house.client() as client, client.stream("GET", "/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: hello"
        incident = evening.late_bet()
        kind, heard = "", []
        for line in lines:
            name, _, value = line.partition(": ")
            kind = value if name == "event" else kind
            if name == "data" and kind == "incident":
                heard.append(json.loads(value))
                break

    assert heard[0]["event"]["data"]["incident"] == incident
    assert heard[0]["event"]["data"]["kind"] == "incident-opened"
    assert heard[0]["table"] == evening.table


def test_a_table_shows_its_counts_and_its_latest_picture(house, evening, client):
    evening.late_bet()
    evening.unseen()
    house.caught_up()
    assert client.get(f"/tables/{evening.table}/frame.jpg").status_code == 404
    (house.data / "tiles").mkdir(exist_ok=True)
    (house.data / "tiles" / f"{evening.table}-layout.jpg").write_bytes(b"\xff\xd8 a picture")

    [table] = [told for told in client.get("/tables").json() if told["table"] == evening.table]

    assert (table["alerts"], table["could_not_see"], table["incidents"]) == (1, 1, 1)
    assert table["state"]["phase"] == "bets are open"
    assert client.get(f"/tables/{evening.table}/frame.jpg").content == b"\xff\xd8 a picture"
    assert client.get(f"/tables/{evening.table}/frame.jpg", params={"camera": "../../x"}).status_code == 404
