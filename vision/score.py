"""How well the eyes saw: observations against the truth of a simulated case. The windows are fixed by contract."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from statistics import median
from typing import Final

from schemas.envelope import Entry
from schemas.events import (
    BallDropped,
    BallLaunched,
    BallRested,
    ChipsMoved,
    Observation,
    OnFelt,
    Place,
    Range,
    TableOpened,
    Value,
    kebab,
)
from schemas.moment import Moment

WINDOW_MS: Final = 500
NEAR_MM: Final = 15.0


class Pair(Value, frozen=True, kw_only=True):
    """Something that happened and what was said of it."""

    true: Entry
    said: Entry

    @property
    def off_s(self) -> float:
        """From the true time to the middle of what was seen, in seconds."""
        seen, true = _data(self.said).seen, _data(self.true).seen[0]
        return ((seen[0] + seen[1]) / 2 - true) / 1000


class KindScore(Value, frozen=True, kw_only=True):
    """One kind of event: how many happened, were said, and agree; timing in seconds of the pairs."""

    kind: str
    happened: int
    said: int
    matched: int
    precision: float | None
    recall: float | None
    off_s_median: float | None
    off_s_worst: float | None
    chips_right: int | None = None
    side_right: int | None = None
    spot_right: int | None = None
    inside: int | None = None
    """How many true times lie inside the interval said; null where the kind is told as a moment."""
    width_s: float | None = None
    """The median width of those intervals."""


class SpinScore(Value, frozen=True, kw_only=True):
    """One spin: what was true and whether the eye said so."""

    spin: int
    direction: str
    direction_said: str | None
    revolutions: float | None
    revolutions_said: tuple[float, float | None] | None
    number: str | None
    number_said: str | None

    @property
    def right(self) -> bool:
        """Whether direction, revolutions and number are all as they were."""
        low, high = self.revolutions_said or (None, None)
        within = self.revolutions is None or (
            low is not None and low <= self.revolutions <= (high if high is not None else self.revolutions))
        return self.direction == self.direction_said and within and self.number == self.number_said


class Score(Value, frozen=True, kw_only=True):
    """A whole case."""

    kinds: tuple[KindScore, ...]
    spins: tuple[SpinScore, ...]


def score(truth: Sequence[Entry], observations: Sequence[Entry]) -> Score:
    """Compare what the cameras said with what happened; the desk and the ticks are not seen, so not scored."""
    sources = _sources(truth, observations)
    true, said = _seen(truth, sources), _seen(observations, sources)
    pairs = {kind: match(true.get(kind, []), said.get(kind, [])) for kind in sorted({*true, *said})}
    return Score(
        kinds=tuple(_kind(kind, true.get(kind, []), said.get(kind, []), pairs[kind]) for kind in pairs),
        spins=_spins(true, pairs),
    )


def _sources(truth: Sequence[Entry], observations: Sequence[Entry]) -> set[str]:
    """Who is scored: all whom the truth knows, silent ones too, except those that the watching itself left out."""
    opened = [(one.table, one.data) for one in observations if isinstance(one.data, TableOpened)]
    named = {f"/{table}/{source.name}" for table, told in opened for source in told.sources}
    known = {one.source for one in truth}
    return (known & named if opened else known) | {one.source for one in observations}


def match(true: Sequence[Entry], said: Sequence[Entry]) -> list[Pair]:
    """As many pairs as there can be, each thing in one at most; nearer in time goes first."""
    fits = [_candidates(one, said) for one in true]
    taken: dict[int, int] = {}

    def settle(nth: int, tried: set[int]) -> bool:
        for other in fits[nth]:
            if other not in tried:
                tried.add(other)
                if other not in taken or settle(taken[other], tried):
                    taken[other] = nth
                    return True
        return False

    for nth in range(len(true)):
        settle(nth, set())
    return [Pair(true=true[nth], said=said[other]) for other, nth in sorted(taken.items())]


def _candidates(true: Entry, said: Sequence[Entry]) -> list[int]:
    near = [(abs(Pair(true=true, said=word).off_s), nth) for nth, word in enumerate(said) if fitting(true, word)]
    return [nth for _, nth in sorted(near)]


def fitting(true: Entry, said: Entry) -> bool:
    """Same kind, same number or place, and seen within half a second of when it was."""
    one, other = _data(true), _data(said)
    if type(one) is not type(other):
        return False
    if not other.seen[0] - WINDOW_MS <= one.seen[0] <= other.seen[1] + WINDOW_MS:
        return False
    if isinstance(one, OnFelt) and isinstance(other, OnFelt):
        return _same_place(_place(one), _place(other))
    if isinstance(one, ChipsMoved) and isinstance(other, ChipsMoved):
        return _same_place(one.from_, other.from_) and _same_place(one.to, other.to)
    return bool(getattr(one, "number", None) == getattr(other, "number", None))


def _data(entry: Entry) -> Observation:
    assert isinstance(entry.data, Observation)
    return entry.data


def _seen(entries: Sequence[Entry], sources: set[str]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for one in entries:
        camera = one.origin.startswith(("wheel", "layout")) and one.source in sources
        if camera and isinstance(one.data, Observation):
            found.setdefault(kebab(type(one.data).__name__), []).append(one)
    return found


def _place(chips: OnFelt) -> Place:
    return Place(x_mm=chips.x_mm, y_mm=chips.y_mm, spot=chips.spot)


def _same_place(one: Place, other: Place) -> bool:
    if one.spot is not None and one.spot == other.spot:
        return True
    if one.x_mm is None or one.y_mm is None or other.x_mm is None or other.y_mm is None:
        return False
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) <= NEAR_MM


def _kind(kind: str, true: Sequence[Entry], said: Sequence[Entry], pairs: Sequence[Pair]) -> KindScore:
    off = [abs(pair.off_s) for pair in pairs]
    chips = [pair for pair in pairs if hasattr(pair.true.data, "chips")]
    sides = [getattr(pair.true.data, "side", None) == getattr(pair.said.data, "side", None) for pair in pairs
             if hasattr(pair.true.data, "side")]
    return KindScore(
        kind=kind, happened=len(true), said=len(said), matched=len(pairs),
        precision=round(len(pairs) / len(said), 3) if said else None,
        recall=round(len(pairs) / len(true), 3) if true else None,
        off_s_median=round(median(off), 3) if off else None, off_s_worst=round(max(off), 3) if off else None,
        chips_right=sum(_chips_right(pair) for pair in chips) if chips else None,
        side_right=sum(sides) if sides else None,
        spot_right=sum(_spot(pair.true) == _spot(pair.said) for pair in chips) if chips else None,
        inside=sum(_inside(pair) for pair in chips) if chips else None,
        width_s=round(median(_width_s(pair) for pair in chips), 3) if chips else None,
    )


def _spot(entry: Entry) -> str | None:
    """Where the chips are in the end."""
    place = getattr(entry.data, "to", entry.data)
    spot: str | None = getattr(place, "spot", None)
    return spot


def _inside(pair: Pair) -> bool:
    low, high = _data(pair.said).seen
    return low <= _data(pair.true).seen[0] <= high


def _width_s(pair: Pair) -> float:
    low, high = _data(pair.said).seen
    return (high - low) / 1000


def _chips_right(pair: Pair) -> bool:
    """Same colours bottom to top, and each true count within what was said."""
    true, said = getattr(pair.true.data, "chips", ()), getattr(pair.said.data, "chips", ())
    return len(true) == len(said) and all(
        one.colour == other.colour and _within(one.count[0], other.count) for one, other in zip(true, said, strict=True)
    )


def _within(count: int, said: Range) -> bool:
    return said[0] <= count and (said[1] is None or count <= said[1])


def _spins(true: dict[str, list[Entry]], pairs: dict[str, list[Pair]]) -> tuple[SpinScore, ...]:
    said = {pair.true.id: pair.said.data for found in pairs.values() for pair in found}
    launches = true.get("ball-launched", [])
    found = []
    for nth, launch in enumerate(launches):
        until = launches[nth + 1].time if nth + 1 < len(launches) else None
        drop = _first(true.get("ball-dropped", []), launch, until)
        rest = _first(true.get("ball-rested", []), launch, until)
        launched, dropped, rested = (said.get(one.id) if one else None for one in (launch, drop, rest))
        found.append(SpinScore(
            spin=nth + 1, direction=launch.data.direction if isinstance(launch.data, BallLaunched) else "",
            direction_said=launched.direction if isinstance(launched, BallLaunched) else None,
            revolutions=drop.data.revolutions[0] if drop and isinstance(drop.data, BallDropped) else None,
            revolutions_said=dropped.revolutions if isinstance(dropped, BallDropped) else None,
            number=rest.data.number if rest and isinstance(rest.data, BallRested) else None,
            number_said=rested.number if isinstance(rested, BallRested) else None,
        ))
    return tuple(found)


def _first(entries: Sequence[Entry], after: Entry, until: Moment | None) -> Entry | None:
    return next((one for one in entries if one.time >= after.time and (until is None or one.time < until)), None)
