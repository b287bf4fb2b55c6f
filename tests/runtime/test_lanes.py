"""A partition is taken in its order, each event once, by one host at a time."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from schemas.codec import decode, encode
from schemas.envelope import entry
from schemas.events import ClockTicked
from schemas.moment import Moment
from services.log.port import Line, Record
from services.runtime.lanes import Lanes
from services.store.connection import pool_of
from services.store.migrate import migrate
from services.store.positions import FencedError

sys.path.insert(0, str(Path(__file__).parent))
from counting import Counter

sys.path.pop(0)


def tick(offset: int, id: str | None = None) -> Record:
    told = entry(ClockTicked(), id=id or f"i{offset}", table="t1", origin="wheel", time=Moment(offset), session="s")
    return Record(topic="observations", partition=3, sequence=offset, recordedtime=Moment(0), table="t1",
                  data=encode(told))


@asynccontextmanager
async def lanes(url: str) -> AsyncIterator[tuple[Callable[[], Lanes], list[str]]]:
    """A way to make hosts of the same partition, and what they sent."""
    sent: list[str] = []

    async def send(topic: str, told: Sequence[Line]) -> None:
        sent.extend(decode(line.data).data.why for line in told)

    await migrate(url)
    async with pool_of(url) as pool:
        yield lambda: Lanes(Counter(), pool, send), sent


def test_a_restarted_host_goes_on_where_the_last_one_stood(postgres: str):
    async def story() -> list[str]:
        async with lanes(postgres) as (lane, sent):
            await lane().take([tick(0), tick(1)])
            await lane().take([tick(1), tick(2)])
            return sent

    assert asyncio.run(story()) == ["1", "2", "3"]


def test_a_gap_stops_before_it_and_says_where_to_go_back_to(postgres: str):
    async def story() -> list[str]:
        async with lanes(postgres) as (lane, sent):
            one = lane()
            assert await one.take([tick(0), tick(1), tick(5), tick(6)]) == {3: 2}
            assert await one.take([tick(nth) for nth in range(2, 7)]) == {}
            return sent

    assert asyncio.run(story()) == [str(nth) for nth in range(1, 8)]


def test_a_host_that_was_overtaken_is_fenced_and_knows_better_afterwards(postgres: str):
    async def story() -> list[str]:
        async with lanes(postgres) as (lane, sent):
            zombie, other = lane(), lane()
            await zombie.take([tick(0)])
            await other.take([tick(0), tick(1), tick(2)])
            with pytest.raises(FencedError):
                await zombie.take([tick(1)])
            assert await zombie.next(3) == 3
            sent.clear()
            await zombie.take([tick(1), tick(2), tick(3)])
            return sent

    assert asyncio.run(story()) == ["4"]


def test_an_event_that_kafka_brings_twice_is_judged_once(postgres: str):
    async def story() -> list[str]:
        async with lanes(postgres) as (lane, sent):
            one = lane()
            await one.take([tick(0, "a"), tick(1, "b"), tick(2, "a")])
            await one.take([tick(3, "b"), tick(4, "c")])
            assert await one.next(3) == 5
            return sent

    assert asyncio.run(story()) == ["1", "2", "3"]


def test_outputs_that_could_not_be_sent_leave_everything_as_it_was(postgres: str):
    async def story() -> None:
        async with lanes(postgres) as (lane, sent):
            one = lane()
            await one.take([tick(0)])

            async def refuse(topic: str, told: Sequence[Line]) -> None:
                raise ConnectionError("the broker is away")

            good, one._send = one._send, refuse
            with pytest.raises(ConnectionError):
                await one.take([tick(1)])
            one._send = good
            await one.take([tick(1)])
            assert sent == ["1", "2"]

    asyncio.run(story())
