"""Slows down whoever guesses passwords."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

TRIES = 5
"""Wrong passwords an address may give within the window. Fewer annoys people; more helps guessing."""
WINDOW_S = 60.0
ADDRESSES = 10_000
"""Addresses remembered at once, so that a flood of them cannot fill the memory."""


class Throttle:
    """Counts failures by address; a success forgets them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: dict[str, deque[float]] = {}

    def wait(self, address: str) -> float:
        """Seconds until this address may try again; 0 when it may now."""
        failures = self._failures.get(address)
        if not failures:
            return 0.0
        while failures and failures[0] <= self._now() - WINDOW_S:
            failures.popleft()
        return max(0.0, failures[0] + WINDOW_S - self._now()) if len(failures) >= TRIES else 0.0

    def failed(self, address: str) -> None:
        """Remember a wrong password."""
        if len(self._failures) >= ADDRESSES:
            self._failures.pop(next(iter(self._failures)))
        self._failures.setdefault(address, deque(maxlen=TRIES)).append(self._now())

    def passed(self, address: str) -> None:
        """Forget the failures of somebody who got in."""
        self._failures.pop(address, None)
