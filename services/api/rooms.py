"""What every handler of the API shares while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from schemas.moment import Moment
from services.api.engine import Engine
from services.api.live import Stream, Tiles
from services.api.people import People
from services.api.reading import Reader
from services.api.throttle import Throttle
from services.runtime.clock import now


class Rooms:
    """The engine, who may come in, what is read, what is live, and where the clips lie."""

    def __init__(
        self, engine: Engine, evidence: Path, tiles: Path, now: Callable[[], Moment] = now
    ) -> None:
        self.engine = engine
        self.evidence = evidence
        self.tiles = Tiles(tiles)
        self.now = now
        self.people = People(engine.pool)
        self.reader = Reader(engine.pool)
        self.stream = Stream(engine, self.tiles)
        self.throttle = Throttle()
