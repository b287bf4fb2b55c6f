from schemas import events
from schemas.envelope import entry
from schemas.moment import Moment
from services.api.floor import TableState, shown, watch

START = Moment.parse("2026-11-18T21:14:00Z")


def after(*told: tuple[str, events.Event]) -> dict:
    state = TableState()
    for nth, (origin, event) in enumerate(told):
        state = watch(state, entry(event, id=str(nth), table="t1", origin=origin, time=START.plus(nth), session="s1"))
    return shown(state)


SEEN = (START, START)
CLOSED = events.BettingClosed(round=3, round_id="r3", spin=1, seen=SEEN, by=("call",))
OPENED = events.RoundOpened(round=3, round_id="r3", rulebook="b", version="1", seen=SEEN)
RESTED = events.BallRested(seen=SEEN, number="17")


def test_the_tile_follows_the_round():
    launched = events.BallLaunched(seen=SEEN, direction="clockwise")
    now = after(("referee", OPENED), ("wheel", launched), ("desk", events.BetsClosed(seen=SEEN, by="call")))

    assert (now["round"], now["phase"], now["number"]) == (3, "no more bets", None)


def test_the_referees_later_word_does_not_turn_the_round_back():
    now = after(("referee", OPENED), ("wheel", RESTED), ("referee", CLOSED))

    assert (now["phase"], now["number"]) == ("the ball rests", "17")


def test_a_camera_that_does_not_see_is_shown_until_it_does():
    lost = events.CameraLost(seen=SEEN, camera="wheel", why="nothing for 2 s")
    back = events.CameraRestored(seen=SEEN, camera="wheel")

    assert after(("config", lost))["blind"] == {"wheel": "nothing for 2 s"}
    assert after(("config", lost), ("config", back))["blind"] == {}


def test_a_closed_table_stays_closed():
    assert after(("wheel", RESTED), ("config", events.TableClosed()), ("referee", CLOSED))["phase"] == "closed"
