"""How well the layout's eye saw one evening: stacks, spots, chips, hands, dolly and when things happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from schemas import events
from schemas.envelope import Entry
from schemas.events import Observation, OnFelt
from schemas.reading import read_spot
from vision.benchmark.standing import SETTLED_S, Stands, stands
from vision.benchmark.tally import Tallies
from vision.score import fitting, match
from vision.simulator.felt_view import FeltView
from vision.simulator.script import Script

EDGE_MM = 2.0
"""Nearer than this to where the touch rule decides otherwise, a spot is contested."""
NEAR_S = 5.0
"""How far from the truth an event may be said and still be meant to be it, where its time is what is measured."""
ROUNDING_MS = 1
FINE_PX, COARSE_PX = 4.0, 2.0
"""A chip's thickness in the picture, from which a stack's count must be exact, and from which within one."""
COUNTED = (events.ChipsPlaced, events.ChipsStanding, events.ChipsPaid, events.ChipsAdded)
TIMED = (*COUNTED, events.ChipsReduced, events.ChipsRemoved, events.ChipsCollected, events.ChipsMoved)


def felt_sight(script: Script, truth: Sequence[Entry], seen: Sequence[Entry]) -> Tallies:
    """Everything the goals of the layout eye ask for, counted over one evening."""
    tallies = Tallies()
    true, said = _of_layout(truth), _of_layout(seen)
    _stacks(script, stands([truth[0], *true]), stands([seen[0], *said]), tallies)
    _chips(script, true, said, tallies)
    _hands(true, said, tallies)
    _times(true, said, tallies)
    _dolly(true, said, tallies)
    return tallies


def _of_layout(entries: Sequence[Entry]) -> list[Entry]:
    return [one for one in entries if one.origin.startswith("layout") and isinstance(one.data, Observation)]


def _stacks(script: Script, true: list[Stands], said: list[Stands], tallies: Tallies) -> None:
    """Once a second: which of the stacks that stand are known, and whether anything is known that is not there."""
    felt, radius = script.story.cloth, script.story.chips[0].diameter_mm / 2
    for t in range(1, int(script.duration_s)):
        known = [each for each in said if each.at(t)]
        for stack in (each for each in true if each.since <= t - SETTLED_S and each.at(t)):
            its = next((each for each in known if each.near(stack)), None)
            tallies.note("stacks found", its is not None)
            read = read_spot(felt, x=stack.x, y=stack.y, radius=radius, error=EDGE_MM)
            if its is not None and read.certain:
                tallies.note("spot right", its.spot == stack.spot)
        around = [each for each in true if each.since <= t and each.until > t - SETTLED_S]
        false = [each for each in known if not any(each.near(stack) for stack in around)]
        tallies.note("frames with a false stack", bool(false))


def _chips(script: Script, true: list[Entry], said: list[Entry], tallies: Tallies) -> None:
    """Colour and count of what was put down, by how large a chip is in the picture."""
    camera = FeltView(script.felt).camera
    thick = script.story.chips[0].thickness_mm
    for one, word in _pairs(true, said, COUNTED):
        truly, told = one.chips, word.chips
        tallies.note("colour right", [each.colour for each in truly] == [each.colour for each in told])
        count = sum(each.count[0] for each in truly)
        low, high = sum(each.count[0] for each in told), _sum_high(told)
        pixels = camera.px_per_mm_up(one.x_mm or 0.0, one.y_mm or 0.0) * thick
        exact = low == high == count
        tallies.note("count inside what was said", low <= count and (high is None or count <= high))
        if pixels >= FINE_PX:
            tallies.note("count exact, a chip 4 px high or more", exact)
        elif pixels >= COARSE_PX:
            tallies.note("count exact, a chip 2 to 4 px high", exact)
            near = high is not None and abs((low + high) / 2 - count) <= 1
            tallies.note("count within one, a chip 2 to 4 px high", near)


def _sum_high(chips: Sequence[events.Chips]) -> int | None:
    highs = [each.count[1] for each in chips]
    return None if None in highs else sum(high for high in highs if high is not None)


def _pairs(true: list[Entry], said: list[Entry], kinds: tuple[type[OnFelt], ...]) -> Iterator[tuple[Any, Any]]:
    for kind in kinds:
        mine = [one for one in true if type(one.data) is kind]
        for pair in match(mine, [one for one in said if type(one.data) is kind]):
            yield pair.true.data, pair.said.data


def _hands(true: list[Entry], said: list[Entry], tallies: Tallies) -> None:
    entered = [[one for one in part if isinstance(one.data, events.HandEntered)] for part in (true, said)]
    pairs = match(*entered)
    tallies.note("hands seen", True, len(pairs))
    tallies.note("hands seen", False, len(entered[0]) - len(pairs))
    for one, word in ((pair.true.data, pair.said.data) for pair in pairs):
        assert isinstance(one, events.HandEntered)
        assert isinstance(word, events.HandEntered)
        tallies.note("side of the hand right, of hands seen", one.side == word.side)
        if word.position is not None:
            tallies.note("player's position right, of those told", one.position == word.position)
    waves = [[one for one in part if isinstance(one.data, events.DealerWaved)] for part in (true, said)]
    found = len(match(*waves))
    tallies.note("dealer's waves seen", True, found)
    tallies.note("dealer's waves seen", False, len(waves[0]) - found)
    tallies.note("said to be a wave and was none", True, len(waves[1]) - found)


def _times(true: list[Entry], said: list[Entry], tallies: Tallies) -> None:
    """Whether what was said to be the interval holds the moment, and how wide it is."""
    for one in true:
        if not isinstance(one.data, TIMED) or isinstance(one.data, events.ChipsStanding):
            continue
        word = _meant(one, said)
        if word is None:
            continue
        low, high = word.seen
        at = one.data.seen[0]
        tallies.note("interval contains the true time", low - ROUNDING_MS <= at <= high + ROUNDING_MS)
        tallies.time("width of the interval", (high - low) / 1000)


def _meant(one: Entry, said: list[Entry]) -> Observation | None:
    """What the eye said of this act, however wrong its time; its place must be right."""
    late = [word for word in said if type(word.data) is type(one.data) and abs(word.time.after(one.time)) <= NEAR_S]
    same = [word for word in late if fitting(one, _at_the_time(word, one))]
    best = min(same, key=lambda word: abs(word.time.after(one.time)), default=None)
    return best.data if best is not None and isinstance(best.data, Observation) else None


def _at_the_time(word: Entry, one: Entry) -> Entry:
    assert isinstance(one.data, Observation)
    assert isinstance(word.data, Observation)
    return replace(word, data=replace(word.data, seen=one.data.seen))


def _dolly(true: list[Entry], said: list[Entry], tallies: Tallies) -> None:
    for one in true:
        if isinstance(one.data, events.DollyPlaced):
            near = [word.data for word in said if isinstance(word.data, events.DollyPlaced)
                    and abs(word.time.after(one.time)) <= NEAR_S]
            tallies.note("dolly seen", bool(near))
            if near:
                tallies.note("dolly's number right, of those seen", near[0].number == one.data.number)
