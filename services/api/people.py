"""Who may come in: one administrator, API tokens for programs, and a desk token for each table."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from typing import Any

from services.store.connection import Pool
from services.store.sql import queries

SQL = queries("people")
ADMINISTRATOR = "admin"
SESSION_HOURS = 12
"""How long a login lasts. Shorter asks for the password more often; longer leaves an unattended screen open."""
AT_ONCE = 2
"""Passwords tried at the same time, 16 MB and a core each. More answers a crowd sooner; fewer spare the floor."""
_WORDS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like something else


def fingerprint(token: str) -> bytes:
    """What is kept of a token: enough to recognise it, useless to whoever reads the database."""
    return hashlib.sha256(token.encode()).digest()


def csrf_of(token: str) -> str:
    """The word a page must send with every change, made from its session so that nothing more is kept."""
    return hmac.new(b"nomorebets csrf", token.encode(), hashlib.sha256).hexdigest()


def _scrypt(password: str, salt: bytes) -> bytes:
    """16 MB and some 50 ms a guess: n higher makes guessing dearer, and logging in slower."""
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)


def _new_password() -> str:
    return "-".join("".join(secrets.choice(_WORDS) for _ in range(5)) for _ in range(4))


class People:
    """The people, programs and desks that the database knows."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._guesses = asyncio.Semaphore(AT_ONCE)

    async def _one(self, query: str, **told: object) -> Any:
        async with self._pool.connection() as connection:
            done = await connection.execute(SQL[query], told)
            return await done.fetchone() if done.description else None

    async def first_password(self) -> str | None:
        """Make the administrator and say the password, this once; nothing when there is one already."""
        return await self._set_password("make_user")

    async def new_password(self) -> str:
        """Give the administrator another password, and end every session."""
        password = await self._set_password("renew_user")
        await self._one("end_sessions", name=ADMINISTRATOR)
        return password or ""

    async def _set_password(self, query: str) -> str | None:
        password, salt = _new_password(), secrets.token_bytes(16)
        made = await self._one(query, name=ADMINISTRATOR, salt=salt, password_hash=_scrypt(password, salt))
        return password if made else None

    async def log_in(self, name: str, password: str) -> str | None:
        """A session's token for the right password; the wrong one costs as much time as the right one."""
        row = await self._one("user", name=name)
        salt, kept = (bytes(row[0]), bytes(row[1])) if row else (b"nobody", b"")
        async with self._guesses:
            tried = await asyncio.to_thread(_scrypt, password, salt)
        if not hmac.compare_digest(tried, kept):
            return None
        token = secrets.token_urlsafe(32)
        await self._one("open_session", token_hash=fingerprint(token), name=name, hours=SESSION_HOURS)
        return token

    async def log_out(self, token: str) -> None:
        """End a session."""
        await self._one("end_session", token_hash=fingerprint(token))

    async def who(self, token: str) -> str | None:
        """Whose session this is, if it still runs."""
        row = await self._one("session", token_hash=fingerprint(token))
        return str(row[0]) if row else None

    async def program(self, token: str) -> str | None:
        """The name under which an API token was given out."""
        row = await self._one("api_token", token_hash=fingerprint(token))
        return str(row[0]) if row else None

    async def new_api_token(self, name: str) -> str:
        """A token for a program that reads, shown this once."""
        token = f"nmb_{secrets.token_urlsafe(32)}"
        await self._one("make_api_token", token_hash=fingerprint(token), name=name)
        return token

    async def first_desk_token(self, table: str) -> str | None:
        """A token for the table's desk, shown this once; nothing when it has one."""
        token = f"desk_{secrets.token_urlsafe(32)}"
        made = await self._one("make_first_desk_token", token_hash=fingerprint(token), table=table)
        return token if made else None

    async def new_desk_token(self, table: str) -> str:
        """Another token for the table's desk; the old ones no longer open it."""
        await self._one("drop_desk_tokens", table=table)
        return await self.first_desk_token(table) or ""

    async def set_desk_token(self, table: str, token: str) -> None:
        """A desk token that was chosen elsewhere."""
        await self._one("set_desk_token", token_hash=fingerprint(token), table=table)

    async def is_desk(self, table: str, token: str) -> bool:
        """Whether this token opens this table's desk."""
        return await self._one("desk_token", token_hash=fingerprint(token), table=table) is not None
