"""The runtime as a library: database, log, processors and read models, alive for the length of one block.

    async with engine(settings) as e:                      # host="embedded"; or host="kafka" with settings.kafka
        await e.append(OBSERVATIONS, entries)              # safe when it returns; an id said twice is one thing
        async for entry in e.subscribe():                  # what comes from now on, any topic (`topics=`, `after=`)
            ...                                            # entry.sequence is the cursor: subscribe(after=sequence)
        await e.consume("my-name", [CASES], handle)        # every entry at least once, also after a crash
        async with e.pool.connection() as connection:      # psycopg 3, for services.store.queries
            ...
        await e.caught_up()                                # all that was appended is judged and in the read models

The block ends with an exception if a part of the runtime fails; what a person can put right is `NoMoreBetsError`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from typing import Any, Literal, Protocol

import psycopg

from schemas.codec import BadLine
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.topics import TOPICS
from services.log.embedded import EmbeddedLog
from services.log.kafka import KafkaLog, prepare
from services.log.port import Log
from services.log.quiet import speak_seldom
from services.runtime.embedded_host import EmbeddedHost
from services.runtime.kafka_host import KafkaHost
from services.runtime.processor import Hosted
from services.settings import Settings
from services.store.connection import Pool, pool_of
from services.store.lock import DataLock
from services.store.migrate import migrate
from services.store.positions import behind, move, position
from services.store.postgres import EmbeddedPostgres
from services.store.projections import READER, project

HostName = Literal["embedded", "kafka"]
logger = logging.getLogger(__name__)


class Host(Protocol):
    """What runs the processors."""

    async def run(self) -> None:
        """Until cancelled."""

    async def behind(self) -> bool:
        """Whether something was appended that is not judged yet."""


class Engine:
    """A running nomorebets without its cameras and its console."""

    def __init__(self, settings: Settings, url: str, pool: Pool, ledger: EmbeddedLog, log: Log, host: Host) -> None:
        self.settings = settings
        self.url = url
        self.pool = pool
        self._ledger = ledger
        self._log = log
        self._host = host

    async def append(self, topic: str, entries: Sequence[Entry]) -> None:
        """Keep these, in this order; they are safe when this returns."""
        await self._log.append(topic, entries)

    async def subscribe(self, topics: Sequence[str] = TOPICS, *, after: int | None = None) -> AsyncIterator[Entry]:
        """Entries as they reach the log: from now on, or from after a sequence (0: from the beginning)."""
        start = await self._ledger.end() if after is None else after + 1
        async for batch in self._ledger.follow(topics, {0: start}):
            for record in batch.records:
                try:
                    entry = record.entry()
                except BadLine:
                    continue  # its LineRefused comes on the dead-letters topic
                yield entry

    async def consume(self, name: str, topics: Sequence[str], handle: Callable[[Entry], Awaitable[None]]) -> None:
        """Hand every entry of these topics to `handle`, in order, until cancelled.

        The one being handled at a crash, or when the database goes away, comes again.
        """
        while True:
            try:
                await self._consume(f"consumer/{name}", topics, handle)
            except psycopg.OperationalError as wrong:
                logger.warning("%s begins again where the database says it stands: %s", name, wrong)
                await asyncio.sleep(1)

    async def _consume(self, reader: str, topics: Sequence[str], handle: Callable[[Entry], Awaitable[None]]) -> None:
        async with self.pool.connection() as connection:
            next = await position(connection, reader) or 1
        async for entry in self.subscribe(topics, after=next - 1):
            await handle(entry)
            assert entry.sequence is not None
            async with self.pool.connection() as connection:
                await move(connection, reader, 0, next, entry.sequence + 1)
            next = entry.sequence + 1

    async def caught_up(self, timeout: float = 60.0) -> None:
        """Wait until all that was appended is judged and in the read models, and nothing new came of it."""
        async with asyncio.timeout(timeout):
            while True:
                end = await self._ledger.end()
                if not await self._behind() and await self._ledger.end() == end:
                    return
                await asyncio.sleep(0.02)

    async def _behind(self) -> bool:
        if await self._host.behind():
            return True
        async with self.pool.connection() as connection:
            return await behind(connection, READER, TOPICS)


@asynccontextmanager
async def engine(
    settings: Settings, host: HostName = "embedded", *, processors: str = "services.runtime.engine:every_processor"
) -> AsyncIterator[Engine]:
    """Start database, migrations, host and projections; end them all with the block.

    `processors` names a function that gives them, so that a worker in another process can call it too.
    """
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(DataLock(settings.data))
        if host == "kafka":
            speak_seldom("aiokafka")
            await prepare(_bootstrap(settings))
        url = _database(settings, stack)
        await migrate(url)
        lock.tell(url)
        pool = await stack.enter_async_context(pool_of(url))
        ledger = await stack.enter_async_context(EmbeddedLog(url, pool))
        log, hosting = await _host(host, settings, url, pool, ledger, processors, stack)
        running = Engine(settings, url, pool, ledger, log, hosting)
        async with _beside(hosting.run(), project(ledger, pool)):
            yield running


@asynccontextmanager
async def _beside(*parts: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run these beside the block: a part that fails ends the block with its error, the block's end ends them."""
    block = asyncio.current_task()
    assert block is not None
    tasks = [asyncio.create_task(part) for part in parts]

    def failed(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            block.cancel("a part of the runtime failed")

    for task in tasks:
        task.add_done_callback(failed)
    try:
        yield
    except asyncio.CancelledError:
        errors = [task.exception() for task in tasks if task.done() and not task.cancelled()]
        if error := next(filter(None, errors), None):
            block.uncancel()
            raise _first(error) from error
        raise
    finally:
        for task in tasks:
            task.remove_done_callback(failed)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _host(
    host: HostName, settings: Settings, url: str, pool: Pool, ledger: EmbeddedLog, processors: str,
    stack: AsyncExitStack,
) -> tuple[Log, Host]:
    module, _, name = processors.partition(":")
    hosted: Sequence[Hosted[Any]] = getattr(import_module(module), name)()
    if host == "embedded":
        return ledger, EmbeddedHost(ledger, pool, hosted)
    log = await stack.enter_async_context(KafkaLog(_bootstrap(settings)))
    return log, KafkaHost(
        log, pool, url, hosted, named=processors, instance=settings.instance, folder=settings.data / "faust"
    )


def _bootstrap(settings: Settings) -> str:
    if not settings.kafka:
        raise NoMoreBetsError("the Kafka host needs a broker: say where it is with NOMOREBETS_KAFKA=host:port.")
    return settings.kafka


def every_processor() -> tuple[Hosted[Any], ...]:
    """The whole path from observations to alerts."""
    from services.alerts.herald import Herald
    from services.incidents.casebook import Casebook
    from services.incidents.clerk import Clerk
    from services.rules.table import TableProcessor

    return TableProcessor(), Casebook(), Clerk(), Herald()


def _database(settings: Settings, stack: AsyncExitStack) -> str:
    """The operator's PostgreSQL, or the embedded one, which ends with us."""
    if settings.database_url:
        return settings.database_url
    server = EmbeddedPostgres(settings.data)
    stack.callback(server.stop)
    return server.start()


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
