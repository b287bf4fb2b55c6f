"""The benchmark's figures: each with its goal, N and what N proves."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, factorial
from statistics import median

from schemas.events import Value
from services.benchmark.evening import Tried
from services.benchmark.verdicts import Found
from vision.benchmark.bounds import at_least, at_most
from vision.benchmark.tally import Tally, summed

GOALS: tuple[tuple[str, str], ...] = (
    ("stacks found", "99 %"), ("frames with a false stack", "at most 0.2 %"), ("spot right", "99.5 %"),
    ("colour right", "99.5 %"), ("count exact, a chip 4 px high or more", "99.5 %"),
    ("count exact, a chip 2 to 4 px high", "97 %"), ("count within one, a chip 2 to 4 px high", "98 %"),
    ("count inside what was said", "all"), ("hands seen", "all"), ("side of the hand right, of hands seen", "99 %"),
    ("player's position right, of those told", ""), ("interval contains the true time", "100 %"), ("dolly seen", "all"),
    ("dolly's number right, of those seen", "99.9 %"), ("dealer's waves seen", "all"),
    ("said to be a wave and was none", "none"),
)
"""What the eye is measured by, with the goal, in the order it is told."""
FALSE = ("frames with a false stack",)
WIDTH = "width of the interval"


class Figure(Value, frozen=True, kw_only=True):
    """So many of so many; `bound` is what that proves with 95 % confidence, from above where fewer is better."""

    what: str
    goal: str
    count: int
    of: int
    bound: float | None = None
    at_most: bool = False


class Move(Value, frozen=True, kw_only=True):
    """One kind of move over all evenings it was played in."""

    move: str
    evenings: int
    failed: int
    exact: int
    exact_without_desk: int
    due: int
    breach: int
    suspected: int
    could_not_see: int
    breaches_said: int
    breaches_right: int
    off_s_median: float | None
    off_s_worst: float | None

    @property
    def recall(self) -> Figure:
        """Found as breach or suspected, of all that had to be found."""
        return share("recall", "98 %", self.breach + self.suspected, self.due)

    @property
    def precision(self) -> Figure:
        """True, of everything called a breach."""
        return share("precision", "99 %", self.breaches_right, self.breaches_said)


def share(what: str, goal: str, count: int, of: int) -> Figure:
    """A share that should be high."""
    return Figure(what=what, goal=goal, count=count, of=of, bound=round(at_least(count, of), 4) if of else None)


def rare(what: str, goal: str, count: int, of: int) -> Figure:
    """A share that should be low."""
    bound = round(at_most(count, of), 4) if of else None
    return Figure(what=what, goal=goal, count=count, of=of, bound=bound, at_most=True)


def move(name: str, tried: Sequence[Tried]) -> Move:
    """What became of one kind of move."""
    found = [one for each in tried for one in each.found]
    due = [one for one in found if one.expected]
    off = [abs(one.off_s) for one in due if one.off_s is not None]
    said = [one for one in found if one.outcome == "breach"]
    return Move(
        move=name, evenings=len(tried), failed=sum(each.failed is not None for each in tried),
        exact=sum(each.exact for each in tried), exact_without_desk=sum(each.exact_without_desk for each in tried),
        due=sum(each.expected for each in tried), breach=_count(due, "breach"), suspected=_count(due, "suspected"),
        could_not_see=_count(due, "could-not-see"), breaches_said=len(said),
        breaches_right=sum(one.expected for one in said), off_s_median=round(median(off), 3) if off else None,
        off_s_worst=round(max(off), 3) if off else None)


def moves(tried: Sequence[Tried]) -> list[Move]:
    """Every kind of move that was played, then all together."""
    names = list(dict.fromkeys(each.evening.story for each in tried))
    rows = [move(name, [each for each in tried if each.evening.story == name]) for name in names]
    return [*rows, move("all moves", tried)]


def _count(found: Sequence[Found], outcome: str) -> int:
    return sum(one.outcome == outcome for one in found)


def sight(tried: Sequence[Tried]) -> list[Figure]:
    """Everything the layout's eye is measured by."""
    sums = summed(tally for each in tried for tally in each.sight)
    known = [(what, goal, sums.get(what, Tally(what=what))) for what, goal in GOALS]
    return [rare(what, goal, one.good, one.of) if what in FALSE else share(what, goal, one.good, one.of)
            for what, goal, one in known]


def widths(tried: Sequence[Tried]) -> tuple[float, int] | None:
    """The median width of the intervals in which things are said to have happened, and how many."""
    told = summed(tally for each in tried for tally in each.sight).get(WIDTH)
    return (median(told.times_s), len(told.times_s)) if told is not None and told.times_s else None


class Clean(Value, frozen=True, kw_only=True):
    """Hours in which nothing had to be found, what was called a breach all the same, and the bound per hour."""

    hours: float
    false: int
    at_most_per_hour: float | None


def clean(tried: Sequence[Tried]) -> Clean:
    """Play by the book."""
    lawful = [each for each in tried if not each.expected and each.failed is None]
    hours = sum(each.seconds for each in lawful) / 3600
    false = sum(one.outcome == "breach" for each in lawful for one in each.found)
    return Clean(hours=round(hours, 2), false=false,
                 at_most_per_hour=round(highest_mean(false) / hours, 2) if hours else None)


def highest_mean(count: int, doubt: float = 0.05) -> float:
    """The largest mean of rare happenings that so few of them leave likely (Poisson, by bisection)."""
    low, high = 0.0, count + 30.0
    for _ in range(60):
        mean = (low + high) / 2
        few = exp(-mean) * sum(mean**nth / factorial(nth) for nth in range(count + 1))
        low, high = (mean, high) if few > doubt else (low, mean)
    return low
