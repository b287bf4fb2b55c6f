"""The wall clock: the only place in the services that reads it, outside every decision."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from schemas.moment import Moment


def now() -> Moment:
    """This moment."""
    return Moment.of(datetime.now(UTC))


async def sleep_until(when: Moment) -> None:
    """Wait for a moment; one that is past does not wait."""
    ahead = when.after(now())
    if ahead > 0:
        await asyncio.sleep(ahead)
