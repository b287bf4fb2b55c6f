"""Carries raised alerts to their channels: at least once, made effectively once by a ledger and a key."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, Protocol

import msgspec

from schemas.envelope import Entry, entry
from schemas.events import AlertFailed, AlertRaised, AlertSent, Event
from schemas.ids import derived_id
from services.alerts.channels import Channel, ChannelRefusedError, Message

logger = logging.getLogger(__name__)
PATIENCE_S = (1.0, 4.0, 15.0, 60.0, 300.0)
"""Seconds between attempts; after the last the message is given up. Longer reaches receivers that are down for
longer, but an alert that late helps nobody at the table."""

Standing = Literal["waiting", "sending", "sent", "logged", "given-up"]
"""`sent` is known to have gone out; `logged` when the log says so too."""


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """One alert for one channel as the ledger has it.

    Found `sending` at the start, the process died between sending and recording: nobody knows whether it arrived.
    """

    raised: Entry
    channel: str
    standing: Standing = "waiting"
    attempts: int = 0
    possibly_repeated: bool = False


class Ledger(Protocol):
    """What was sent, written before and after sending."""

    async def errands(self, channels: Sequence[str]) -> Sequence[Errand]:
        """Every alert that is not yet logged as sent or given up on one of these channels, oldest first."""

    async def write(self, errand: Errand) -> None:
        """Record where an errand stands; it is safe on disk when this returns."""


Append = Callable[[Entry], Awaitable[object]]
Sleep = Callable[[float], Awaitable[object]]


class Courier:
    """Runs the errands of the ledger, each channel on its own, so that a dead one holds up no other."""

    def __init__(
        self, ledger: Ledger, channels: Sequence[Channel], append: Append, *, sleep: Sleep = asyncio.sleep,
        patience: Sequence[float] = PATIENCE_S,
    ) -> None:
        self._ledger = ledger
        self._channels = {channel.name: channel for channel in channels}
        self._append = append
        self._sleep = sleep
        self._patience = patience
        self._running: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def round(self) -> None:
        """Start every errand the ledger holds and nobody runs yet."""
        for errand in await self._ledger.errands(tuple(self._channels)):
            key = (errand.raised.id, errand.channel)
            if key not in self._running:
                self._running[key] = asyncio.create_task(self._run(errand), name=f"alert {errand.channel}")
        for key in [key for key, task in self._running.items() if task.done()]:
            _check(self._running.pop(key))

    async def settle(self) -> None:
        """Wait until every errand under way is sent or given up."""
        while self._running:
            await asyncio.gather(*self._running.values())
            await self.round()

    async def stop(self) -> None:
        """Leave the errands where the ledger has them."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        self._running.clear()

    async def _run(self, errand: Errand) -> None:
        channel = self._channels[errand.channel]
        if errand.standing == "sending" and not channel.keyed:
            errand = msgspec.structs.replace(errand, possibly_repeated=True)
        while errand.standing in ("waiting", "sending"):
            errand = await self._attempt(channel, errand)
            if errand.standing == "waiting":
                await self._sleep(self._patience[min(errand.attempts, len(self._patience)) - 1])
        if errand.standing == "sent":
            await self._log(errand)

    async def _attempt(self, channel: Channel, errand: Errand) -> Errand:
        """Write 'sending', send, write what came of it: in this order nothing is sent that is not on record."""
        errand = msgspec.structs.replace(errand, standing="sending", attempts=errand.attempts + 1)
        await self._ledger.write(errand)
        raised = errand.raised
        message = Message(
            key=raised.id, table=raised.table, raised=_alert(errand), entry=raised,
            possibly_repeated=errand.possibly_repeated,
        )
        try:
            await channel.send(message)
        except ChannelRefusedError as wrong:
            return await self._refused(errand, wrong)
        except Exception as wrong:  # whatever a library throws: wait and try again
            logger.exception("%s failed", channel.name)
            unsure = msgspec.structs.replace(errand, possibly_repeated=not channel.keyed)
            return await self._refused(unsure, ChannelRefusedError(f"{type(wrong).__name__}: {wrong}"))
        errand = msgspec.structs.replace(errand, standing="sent")
        await self._ledger.write(errand)
        return errand

    async def _log(self, errand: Errand) -> None:
        """Say in the log that it went out; said again after a crash, it has the same id and is one thing."""
        sent = AlertSent(
            alert=_alert(errand).alert, channel=errand.channel, key=errand.raised.id,
            possibly_repeated=errand.possibly_repeated,
        )
        await self._append(_said(errand, sent, "sent"))
        await self._ledger.write(msgspec.structs.replace(errand, standing="logged"))

    async def _refused(self, errand: Errand, wrong: ChannelRefusedError) -> Errand:
        final = wrong.final or errand.attempts > len(self._patience)
        failed = AlertFailed(
            alert=_alert(errand).alert, channel=errand.channel, why=str(wrong), attempt=errand.attempts, final=final
        )
        await self._append(_said(errand, failed, f"failed-{errand.attempts}"))
        errand = msgspec.structs.replace(errand, standing="given-up" if final else "waiting")
        await self._ledger.write(errand)
        return errand


def _check(task: asyncio.Task[None]) -> None:
    """A database that was away for a moment: the errand stands in the ledger and is run again."""
    wrong = task.exception()
    if isinstance(wrong, Exception):
        logger.error("%s was cut short", task.get_name(), exc_info=wrong)
    elif wrong is not None:
        raise wrong


def _alert(errand: Errand) -> AlertRaised:
    alert = errand.raised.data
    assert isinstance(alert, AlertRaised)
    return alert


def _said(errand: Errand, event: Event, what: str) -> Entry:
    """The outcome in its envelope, at the alert's table time: the log itself records when it was written."""
    raised = errand.raised
    id = derived_id(f"courier/{errand.channel}/{what}", raised.id, 0)
    return entry(
        event, id=id, table=raised.table, origin="courier", time=raised.time, session=raised.session, cause=raised.id
    )
