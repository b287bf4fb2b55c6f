"""Which of the places that may be the number ring is it: the one whose colours follow the wheel's order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, product

import numpy as np
from numpy.typing import NDArray

from vision.wheel.busy import change_of, chequered, unceasing
from vision.wheel.find_ring import candidates
from vision.wheel.fit_numbers import NumberFit, agreement, fit_numbers
from vision.wheel.numbers import NumberOrder
from vision.wheel.ring_edge import edge_by_numbers
from vision.wheel.ring_plane import Ellipse, RingPlane

LEAST_AGREEMENT = 0.7
"""How well the ring must agree with the wheel's order; lower it and any red-black ring is taken for this wheel."""
STILL_AGREEMENT = 0.8
"""The same where nothing turns and one picture must do: clutter that never moves has only to look right once."""
LOOKS = 6
"""Pictures in which every candidate is tried first."""
CLOSE_LOOKS = 16
"""Pictures in which the likeliest are looked at closely."""
SIZES = (1.0, 0.94, 1.08, 1.23, 1.6)
"""How much larger than what is busy the ring's outer edge may be: pockets alternate too, and have inner edges."""
SHIFTS = tuple(product((-0.12, 0.0, 0.12), repeat=2))
"""Where in its ellipse the spindle is tried first."""
LIKELY, PLAINLY = 0.6, 0.85
"""Agreement from which a candidate is looked at closely at once, and from which nothing else is tried after that; lower
them and a good likeness ends the search, raise them and every search takes long."""
WORSE = 0.45
"""How much less the order may agree inside the edge that it shows: plain pockets agree better than their numbers.
Raise it and a shadow's edge passes for the ring's."""
ROUNDS = 10
"""How often edge and order are fitted in turn at most; fewer may stop between the pockets and the numbers."""
STAYS = 0.002
"""By which part of its size the edge may still change when it counts as found."""
FINALISTS = 3
"""How many of the candidates are looked at closely; more cost a third of a second each."""


@dataclass(frozen=True)
class Ring:
    """A ring that was found, and the order fitted to it."""

    ellipse: Ellipse
    fit: NumberFit


def find_by_numbers(redness: NDArray[np.uint8], order: NumberOrder, *, near: Ellipse | None = None,
                    wanted: Callable[[Ellipse], bool] = lambda _: True) -> Ring | None:
    """The ring that turns, else one that stands still, whose colours follow the order best; `near` was pointed at."""
    if near is not None:
        return _best(redness, [near], order)
    busy = chain(candidates(change_of(redness)), candidates(unceasing(redness)))
    turning = _best(redness, filter(wanted, busy), order)
    if turning is not None and turning.fit.sure >= LEAST_AGREEMENT:
        return turning
    one = np.median(redness, axis=0).astype(np.uint8)[None]
    still = _best(one, filter(wanted, chain.from_iterable(map(candidates, chequered(redness)))), order)
    if still is not None and still.fit.sure >= STILL_AGREEMENT:
        return Ring(still.ellipse, fit_numbers(redness, still.ellipse, order, near=still.fit.shift))
    return turning


def _best(redness: NDArray[np.uint8], tried: Iterable[Ellipse], order: NumberOrder) -> Ring | None:
    """The best of the ellipses looked at closely: the first that is plainly a ring of numbers, else the likeliest."""
    few, scored = redness[:: max(1, len(redness) // LOOKS)], list[tuple[float, Ellipse]]()
    for ellipse in tried:
        scored += [_rough(few, ellipse.sized(size), order) for size in SIZES]
        rough, likeliest = max(scored[-len(SIZES):], key=lambda one: one[0])
        if rough > LIKELY and (ring := _closely(redness, likeliest, order)).fit.sure > PLAINLY:
            return ring
    likeliest_first = sorted(scored, key=lambda one: -one[0])[:FINALISTS]
    return max((_closely(redness, ellipse, order) for _, ellipse in likeliest_first),
               key=lambda ring: ring.fit.sure, default=None)


def _rough(few: NDArray[np.uint8], ellipse: Ellipse, order: NumberOrder) -> tuple[float, Ellipse]:
    return max(agreement(few, RingPlane.of(ellipse, x, y), order) for x, y in SHIFTS), ellipse


def _closely(redness: NDArray[np.uint8], ellipse: Ellipse, order: NumberOrder) -> Ring:
    """The order fitted, the ring's edge taken from where the order ends, and both again until the edge stays."""
    few = redness[:: max(1, len(redness) // CLOSE_LOOKS)]
    ring = Ring(ellipse, fit_numbers(few, ellipse, order))
    for _ in range(ROUNDS):
        edge = edge_by_numbers(few, ring.fit, order)
        better = None if edge is None else Ring(edge, fit_numbers(few, edge, order, near=ring.fit.shift))
        if better is None or better.fit.agreement < ring.fit.agreement - WORSE:
            break
        before, ring = ring.ellipse, better
        if edge is not None and abs(before.a - edge.a) + abs(before.b - edge.b) < STAYS * edge.a:
            break
    return ring
