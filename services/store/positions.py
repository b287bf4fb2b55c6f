"""How far each reader has come: moved only from exactly where it believes to stand."""

from __future__ import annotations

from collections.abc import Mapping

from services.store.connection import Connection
from services.store.sql import queries

SQL = queries("positions")


class FencedError(Exception):
    """Another one has gone on from where we stood: what we know is old."""


async def position(connection: Connection, reader: str, partition: int = 0) -> int | None:
    """The next one this reader will take; null if it never took any."""
    row = await (await connection.execute(SQL["position"], {"reader": reader, "partition": partition})).fetchone()
    return int(row[0]) if row else None


async def positions(connection: Connection, reader: str) -> dict[int, int]:
    """The next one this reader will take of each partition it ever took from."""
    rows = await (await connection.execute(SQL["positions"], {"reader": reader})).fetchall()
    return dict(rows)


async def move(connection: Connection, reader: str, partition: int, expected: int, next: int) -> None:
    """Go on from exactly where we believe to stand, or `FencedError`."""
    told = {"reader": reader, "partition": partition, "expected": expected, "next": next}
    done = await connection.execute(SQL["move"], told)
    if done.rowcount == 0:
        raise FencedError(f"{reader} stands no longer at {expected} in partition {partition}")


async def stand(connection: Connection, reader: str, partition: int) -> int:
    """The next one this reader will take of a partition; the first, if it never took any."""
    row = await (await connection.execute(SQL["stand"], {"reader": reader, "partition": partition})).fetchone()
    assert row is not None
    return int(row[0])


async def move_all(connection: Connection, reader: str, moves: Mapping[int, tuple[int, int]]) -> None:
    """Go on in several partitions, each from exactly where we believe to stand, or `FencedError` for all."""
    done = await connection.execute(SQL["move_all"], {
        "reader": reader, "partitions": list(moves), "expected": [before for before, _ in moves.values()],
        "nexts": [after for _, after in moves.values()],
    })
    if done.rowcount != len(moves):
        raise FencedError(f"{reader} stands no longer where it believed in one of {moves}")


async def behind(connection: Connection, reader: str, topics: tuple[str, ...]) -> bool:
    """Whether the log holds something of these topics that this reader has not taken."""
    row = await (await connection.execute(SQL["behind"], {"reader": reader, "topics": list(topics)})).fetchone()
    return row is not None and bool(row[0])
