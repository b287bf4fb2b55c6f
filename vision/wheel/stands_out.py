"""One thing of the ball's size that stands out from the pockets, if there is exactly one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheel.numbers import NumberOrder
from vision.wheel.pocket_film import ACROSS
from vision.wheel.pocket_light import Floats32

BRIGHTEST = 120.0
"""Grey levels from which on more is no clearer; raise it and a single glint weighs as much as a ball."""


@dataclass(frozen=True)
class Clearness:
    """What the ball must stand out by, and whether darker is as good as brighter."""

    levels: float
    """Grey levels averaged over its size; lower it and frets' glints pass."""
    times: float
    """How many times more than the pockets differ among themselves; lower it and noise in a poor picture passes."""
    alone: float
    """How many times more than anything elsewhere; lower it and a hand's edge passes for the ball."""
    restless: float
    """Grey levels by which a tenth of a circle may differ; circles that differ more, where digits reach in, count for
    less. Lower it and a poor picture's pockets count for less too."""
    either_way: bool


PLAIN = Clearness(9.0, 7.0, 1.5, 30.0, either_way=False)
"""Against pockets of the same colour, which never look quite the same."""
FAINT = Clearness(3.5, 7.0, 1.6, 10.0, either_way=True)
"""Against the same pockets seen empty: whatever is new there, a grey ball on steel too."""


@dataclass(frozen=True)
class Found:
    """Where something stands out: columns from pocket 0's first, rows from the pockets' inner edge; how clearly."""

    column: float
    row: float
    contrast: float


class Likes:
    """Which pockets should look alike: the nearest ones, in nearly the same light."""

    def __init__(self, order: NumberOrder) -> None:
        count = len(order.pockets)
        away = [np.abs((np.arange(count) - at + count // 2) % count - count // 2) for at in range(count)]
        alike = [order.red == order.red[at] for at in range(count)]
        self._zeros = np.nonzero(order.green)[0]
        self._next = _nearest(away, [np.ones(count, bool)] * count)
        self._like = _nearest(away, [same & ~order.green for same in alike])

    def odd(self, pockets: Floats32) -> Floats32:
        """What is left of each pocket when its nearest likes are taken away."""
        cells = pockets.reshape(pockets.shape[0], -1, ACROSS)
        odd = cells - _middle(cells, self._like)
        if self._zeros.size:
            # A zero has no like: it is a black pocket of another brightness, told from the part a ball leaves free.
            free = ACROSS // 4
            odd[:, self._zeros] -= np.partition(odd[:, self._zeros], free, axis=2)[:, :, free:free + 1]
        return odd.reshape(pockets.shape)

    def new(self, pockets: Floats32, empty: Floats32) -> Floats32:
        """What has come to each pocket since it was empty, and not to those next to it: light changes all of them."""
        cells = (pockets - empty).reshape(pockets.shape[0], -1, ACROSS)
        return (cells - _middle(cells, self._next)).reshape(pockets.shape)


def ball_window(along: float, outwards: float) -> tuple[int, int]:
    """Columns and rows over which a ball of these half widths is felt for."""
    return max(3, round(1.5 * along) | 1), max(3, round(1.5 * outwards) | 1)


def stands_out(odd: Floats32, window: tuple[int, int], clear: Clearness) -> Found | None:
    """The one thing that is clear enough."""
    wide, _ = window
    odd = _calm(odd, clear.restless)
    padded = np.concatenate([odd[:, -wide:], odd, odd[:, :wide]], axis=1)
    bright = _felt(np.clip(padded, -60, BRIGHTEST), window)[:, wide:-wide]
    felt = np.maximum(bright, _felt(np.minimum(np.abs(padded), BRIGHTEST), window)[:, wide:-wide]) if (
        clear.either_way) else bright
    felt = felt[1:-1]  # a ball lies between the edges, not on them
    best = felt.max(axis=0)
    top = int(best.argmax())
    usual = float(np.median(best))
    spread = 1.5 * float(np.median(np.abs(best - usual))) + 0.3
    away = np.abs((np.arange(best.size) - top + best.size // 2) % best.size - best.size // 2) > ACROSS
    stands, other = (float(value) - max(0.0, usual) for value in (best[top], best[away].max()))
    if stands < clear.levels or stands < clear.times * spread or stands < clear.alone * other:
        return None
    row = int(felt[:, top].argmax()) + 1
    shines = float(bright[row, top]) > 0.5 * float(best[top])
    return _exactly(odd if shines else np.abs(odd), top, row, stands)


def felt_at(odd: Floats32, found: Found, window: tuple[int, int]) -> float:
    """How much stands out on average where something was found."""
    wide, high = (side // 2 for side in window)
    columns = np.arange(round(found.column) - wide, round(found.column) + wide + 1) % odd.shape[1]
    row = round(found.row)
    return float(odd[max(0, row - high):row + high + 1][:, columns].mean())


def _calm(odd: Floats32, restless: float) -> Floats32:
    """The same with restless circles held down."""
    tenth = int(0.9 * odd.shape[1])
    most = np.partition(np.abs(odd), tenth, axis=1)[:, tenth]
    less: Floats32 = np.minimum(1, restless / np.maximum(most, 1))[:, None].astype(np.float32)
    return odd * less


def _felt(odd: Floats32, window: tuple[int, int]) -> Floats32:
    return np.asarray(cv2.boxFilter(odd, cv2.CV_32F, window, borderType=cv2.BORDER_REPLICATE), np.float32)


def _exactly(odd: Floats32, column: int, row: int, contrast: float) -> Found:
    reach = ACROSS * 3 // 4
    columns = np.arange(column - reach, column + reach + 1)
    first = max(0, row - 3)
    weight = np.clip(odd[first:row + 4][:, columns % odd.shape[1]] - 0.4 * contrast, 0, BRIGHTEST)
    total = float(weight.sum()) or 1.0
    across = float((weight.sum(axis=0) * columns).sum()) / total
    outwards = float((weight.sum(axis=1) * np.arange(first, first + weight.shape[0])).sum()) / total
    return Found(across, outwards, contrast)


def _nearest(away: list[NDArray[np.intp]], among: list[NDArray[np.bool_]]) -> NDArray[np.intp]:
    """For each pocket the four nearest of those it may be compared with, one row for each place."""
    far = [np.where(may & (off > 0), off, off.size) for off, may in zip(away, among, strict=True)]
    return np.stack([np.argsort(each, kind="stable")[:4] for each in far]).T


def _middle(cells: Floats32, nearest: NDArray[np.intp]) -> Floats32:
    """The mean of the middle two of four, so that a ball over two pockets hides neither."""
    four = [cells[:, each] for each in nearest]
    lowest, highest = np.minimum(four[0], four[1]), np.maximum(four[0], four[1])
    low, high = np.minimum(four[2], four[3]), np.maximum(four[2], four[3])
    middle: Floats32 = (np.maximum(lowest, low) + np.minimum(highest, high)) * np.float32(0.5)
    return middle
