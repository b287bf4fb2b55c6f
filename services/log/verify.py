"""Proof that the log is complete and in order: every link of every chain is computed again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from schemas.codec import BadLine, decode
from services.store.connection import Connection
from services.store.sql import queries

SQL = queries("log")
START = bytes(32)
STEP = 2000


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What was looked at, and what is wrong with it; nothing wrong: complete and unchanged."""

    lines: int
    chains: dict[str, str]
    """The last link of each chain: written down elsewhere, it proves later that nothing was cut off the end."""
    problems: tuple[str, ...]


async def verify(connection: Connection) -> Proof:
    """Follow every chain from its beginning."""
    links: dict[tuple[str, str], bytes] = {}
    problems: list[str] = []
    expected = 1
    async for sequence, topic, table, id, line, previous, hash in _rows(connection):
        if sequence != expected:
            problems.append(f"{_lines(expected, sequence - 1)} missing")
        where = f"line {sequence} ({topic} of {table})"
        before = links.get((topic, table), START)
        if bytes(previous) != before:
            problems.append(f"{where} does not follow the line before it")
        if hashlib.sha256(bytes(previous) + bytes(line)).digest() != bytes(hash):
            problems.append(f"{where} was changed")
        elif mislabelled := _mislabelled(bytes(line), table, id):
            problems.append(f"{where} {mislabelled}")
        links[topic, table] = bytes(hash)
        expected = sequence + 1
    problems += await _cut_off(connection, links)
    chains = {f"{topic}/{table}": link.hex() for (topic, table), link in sorted(links.items())}
    return Proof(lines=expected - 1, chains=chains, problems=tuple(problems))


async def _rows(connection: Connection) -> AsyncIterator[Any]:
    start = 1
    while True:
        rows = await (await connection.execute(SQL["chain"], {"start": start, "limit": STEP})).fetchall()
        for row in rows:
            yield row
        if len(rows) < STEP:
            return
        start = rows[-1][0] + 1


async def _cut_off(connection: Connection, links: dict[tuple[str, str], bytes]) -> list[str]:
    """Chains that end before the link that was written down last."""
    rows = await (await connection.execute(SQL["links"])).fetchall()
    return [
        f"the end of {topic} of {table} is missing" for topic, table, hash in rows
        if links.get((topic, table), START) != bytes(hash)
    ]


def _mislabelled(line: bytes, table: str, id: str) -> str | None:
    """Whether the log files a line under another table or id than it says itself."""
    try:
        told = decode(line)
    except BadLine:
        return None  # set aside when it was read; its bytes are proven all the same
    return None if (told.table, told.id) == (table, id) else f"says it is {told.id} of {told.table}"


def _lines(first: int, last: int) -> str:
    return f"line {first} is" if first == last else f"lines {first} to {last} are"
