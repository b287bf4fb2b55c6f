"""A reader that waits for the log, and is told to stop at whatever moment."""

import asyncio

import pytest

from services.log.embedded import _sleep


@pytest.mark.parametrize("turns", range(5))
def test_a_reader_woken_and_stopped_in_the_same_moment_stops(turns: int):
    async def reader(woken: asyncio.Event) -> None:
        while True:
            await _sleep(woken)
            woken.clear()

    async def stop_it() -> bool:
        woken = asyncio.Event()
        task = asyncio.create_task(reader(woken))
        await asyncio.sleep(0.01)
        woken.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        _, still = await asyncio.wait({task}, timeout=0.5)
        return not still

    assert asyncio.run(stop_it())
