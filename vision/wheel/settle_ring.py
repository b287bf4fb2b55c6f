"""Settling which ring is the wheel's, which way its order runs and where its zero is, or saying why that cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from schemas.errors import NoMoreBetsError
from schemas.wheel import ORDERS
from vision.wheel.choose_ring import LEAST_AGREEMENT, Ring, find_by_numbers
from vision.wheel.clicks import Clicks
from vision.wheel.fit_numbers import NumberFit, fit_numbers
from vision.wheel.numbers import NumberOrder
from vision.wheel.ring_plane import Ellipse
from vision.wheel.sampling import Sample

LEAST_MARGIN = 0.05
"""How much worse every other place of the zero must fit; lower it and the numbers may be read a pocket or two off."""
PLAIN_AGREEMENT = 0.85
"""Agreement from which no other wheel's order is tried; lower it and a like order may be taken for the table's."""
NO_RING = 0.6
"""Agreement below which what was found is no ring of numbers at all; clutter reaches 0.35, part of a wheel 0.55."""
MIRRORED_BY = 0.004
"""How much better the order must fit one way round than the other: only the zero's green tells them apart, by about
0.018. Raise it and more pictures are refused, lower it and a faint green decides."""

SYMMETRIC = 0.999
"""Agreement of an order with its own mirror image from which its colours cannot tell a mirrored picture."""


def settled(url: str, looks: Sequence[Sample], clicks: Clicks,
            pockets: tuple[str, ...]) -> tuple[Sample, NumberFit, bool]:
    """The view that shows the wheel, the order fitted to it, and whether the picture is mirrored."""
    seen, ring = _found(looks, clicks, pockets)
    if _agreement(ring) < PLAIN_AGREEMENT:
        _name_another(url, looks, clicks, pockets, _agreement(ring))
    if ring is None or ring.fit.sure < NO_RING:
        there = " there" if clicks.centre or clicks.ring else ""
        raise NoMoreBetsError(f"{url}: no turning red and black ring found{there}; the whole wheel must be in the "
                              "picture, turning, and the camera still. Or show it: --centre X,Y and three times "
                              "--ring X,Y on the outer edge of the numbers.")
    fit, mirrored = _way_round(seen, ring, NumberOrder(pockets))
    if fit.sure < LEAST_AGREEMENT:
        raise NoMoreBetsError(f"{url}: a ring was found, but its colours do not follow the wheel's order "
                              f"(agreement {fit.sure:.2f} of {LEAST_AGREEMENT}); is [wheel] order right?")
    if fit.margin < LEAST_MARGIN or fit.levels is None or mirrored is None:
        raise NoMoreBetsError(f"{url}: the wheel was found, but not which number is where (margin {fit.margin:.2f} of "
                              f"{LEAST_MARGIN}); the zero's green must be seen clearly.")
    return seen, fit, mirrored


def _way_round(seen: Sample, ring: Ring, order: NumberOrder) -> tuple[NumberFit, bool | None]:
    """The order fitted the way round that suits it, and whether that is a mirror's; nothing if both suit alike.

    An order whose colours are the same both ways round (double zero) is taken to be seen plainly: few cameras mirror.
    """
    plain, mirrored = (fit_numbers(seen.redness, ring.ellipse, order, mirrored=way, near=ring.fit.shift)
                       for way in (False, True))
    if order.agreement(order.pattern[::-1]).max() > SYMMETRIC:
        return plain, False
    better = mirrored.agreement - plain.agreement
    return mirrored if better > 0 else plain, None if abs(better) < MIRRORED_BY else better > 0


def _found(looks: Sequence[Sample], clicks: Clicks, pockets: tuple[str, ...]) -> tuple[Sample, Ring | None]:
    """The best ring of all views, the commonest view's if it is plainly one."""
    order, found = NumberOrder(pockets), list[tuple[Sample, Ring | None]]()
    clicked = clicks.ellipse()
    for seen in looks:
        near = None if clicked is None else clicked.scaled(1 / seen.shrink)

        def wanted(ellipse: Ellipse, shrink: float = seen.shrink) -> bool:
            return clicks.agrees(ellipse.scaled(shrink))

        found.append((seen, find_by_numbers(seen.redness, order, near=near, wanted=wanted)))
        if _agreement(found[-1][1]) > PLAIN_AGREEMENT:
            break
    return max(found, key=lambda one: _agreement(one[1]))


def _agreement(ring: Ring | None) -> float:
    return 0.0 if ring is None else ring.fit.sure


def _name_another(url: str, looks: Sequence[Sample], clicks: Clicks, pockets: tuple[str, ...], best: float) -> None:
    """Say so if the colours follow another wheel's order much better than this table's."""
    for name, order in ORDERS.items():
        other = None if order == pockets else _found(looks, clicks, order)[1]
        if _agreement(other) > max(PLAIN_AGREEMENT, best + 0.05):
            raise NoMoreBetsError(f"{url}: the ring's colours follow the order '{name}', not this table's; "
                                  "is [wheel] order right?")
