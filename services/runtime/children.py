"""Ending a child process, and waiting until it is gone."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from contextlib import suppress

PATIENCE_S = 3.0
"""How long a child may take to end by itself. Lower cuts it off in the middle of what it does."""


async def ended(process: Process) -> None:
    """Ask it to end, insist after a while, and return when it is gone."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(PATIENCE_S):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
