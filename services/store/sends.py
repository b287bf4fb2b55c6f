"""What was handed to the outside world, kept beside the log: the courier's ledger in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.codec import decode
from services.alerts.courier import Errand
from services.store.connection import Pool
from services.store.sql import queries

SQL = queries("queries")


class SendsLedger:
    """Errands made of the alerts in the read models and of what is known about each channel."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def errands(self, channels: Sequence[str]) -> Sequence[Errand]:
        """Every alert that is not yet logged as sent or given up on one of these channels, oldest first.

        A channel never seen before gets what is raised from now on, not the whole past.
        """
        told = {"channels": list(channels)}
        async with self._pool.connection() as connection:
            await connection.execute(SQL["know_channels"], told)
            rows = await (await connection.execute(SQL["errands"], told)).fetchall()
        return [
            Errand(raised=decode(bytes(line)), channel=channel, standing=standing, attempts=attempts,
                   possibly_repeated=repeated)
            for line, channel, standing, attempts, repeated in rows
        ]

    async def write(self, errand: Errand) -> None:
        """Record where an errand stands; it is safe on disk when this returns."""
        async with self._pool.connection() as connection:
            await connection.execute(SQL["write_send"], {
                "raised": errand.raised.id, "channel": errand.channel, "standing": errand.standing,
                "attempts": errand.attempts, "possibly_repeated": errand.possibly_repeated,
            })
