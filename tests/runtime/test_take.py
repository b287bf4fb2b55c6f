"""The one way through a processor: what cannot be read or judged is set aside, and the table goes on."""

import sys
from pathlib import Path

from schemas.codec import decode, encode
from schemas.envelope import entry
from schemas.errors import NoMoreBetsError
from schemas.events import ClockTicked, LineRefused, RotorStopped
from schemas.moment import Moment
from services.log.port import Record
from services.runtime.processor import take

sys.path.insert(0, str(Path(__file__).parent))
from counting import Counter

sys.path.pop(0)


def record(sequence: int, data: bytes, table: str = "t1") -> Record:
    return Record(topic="observations", partition=0, sequence=sequence, recordedtime=Moment(0), table=table, data=data)


def tick(nth: int, table: str = "t1") -> bytes:
    return encode(entry(ClockTicked(), id=f"i{nth}", table=table, origin="wheel", time=Moment(nth), session="s"))


def stop(nth: int) -> bytes:
    event = RotorStopped(seen=(Moment(nth), Moment(nth)))
    return encode(entry(event, id=f"i{nth}", table="t1", origin="wheel", time=Moment(nth), session="s"))


def test_a_bad_line_is_set_aside_with_its_reason_and_changes_nothing():
    bad = (b"{ half a li", b'{"specversion":"1.0","id":"x","time":"2026-11-18T21:14:33.120Z"}', stop(3), tick(4, "t2"))
    records = [record(1, tick(1)), *(record(nth + 2, data) for nth, data in enumerate(bad)), record(9, tick(9))]

    taken = take(Counter(), {}, records)

    assert taken.states == {"t1": 2}
    assert [decode(line.data).data.why for line in taken.outputs] == ["1", "2"]
    refused = [decode(line.data) for line in taken.refused]
    assert all(isinstance(told.data, LineRefused) for told in refused)
    assert [told.data.line for told in refused] == [data.decode() for data in bad]
    assert [told.table for told in refused] == ["t1"] * 4
    assert refused[0].data.why.startswith("not a JSON object")
    assert str(refused[1].time) == "2026-11-18T21:14:33.120Z"
    assert refused[2].data.why == "counter: ValueError: a rotor must not stop"
    assert "table 't2'" in refused[3].data.why


def test_the_same_bad_line_is_refused_under_the_same_id():
    first, again = (take(Counter(), {}, [record(nth, b"{ half a li")]).refused[0] for nth in (1, 2))
    assert first == again


def test_what_a_log_adds_reaches_no_processor():
    class Nosy(Counter):
        def advance(self, state, told):
            assert told.sequence is None
            assert told.recordedtime is None
            return super().advance(state, told)

    assert take(Nosy(), {}, [record(1, tick(1))]).refused == ()


def test_a_line_that_names_no_time_is_of_when_the_log_got_it():
    got = Record(topic="observations", partition=0, sequence=1, recordedtime=Moment(5000), table="t1", data=b"{ half")
    assert decode(take(Counter(), {}, [got]).refused[0].data).time == Moment(5000)


def test_what_a_processor_sets_aside_itself_goes_to_the_dead_letters_too():
    class Careful(Counter):
        def advance(self, state, told):
            refused = LineRefused(why="not now", topic="observations", line="{}")
            _, found = super().advance(state, told)
            aside = entry(refused, id=f"a/{told.id}", table="t1", origin="counter", time=told.time, session="s")
            return state + 1, (aside, *found)

    taken = take(Careful(), {}, [record(1, tick(1))])

    assert [decode(line.data).data.why for line in taken.outputs] == ["1"]
    assert [decode(line.data).data.why for line in taken.refused] == ["not now"]


def test_what_a_person_can_put_right_is_said_in_one_line(caplog):
    class Strict(Counter):
        def advance(self, state, told):
            raise NoMoreBetsError("no pocket '99' on this wheel.")

    (refused,) = take(Strict(), {}, [record(1, tick(1))]).refused

    assert decode(refused.data).data.why == "no pocket '99' on this wheel."
    assert not caplog.records, "a traceback is for faults of ours"
