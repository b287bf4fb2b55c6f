"""What must hold whatever happens at a table: no crash, no float in money, the same findings from the same facts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.codec import decode, encode
from schemas.envelope import Entry
from schemas.events import (
    BreachFound,
    CameraLost,
    CameraRestored,
    ClockTicked,
    Event,
    FindingWithdrawn,
    LineRefused,
    RulebookAdopted,
    TableClosed,
    TableOpened,
)
from services.rules.table import TableProcessor
from tests.rules.evening import Evening, every_evening, every_table

TABLES = every_table()
MANY = int(os.environ.get("NOMOREBETS_RANDOM_EVENTS", "5000"))
"""How many events are thrown at the referee; `make acceptance` throws 100,000."""
MONEY = {"stake", "would_pay", "owed", "paid", "amount", "value"}
LATENESS_MS = 750

stable = settings(max_examples=25, deadline=None, derandomize=True, database=None)
evenings = st.builds(
    lambda seed, name: list(Evening(Random(seed), TABLES[name]).events(60)),
    st.integers(0, 10**6), st.sampled_from(sorted(TABLES)),
)


def judge(entries: Iterable[Entry], *, cuts: Iterable[int] = ()) -> list[bytes]:
    """Every line derived, the state saved and loaded before these entries."""
    processor, cuts = TableProcessor(), set(cuts)
    state, said = processor.begin("t1"), []
    for nth, each in enumerate(entries):
        if nth in cuts:
            state = processor.load(processor.save(state))
        state, found = processor.advance(state, each)
        said += [encode(one) for one in found]
    return said


def test_no_event_of_the_real_vocabulary_crashes_referee_or_auditor():
    """Given every table there can be, when anything at all happens there, then nothing is set aside as unjudgeable."""
    processor, states, said = TableProcessor(), {}, Counter[type[Event]]()
    for each in every_evening(Random(20261118), TABLES, MANY):
        state = states.get(each.table) or processor.begin(each.table)
        states[each.table], found = processor.advance(state, decode(encode(each)))
        for one in found:
            said[type(one.data)] += 1
            assert not isinstance(one.data, LineRefused), one.data.why
            assert list(floats_in_money(one.data)) == []
    assert said[BreachFound] > MANY / 100, "such evenings are anything but clean"


def floats_in_money(event: object) -> Iterator[tuple[str, object]]:
    """Every amount of money in an event that is not made of whole minor units."""
    if isinstance(event, msgspec.Struct):
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if name in MONEY:
                parts = value if isinstance(value, tuple) else (value,)
                yield from ((name, part) for part in parts if part is not None and type(part) is not int)
            yield from floats_in_money(value)
    elif isinstance(event, tuple):
        for part in event:
            yield from floats_in_money(part)


@stable
@given(evenings)
def test_judging_twice_says_the_same(entries):
    assert judge(entries) == judge(entries)


@stable
@given(evenings, st.lists(st.floats(0, 1), min_size=1, max_size=3))
def test_a_state_saved_and_loaded_anywhere_goes_on_the_same(entries, shares):
    assert judge(entries, cuts=[int(share * len(entries)) for share in shares]) == judge(entries)


@stable
@given(evenings, st.randoms(use_true_random=False))
def test_said_twice_is_said_once(entries, chance):
    doubled = [each for one in entries for each in [one] * chance.choice((1, 1, 2))]
    assert judge(doubled) == judge(entries)


@stable
@given(evenings, st.randoms(use_true_random=False))
def test_repeated_a_little_later_is_said_once(entries, chance):
    """A source that lost its connection says its last words again."""
    again = []
    for nth, each in enumerate(entries):
        again.append(each)
        if chance.random() < 0.1:
            since = max(0, nth - chance.randrange(5))
            again += [one for one in entries[since:nth + 1] if one.session == each.session]
    assert judge(again) == judge(entries)


@stable
@given(evenings, st.randoms(use_true_random=False))
def test_arriving_out_of_order_within_the_lateness_says_the_same(entries, chance):
    """Given sources that lag behind each other, each in its own order, then the same is said, byte for byte."""
    steady = [each for each in entries if not isinstance(each.data, (CameraLost, CameraRestored)) and not ended(each)]
    assert judge(lagging(steady, chance)) == judge(steady)


def ended(each: Entry) -> bool:
    return isinstance(each.data, ClockTicked) and each.data.ended


def lagging(entries: list[Entry], chance: Random) -> list[Entry]:
    """The same lines, every source up to the allowed lateness behind; sessions open first and close last."""
    arrives: dict[str, float] = {}
    told = []
    for nth, each in enumerate(entries):
        arrival = max(arrives.get(each.source, 0), each.time + chance.uniform(0, LATENESS_MS - 1))
        arrives[each.source] = arrival
        place = 0 if isinstance(each.data, (TableOpened, RulebookAdopted)) else 1
        place = 2 if isinstance(each.data, TableClosed) else place
        told.append((int(each.session[1:]), place, arrival if place == 1 else nth, nth, each))
    return [each for *_, each in sorted(told, key=lambda one: one[:4])]


@stable
@given(evenings)
def test_what_is_not_judged_again_would_not_have_changed(entries):
    """Given a referee who judges after every single line, then the last word is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("services.rules.table.stirs", lambda *_: True)
        tireless = last_word(judge(entries))
    assert last_word(judge(entries)) == tireless


def last_word(lines: list[bytes]) -> Counter[str]:
    told = [decode(line) for line in lines]
    gone = {each.data.replaces for each in told if isinstance(each.data, BreachFound)}
    gone |= {each.data.id for each in told if isinstance(each.data, FindingWithdrawn)}
    return Counter(
        f"{each.data.round_id} {each.data.rule} {each.data.verdict} {each.data.clauses} {each.data.sentence}"
        for each in told if isinstance(each.data, BreachFound) and each.id not in gone
    )
