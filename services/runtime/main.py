"""How a long-running command begins and ends: told to stop, it stops everything in order."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

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
    except BaseExceptionGroup as wrong:
        if not told:
            raise one_error(wrong) from None
