"""Clean rounds nobody wrote by hand: random lawful bets, a fair spin, everything paid as the rulebook says."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

import numpy as np

from schemas.errors import NoMoreBetsError
from schemas.layout import Felt, covers, spots, wager_of
from schemas.rulebook import load_rulebook
from schemas.wheel import order_of
from vision.simulator import steps
from vision.simulator.scene import Pile
from vision.simulator.script import Script, play
from vision.simulator.steps import Step
from vision.simulator.story import ACTS_CHIPS, Story

ROUNDS = 10
"""Rounds in one session; the wheel's motion is worked out anew for every spin, so many more cost much more."""
APART_MM = 90.0
"""Between two bets of a round: nearer, and the chips paid to one would touch the other."""
PLAYERS = {"green": 2, "blue": 4, "orange": 6}
VALUES = {chip.colour: chip.value or 0 for chip in ACTS_CHIPS}
BESIDE_HAND_S = 1.6
"""Between two moves of one hand."""


def clean_script(seed: int, *, table: str = "t1", rounds: int = ROUNDS) -> Script:
    """A session of clean rounds; the same seed gives the same session."""
    for attempt in range(50):
        rng = np.random.default_rng((seed, attempt, 0xEB))
        story = Story(title="Clean evening", table=table, where=f"evening {seed}", text="", previous_number="0",
                      steps=tuple(_evening(rng, rounds)))
        try:
            return play(story, seed)
        except NoMoreBetsError:
            continue  # chips would have stood on top of each other: another evening
    raise NoMoreBetsError(f"no clean evening found for seed {seed}")


def _evening(rng: np.random.Generator, rounds: int) -> Iterator[Step]:
    since: dict[str, Any] = {"at": 2.0}
    left: list[tuple[str, str]] = []
    for nth in range(rounds):
        told, won, lasts = _round(rng, since, left, turning=nth % 2 == 0)
        yield from told
        left = won
        since = {"after": "rest", "by": lasts + 2.0}


def _round(
    rng: np.random.Generator, since: dict[str, Any], left: list[tuple[str, str]], *, turning: bool
) -> tuple[list[Step], list[tuple[str, str]], float]:
    """One round: its steps, the stacks its winners leave, and how long after the rest the dolly is lifted."""
    number = str(rng.choice(order_of("single-zero")))
    bets = _bets(rng, int(rng.integers(2, 6)))
    clock = _Clock(since)
    told: list[Step] = [steps.BetsOpened(**clock.next(0.0))]
    for spot, colour in left:  # the wager, then what was paid to it
        told += [steps.Take(**clock.next(), player=PLAYERS[colour], spot=spot) for _ in range(2)]
    told += [steps.Bet(**clock.next(), player=PLAYERS[colour], spot=spot, colour=colour, count=count)
             for spot, (colour, count) in bets.items()]
    told.append(steps.Spin(
        **clock.next(), ball="clockwise" if turning else "anticlockwise",
        rotor="anticlockwise" if turning else "clockwise", number=number, revolutions=float(rng.uniform(7.5, 11.5))))
    told.append(steps.Call(after="drop", by=-float(rng.uniform(1.5, 3.5))))
    settled, lasts = _settle(number, bets)
    winners = [(spot, colour) for spot, (colour, _) in bets.items() if number in covers(spot)]
    return [*told, *settled], winners, lasts


def _settle(number: str, bets: dict[str, tuple[str, int]]) -> tuple[list[Step], float]:
    """Announced, marked, losers taken first, winners paid what they are owed, the dolly lifted."""
    clock = _Clock({"after": "rest", "by": 1.6})
    told: list[Step] = [steps.Announce(**clock.next(0.0), number=number), steps.Dolly(**clock.next(), number=number)]
    told += [steps.Collect(**clock.next(), spot=spot) for spot in bets if number not in covers(spot)]
    told += [steps.Pay(**clock.next(), spot=spot, chips=_payment(spot, *bet))
             for spot, bet in bets.items() if number in covers(spot)]
    told.append(steps.LiftDolly(**clock.next()))
    return told, clock.by


def _bets(rng: np.random.Generator, count: int) -> dict[str, tuple[str, int]]:
    """Bets on any ordinary spots, far enough apart that nobody doubts what a payment pays."""
    places = spots(Felt())
    names = list(places)
    rng.shuffle(names)
    chosen: dict[str, tuple[str, int]] = {}
    for name in names:
        if all(hypot(places[name][0] - places[other][0], places[name][1] - places[other][1]) > APART_MM
               for other in chosen):
            chosen[name] = (str(rng.choice(list(PLAYERS))), int(rng.integers(1, 6)))
        if len(chosen) == count:
            break
    return chosen


def _payment(spot: str, colour: str, count: int) -> tuple[Pile, ...]:
    """What is owed in as few chips as can be, the rest in the player's own colour."""
    owed = load_rulebook("division-current").odds[wager_of(spot)] * count * VALUES[colour]  # type: ignore[index]
    piles: list[Pile] = []
    for value_chip in ("purple", "black", "yellow"):
        fits = next(n for n in range(owed // VALUES[value_chip], -1, -1)
                    if (owed - n * VALUES[value_chip]) % VALUES[colour] == 0)
        if fits:
            piles.append(Pile(colour=value_chip, count=fits))
            owed -= fits * VALUES[value_chip]
    if owed:
        piles.append(Pile(colour=colour, count=owed // VALUES[colour]))
    return tuple(piles)


class _Clock:
    """Times of steps one after the other, from a moment told as a step tells it."""

    def __init__(self, since: dict[str, Any]) -> None:
        self._after = since.get("after")
        self.by = float(since.get("by", since.get("at", 0.0)))

    def next(self, seconds: float = BESIDE_HAND_S) -> dict[str, Any]:
        self.by += seconds
        return {"at": self.by} if self._after is None else {"after": self._after, "by": self.by}
