"""The ways a message leaves the house: any Apprise address, and a signed webhook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import urlsplit

import apprise
import httpx
import msgspec
from standardwebhooks.webhooks import Webhook

from schemas.codec import to_wire
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import AlertRaised

TIMEOUT_S = 10.0
"""How long a receiver may take. Lower gives up on slow ones that might have answered; higher delays
the next attempt."""


class ChannelRefusedError(Exception):
    """The channel did not take the message; `final` when trying again cannot help."""

    def __init__(self, why: str, *, final: bool = False) -> None:
        super().__init__(why)
        self.final = final


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """One alert for one channel; `key` is the same for ever, however often it is sent."""

    key: str
    table: str
    raised: AlertRaised
    entry: Entry
    possibly_repeated: bool = False

    @property
    def text(self) -> str:
        """What a person reads."""
        return f"(possibly repeated) {self.raised.text}" if self.possibly_repeated else self.raised.text

    @property
    def title(self) -> str:
        """The line above it."""
        doubt = "" if self.raised.verdict == "breach" else f" {self.raised.probability:.0%}"
        again = ", changed" if self.raised.repeats else ""
        return f"{self.raised.verdict}{doubt} {', '.join(self.raised.clauses)}{again}"


class Channel(Protocol):
    """Somewhere a message can be sent; `keyed` when its receiver can tell a repeat by the key."""

    name: str
    keyed: bool

    async def send(self, message: Message) -> None:
        """Send it, or raise `ChannelRefusedError`."""


class WebhookChannel:
    """A Standard Webhooks receiver: signed, and with the alert's id as idempotency key."""

    keyed = True

    def __init__(self, url: str, secret: str, name: str | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise NoMoreBetsError(f"the webhook address '{url}' is not an http:// or https:// address")
        self.name = name or f"webhook:{parts.hostname}{f':{parts.port}' if parts.port else ''}-{_mark(url)}"
        self._url = url
        try:
            self._signer = Webhook(secret)
        except Exception:
            raise NoMoreBetsError("the webhook secret is not base64, like whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La") from None

    async def send(self, message: Message) -> None:
        """POST it; 2xx is taken, 410 is final, anything else may be tried again."""
        now = datetime.now(UTC)
        body = webhook_body(message)
        headers = {
            "content-type": "application/json", "webhook-id": message.key, "idempotency-key": message.key,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": self._signer.sign(message.key, now, body.decode()),
        }
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False) as client:
                answer = await client.post(self._url, content=body, headers=headers)
        except httpx.HTTPError as wrong:
            raise ChannelRefusedError(f"{type(wrong).__name__}: {wrong}".rstrip(": ")) from None
        if not answer.is_success:
            raise ChannelRefusedError(f"the receiver answered {answer.status_code}", final=answer.status_code == 410)


def webhook_body(message: Message) -> bytes:
    """What a webhook carries: the same bytes for the same alert, however often it is sent."""
    told: dict[str, Any] = {
        "type": "nomorebets.alert-raised", "timestamp": message.entry.time,
        "data": {"table": message.table, "title": message.title, **msgspec.to_builtins(message.raised)},
    }
    return msgspec.json.encode(told, enc_hook=to_wire)


class AppriseChannel:
    """Any address Apprise knows: mail, chat, pager, … None of them can tell a repeat."""

    keyed = False

    def __init__(self, url: str, name: str | None = None) -> None:
        self._apprise = apprise.Apprise()
        if not self._apprise.add(url):
            raise NoMoreBetsError(f"the alert address '{url.partition('://')[0]}://…' is not one that Apprise knows")
        self.name = name or f"{url.partition('://')[0]}-{_mark(url)}"

    async def send(self, message: Message) -> None:
        """Hand it to Apprise, which says only whether it was taken."""
        kind = apprise.NotifyType.FAILURE if message.raised.verdict == "breach" else apprise.NotifyType.WARNING
        taken = await self._apprise.async_notify(body=message.text, title=message.title, notify_type=kind)
        if not taken:
            raise ChannelRefusedError(f"{self.name} did not take the message")


def _mark(url: str) -> str:
    """Tells two addresses of one kind apart without showing what they hold."""
    return sha256(url.encode()).hexdigest()[:6]


def open_channels(
    apprise_urls: Sequence[str], webhook_url: str | None, webhook_secret: str | None
) -> tuple[Channel, ...]:
    """The channels the settings name."""
    channels: list[Channel] = [AppriseChannel(url) for url in apprise_urls]
    if webhook_url:
        if not webhook_secret:
            raise NoMoreBetsError("a webhook needs its signing secret; give both or neither")
        channels.append(WebhookChannel(webhook_url, webhook_secret))
    return tuple(channels)
