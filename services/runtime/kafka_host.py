"""The engine's side of the Kafka host: a Faust worker in a process of its own, and the copy into PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schemas.errors import NoMoreBetsError
from services.log.kafka import KafkaLog
from services.log.mirror import Mirror
from services.runtime.memory import Memory
from services.runtime.processor import Hosted
from services.store.connection import Pool
from services.store.parenthood import ends_with_parent
from services.store.positions import positions

QUICK_ENDS = 5
SETTLED_S = 20.0
"""A worker that ends sooner than this did not start well; after some of those in a row we give up."""
logger = logging.getLogger(__name__)


class KafkaHost:
    """Keeps a Faust worker alive and copies what Kafka holds into the log that people ask."""

    def __init__(
        self, log: KafkaLog, pool: Pool, database: str, processors: Sequence[Hosted[Any]], *, named: str, instance: str,
        folder: Path,
    ) -> None:
        self._log = log
        self._pool = pool
        self._mirror = Mirror(log, pool)
        self._processors = processors
        self._command = (
            sys.executable, "-m", "services.runtime.faust_host", "--bootstrap", log.bootstrap, "--database", database,
            "--instance", instance, "--folder", str(folder), "--processors", named,
        )

    async def run(self) -> None:
        """Until cancelled; a worker that dies is started again where PostgreSQL says it stood."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._mirror.run(), name="mirror")
            group.create_task(self._keep_worker(), name="faust")

    async def behind(self) -> bool:
        """Whether Kafka holds something that is not judged, or not copied yet. Asked in the order of the path."""
        for hosted in self._processors:
            ends = await self._log.ends(hosted.reads)
            async with self._pool.connection() as connection:
                next = await positions(connection, Memory(hosted, "kafka").reader)
            if any(next.get(partition, 0) < end for partition, end in ends.items()):
                return True
        return await self._mirror.behind()

    async def _keep_worker(self) -> None:
        quick = 0
        while quick < QUICK_ENDS:
            started = time.monotonic()
            worker = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True, preexec_fn=ends_with_parent(signal.SIGTERM),
            )
            try:
                code = await worker.wait()
            finally:
                if worker.returncode is None:
                    await _end(worker)
            if code == 2:
                raise NoMoreBetsError(f"the Faust worker finds no Kafka broker at '{self._log.bootstrap}'.")
            logger.warning("the Faust worker ended (%d) and is started again", code)
            quick = quick + 1 if time.monotonic() - started < SETTLED_S else 0
            await asyncio.sleep(1)
        raise RuntimeError(f"the Faust worker ended {QUICK_ENDS} times right after its start; its own words are above")


async def _end(worker: asyncio.subprocess.Process) -> None:
    worker.terminate()
    try:
        async with asyncio.timeout(10):
            await worker.wait()
    except TimeoutError:
        worker.kill()
        await worker.wait()
