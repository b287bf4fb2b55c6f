"""What the log already knows of a session when it is taken up again after a crash."""

from __future__ import annotations

from schemas.codec import BadLine, decode
from schemas.moment import Moment
from schemas.topics import OBSERVATIONS
from services.store.connection import Pool
from vision.session import Session

LOOK_BACK = 500
"""How many of the table's last observations are read; a camera ticks every second, so this is minutes."""


async def last_heard(pool: Pool, session: Session) -> dict[str, Moment]:
    """When each camera of this session was last heard; empty for a session that has not begun."""
    async with pool.connection() as connection:
        rows = await connection.execute(
            "select line from log where topic = %s and table_id = %s order by sequence desc limit %s",
            (OBSERVATIONS, session.table, LOOK_BACK),
        )
        lines = [bytes(line) for (line,) in await rows.fetchall()]
    names = {camera.name for camera in session.cameras}
    heard: dict[str, Moment] = {}
    for line in lines:
        try:
            entry = decode(line)
        except BadLine:
            continue
        if entry.session == session.id and entry.origin in names:
            heard[entry.origin] = max(entry.time, heard.get(entry.origin, entry.time))
    return heard
