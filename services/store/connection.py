"""Connections to PostgreSQL, as everyone here names them."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

Connection = psycopg.AsyncConnection[Any]
Pool = AsyncConnectionPool[Connection]


def pool_of(url: str, *, size: int = 20) -> Pool:
    """A pool to enter with `async with`. Smaller makes busy readers wait for each other."""
    return AsyncConnectionPool(url, min_size=2, max_size=size, open=False, timeout=30)
