"""Kafka's client speaks thousands of lines in an outage; a person needs one."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

EVERY_S = 10.0
"""How often the same complaint is repeated. Lower fills the terminal in an outage."""


class OnceInAWhile(logging.Filter):
    """Lets each kind of message through once in a while, and says how often it was held back."""

    def __init__(self, every: float = EVERY_S) -> None:
        super().__init__()
        self._every = every
        self._last: dict[tuple[str, str], float] = {}
        self._held: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this one is to be heard."""
        kind = (record.name, str(record.msg))
        now = time.monotonic()
        if now - self._last.get(kind, -self._every) < self._every:
            self._held[kind] = self._held.get(kind, 0) + 1
            return False
        self._last[kind] = now
        held = self._held.pop(kind, 0)
        if held:
            record.msg = f"{record.getMessage()} (and {held} more like it)"
            record.args = ()
        return True


def speak_seldom(name: str | None = None) -> None:
    """Let this logger and those below it (all, when none is named) warn on stderr, of the same only once in a while."""
    ear = logging.StreamHandler()
    ear.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    ear.addFilter(OnceInAWhile())
    logger = logging.getLogger(name)
    logger.handlers[:] = [ear]
    logger.setLevel(logging.WARNING)
    logger.propagate = False


@contextmanager
def hushed(name: str) -> Iterator[None]:
    """Nothing from this logger and those below it, where we say ourselves what is wrong."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
