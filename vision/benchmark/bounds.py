"""How sure a count can make us: the exact one-sided 95 % bound of a share, by bisection on the tail."""

from __future__ import annotations

import numpy as np


def at_least(count: int, of: int, confidence: float = 0.95) -> float:
    """The smallest share that `count` of `of` leaves likely (Clopper and Pearson)."""
    if of == 0 or count == 0:
        return 0.0
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, of + 1)))])
    many = np.arange(count, of + 1)
    ways = logs[of] - logs[many] - logs[of - many]
    low, high = 0.0, 1.0
    for _ in range(60):
        share = (low + high) / 2
        as_many = float(np.exp(ways + many * np.log(share) + (of - many) * np.log1p(-share)).sum())
        low, high = (low, share) if as_many > 1 - confidence else (share, high)
    return low


def at_most(count: int, of: int, confidence: float = 0.95) -> float:
    """The largest share that `count` of `of` leaves likely."""
    return 1.0 - at_least(of - count, of, confidence)
