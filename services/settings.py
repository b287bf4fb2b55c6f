"""What an operator may set from outside: the one place that reads environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from schemas.errors import NoMoreBetsError

PREFIX = "NOMOREBETS_"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything outside a table file that decides how this machine runs."""

    data: Path = Path("data")
    """Where the log, the clips and the lock live."""
    database_url: str | None = None
    """A PostgreSQL of one's own; absent: the embedded one, in `data`."""
    kafka: str | None = None
    """The brokers, as `host:port[,host:port]`; only for the Kafka host."""
    host: str = "127.0.0.1"
    """Where the console listens; anything but loopback opens it to the network."""
    port: int = 8750
    webhook_url: str | None = None
    webhook_secret: str | None = None
    apprise_urls: tuple[str, ...] = ()
    """Channels in Apprise's own form, separated by blanks in the environment."""
    instance: str = "nomorebets"
    """This worker's stable name in its Kafka group: the same after a restart, different on each machine."""


def settings_from(environ: Mapping[str, str] | None = None) -> Settings:
    """The settings as the environment gives them; empty means not given."""
    told = os.environ if environ is None else environ
    given: dict[str, object] = {}
    for field in msgspec.structs.fields(Settings):
        value = told.get(PREFIX + field.name.upper(), "")
        if value:
            given[field.name] = _read(field.name, value)
    return msgspec.structs.replace(Settings(), **given)


def _read(name: str, value: str) -> object:
    if name == "data":
        return Path(value)
    if name == "apprise_urls":
        return tuple(value.split())
    if name == "port":
        if not value.isdigit() or not 0 <= int(value) < 65536:
            raise NoMoreBetsError(f"{PREFIX}PORT is '{value}'; a port is a number from 0 to 65535.")
        return int(value)
    return value
