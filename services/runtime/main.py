"""How a long-running command begins and ends: told to stop, it stops everything in order."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import psycopg

from schemas.errors import NoMoreBetsError
from services.runtime.house import one_error


def run_until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run until it is done, Ctrl-C is pressed or a TERM comes; then end quietly, children and all."""
    told = False

    async def main() -> None:
        nonlocal told
        task = asyncio.ensure_future(work)

        def stop() -> None:
            nonlocal told
            told = True
            task.cancel()

        loop = asyncio.get_running_loop()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop)
        with suppress(asyncio.CancelledError):
            await task

    try:
        asyncio.run(main())
    except (BaseExceptionGroup, psycopg.OperationalError) as wrong:
        if not told:
            raise _plain(one_error(wrong)) from None


def _plain(wrong: BaseException) -> BaseException:
    """A database that went away is for a person to put right; nothing that was confirmed is lost."""
    if not isinstance(wrong, psycopg.OperationalError):
        return wrong
    why = str(wrong).partition("\n")[0]
    return NoMoreBetsError(f"the database went away: {why}. Start again; it goes on where it was.")
