"""A crowded table: a story's `crowd` becomes many bets that lose, and its `sweep` the dealer's collecting of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace

from schemas.errors import NoMoreBetsError
from schemas.layout import covers, is_multiple, is_section, spots
from schemas.table import ChipPart
from vision.simulator import steps
from vision.simulator.steps import Bet, Collect, Crowd, Step, Stood, Sweep
from vision.simulator.story import Story

APART_MM = 46.0
"""Between the middles of two bets of a crowd: nearer, and a seed's scatter would make them overlap."""
OUT_OF_WAY_MM = 62.0
"""From the story's own bets: nearer, and a payment or the dolly would find no room."""
DEAREST = 2000
"""Players' chips are worth less than this (minor units); what is dearer is the bank's."""
HIGHEST = 20
USUAL = 0.3
"""How a crowd's stacks thin out towards 20 high: higher makes them lower."""

Place = tuple[float, float]


def peopled(story: Story, seed: int) -> Story:
    """The story with every bet of its crowd told; a story without one as it was."""
    if not any(isinstance(step, Crowd) for step in story.steps):
        return story
    random = np.random.default_rng((seed, 0xC20D))
    return replace(story, steps=tuple(_told(story, random)))


def _told(story: Story, random: np.random.Generator) -> Iterator[Step]:
    standing: list[Bet] = []
    for step in story.steps:
        if isinstance(step, Crowd):
            bets = list(_bets(step, story, standing, random))
            standing += bets
            yield from bets
        elif isinstance(step, Sweep):
            yield from _sweep(step, standing, story)
            standing = []
        else:
            yield step


def _bets(crowd: Crowd, story: Story, standing: list[Bet], random: np.random.Generator) -> Iterator[Bet]:
    """What stood there first, then bet after bet, the players in turn."""
    low, high = crowd.stacks
    many = int(random.integers(low, high + 1))
    places = _room(story, standing, random)[:many]
    if len(places) < low:
        raise NoMoreBetsError(f"{story.where}: a crowd of {low} stacks finds room for {len(places)} only.")
    colours = [chip for chip in story.chips if _players(chip)]
    stood = round(crowd.stood * len(places))
    for nth, spot in enumerate(places):
        player = nth % crowd.players + 1
        told: dict[str, Any] = {"spot": spot, "colour": colours[player % len(colours)].colour, "count": _count(random)}
        if nth < stood:
            yield Stood(at=0.0, vary=0.0, **told)
        else:
            when: dict[str, Any] = {"wait": crowd.each} if nth > stood else _when(crowd)
            yield Bet(player=player, vary=0.0, **when, **told)


def _sweep(sweep: Sweep, standing: list[Bet], story: Story) -> Iterator[Collect]:
    """All of them, along the layout as the dealer's hand goes."""
    places = spots(story.cloth)
    for nth, bet in enumerate(sorted(standing, key=lambda bet: places[bet.spot])):
        when: dict[str, Any] = {"wait": sweep.each} if nth else _when(sweep)
        yield Collect(spot=bet.spot, vary=0.0, **when)


def _when(step: Step) -> dict[str, Any]:
    told: dict[str, Any] = {"at": step.at, "after": step.after, "spin": step.spin, "wait": step.wait}
    return {key: value for key, value in told.items() if value is not None} | ({"by": step.by} if step.after else {})


def _room(story: Story, standing: list[Bet], random: np.random.Generator) -> list[str]:
    """Spots that lose, in any order, with room between them and round what the story itself does."""
    places = spots(story.cloth)
    wins = {step.number for step in story.steps if isinstance(step, (steps.Spin, steps.Dolly))}
    told = {str(getattr(step, key)) for step in story.steps for key in ("spot", "to", "number") if hasattr(step, key)}
    own = [places[spot] for spot in told if spot in places]
    taken = [places[bet.spot] for bet in standing]
    loses = [spot for spot in places if not is_multiple(spot) and not is_section(spot)
             and not spot.startswith("asian-") and not covers(spot) & wins]
    chosen: list[str] = []
    for nth in random.permutation(len(loses)):
        at = places[loses[nth]]
        if _far(at, own, OUT_OF_WAY_MM) and _far(at, taken, APART_MM):
            chosen.append(loses[nth])
            taken.append(at)
    return chosen


def _far(at: Place, others: list[Place], by: float) -> bool:
    return all(np.hypot(at[0] - other[0], at[1] - other[1]) >= by for other in others)


def _players(chip: ChipPart) -> bool:
    return chip.kind == "colour" or (chip.kind is None and (chip.value is None or chip.value < DEAREST))


def _count(random: np.random.Generator) -> int:
    return int(min(HIGHEST, random.geometric(USUAL)))
