"""How sure a count can make us: exact one-sided 95 % bounds, found by bisection on the tail."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, exp, lgamma, log

CONFIDENCE = 0.95


def poisson_upper(count: int, confidence: float = CONFIDENCE) -> float:
    """The most that may be expected where `count` were seen: for none seen 3.0, the rule of three."""
    return _falls_to(lambda expected: _poisson_tail(count, expected), 1 - confidence, 0.0, count + 20 + 10 * count**0.5)


def poisson_lower(count: int, confidence: float = CONFIDENCE) -> float:
    """The least that may be expected where `count` were seen."""
    if count == 0:
        return 0.0
    return _falls_to(lambda expected: _poisson_tail(count - 1, expected), confidence, 0.0, float(count))


def binomial_upper(count: int, of: int, confidence: float = CONFIDENCE) -> float:
    """The largest share that `count` of `of` leaves likely (Clopper and Pearson)."""
    if count >= of:
        return 1.0
    return _falls_to(lambda share: _binomial_tail(count, of, share), 1 - confidence, 0.0, 1.0)


def binomial_lower(count: int, of: int, confidence: float = CONFIDENCE) -> float:
    """The smallest share that `count` of `of` leaves likely."""
    return 0.0 if of == 0 else 1.0 - binomial_upper(of - count, of, confidence)


def _poisson_tail(count: int, expected: float) -> float:
    """The chance of `count` or fewer."""
    if expected <= 0:
        return 1.0
    return sum(exp(nth * log(expected) - expected - lgamma(nth + 1)) for nth in range(count + 1))


def _binomial_tail(count: int, of: int, share: float) -> float:
    return sum(comb(of, nth) * share**nth * (1 - share) ** (of - nth) for nth in range(count + 1))


def _falls_to(chance: Callable[[float], float], wanted: float, low: float, high: float) -> float:
    """Where a falling chance reaches the wanted one."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle) > wanted else (low, middle)
    return (low + high) / 2
