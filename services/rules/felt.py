"""Following the chips: put, taken, moved and paid, by whom, in the order it was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace as replace_story
from typing import Literal

from msgspec.structs import replace

from schemas.envelope import Entry
from schemas.events import (
    Chips,
    ChipsAdded,
    ChipsCollected,
    ChipsMoved,
    ChipsPaid,
    ChipsPlaced,
    ChipsReduced,
    ChipsRemoved,
    ChipsStanding,
    OnFelt,
    Place,
)
from services.rules.piles import Part, alike, surely_fewer, without
from services.rules.stacks import FeltStory, Gone, Handled, Payment, Stack, distance_mm

DIAMETER_MM = 39.0
"""A chip's width where the table file gives none."""
REACH = 1.2
"""How many chips' widths from a bet its payment may lie. More: payments go to bets they do not mean; less: to none."""

Phase = Literal["betting", "closed", "rested", "marked"]
"""How far the spin has come when a fact happens: before the result, closed where what is then taken still counts,
the ball at rest, the dolly on the number."""


def tell_felt(
    standing: Sequence[Stack], facts: Iterable[Entry], phase: Callable[[Entry], Phase], diameter_mm: float
) -> FeltStory:
    """Follow the chips through a round; once the ball rests, a dealer who puts chips down pays."""
    story = FeltStory(stacks=tuple(standing))
    for fact in facts:
        if isinstance(fact.data, (OnFelt, ChipsMoved)):
            story = follow(story, fact, phase=phase(fact), diameter_mm=diameter_mm)
    return story


def follow(story: FeltStory, fact: Entry, *, phase: Phase = "betting", diameter_mm: float = DIAMETER_MM) -> FeltStory:
    """What the felt looks like after one more fact."""
    data, rested, kept = fact.data, phase in ("rested", "marked"), phase != "betting"
    if isinstance(data, ChipsMoved):
        return _moved(story, fact, data, kept=kept)
    if not isinstance(data, OnFelt):
        return story
    stack = _find(story, data, diameter_mm)
    paying = (rested and data.side == "dealer") or (phase == "marked" and data.side == "unknown")
    match data:
        case ChipsPaid():
            return _paid(story, fact, data, diameter_mm)
        case (ChipsPlaced() | ChipsAdded()) if paying and _near(story, data, diameter_mm):
            return _paid(story, fact, data, diameter_mm)
        case ChipsCollected() | ChipsRemoved():
            return _gone(story, fact, data, stack, phase=phase)
        case ChipsReduced() if stack is not None:
            handled = Handled(act=fact.id, how="reduced", stack=stack, taken=data.chips)
            return _change(story, stack, _lessen(stack, data.chips, kept=kept), handled)
        case ChipsStanding() if stack is not None:
            return story if alike(stack.chips, data.chips) else _change(story, stack, stack.made_of(_part(fact, data)))
        case ChipsAdded() if stack is not None:
            return _change(story, stack, replace(stack, parts=(*stack.parts, *_part(fact, data))))
        case ChipsPlaced() | ChipsAdded() | ChipsStanding():
            new = Stack(id=_name(data), place=_place(data), parts=_part(fact, data))
            return replace_story(story, stacks=(*story.stacks, new))
    return story


def _part(fact: Entry, data: OnFelt) -> tuple[Part, ...]:
    return (Part(chips=data.chips, act=fact.id),)


def _name(data: OnFelt) -> str:
    return data.stack or f"on {data.spot or f'{data.x_mm}, {data.y_mm}'}"


def _place(data: OnFelt) -> Place:
    return Place(x_mm=data.x_mm, y_mm=data.y_mm, error_mm=data.error_mm, spot=data.spot)


def _find(story: FeltStory, data: OnFelt, diameter_mm: float) -> Stack | None:
    """The standing stack a fact speaks of: by its name, else the one within half a chip of the place."""
    named = [stack for stack in story.on_felt() if stack.id == _name(data)]
    if named or (data.stack is not None and not isinstance(data, ChipsStanding)):
        return named[-1] if named else None
    if data.x_mm is None:
        there = [stack for stack in story.on_felt() if data.spot is not None and stack.lies.spot == data.spot]
        return there[0] if len(there) == 1 and not isinstance(data, ChipsPlaced) else None
    near = [
        (apart, stack) for stack in story.on_felt()
        if (apart := distance_mm(stack.lies, _place(data))) is not None and apart <= diameter_mm / 2
    ]
    return min(near, key=lambda each: each[0])[1] if near else None


def _near(story: FeltStory, data: OnFelt, diameter_mm: float) -> tuple[str, ...]:
    """The bets a payment here may mean, nearest first; one alone when no other is as near within the error."""
    standing, place = story.on_felt(), _place(data)
    if data.stack and any(stack.id == data.stack for stack in standing):
        return (data.stack,)
    if place.x_mm is None:
        return tuple(stack.id for stack in standing if place.spot and stack.place.spot == place.spot)
    reached = []
    for stack in standing:
        apart = distance_mm(stack.lies, place)
        slack = max(place.error_mm or 0.0, stack.lies.error_mm or 0.0)
        if apart is not None and apart <= REACH * diameter_mm + slack:
            reached.append((apart, slack, stack.id))
    reached.sort()
    return tuple(name for apart, slack, name in reached if apart - reached[0][0] <= max(slack, reached[0][1]))


def _paid(story: FeltStory, fact: Entry, data: OnFelt, diameter_mm: float) -> FeltStory:
    paid = Payment(
        act=fact.id, stack=_name(data), place=_place(data), chips=data.chips, seen=data.seen,
        to=_near(story, data, diameter_mm), doubtful=data.side == "unknown" and not isinstance(data, ChipsPaid),
    )
    return replace_story(story, payments=(*story.payments, paid))


def _gone(story: FeltStory, fact: Entry, data: OnFelt, stack: Stack | None, *, phase: Phase) -> FeltStory:
    """A stack is taken: by the dealer after the result it is collected, or a payment is taken back."""
    dealer = isinstance(data, ChipsCollected) or data.side == "dealer"
    rested = phase in ("rested", "marked")
    if stack is None:
        return _payment_gone(story, data, taken_back=dealer)
    if isinstance(data, ChipsCollected) and surely_fewer(data.chips, stack.left.chips):
        return _change(story, stack, _lessen(stack, data.chips, kept=True))
    how: Literal["collected", "taken", "unclear"] = "taken"
    if rested or isinstance(data, ChipsCollected):
        how = "collected" if dealer else "taken" if data.side == "player" else "unclear"
    gone = Gone(act=fact.id, seen=data.seen, how=how, counts=phase == "closed")
    for each in _meant(story, data, stack):
        handled = None if how == "collected" else Handled(act=fact.id, how="withdrawn", stack=each, taken=each.chips)
        story = _change(story, each, replace(each, gone=gone), handled)
    return story


def _meant(story: FeltStory, data: OnFelt, stack: Stack) -> list[Stack]:
    """Who names the spot alone and takes no fewer chips than lie there took every bet of that name."""
    same = [each for each in story.on_felt() if each.id == stack.id]
    everything = tuple(pile for each in same for pile in each.chips)
    return [stack] if data.stack is not None or surely_fewer(data.chips, everything) else same


def _payment_gone(story: FeltStory, data: OnFelt, *, taken_back: bool) -> FeltStory:
    payments = tuple(
        replace(paid, taken_back=taken_back, lifted=not taken_back)
        if paid.stack == data.stack and not paid.taken_back and not paid.lifted else paid for paid in story.payments
    )
    return replace_story(story, payments=payments)


def _moved(story: FeltStory, fact: Entry, data: ChipsMoved, *, kept: bool) -> FeltStory:
    for stack in story.on_felt():
        if stack.id == data.stack or (data.stack is None and _same_place(stack.lies, data.from_)):
            handled = Handled(act=fact.id, how="moved", stack=stack)
            origin = stack.origin or stack.place
            moved = replace(stack, moved=data.to) if kept else replace(stack, place=data.to, origin=origin)
            return _change(story, stack, moved, handled)
    return story


def _same_place(one: Place, other: Place) -> bool:
    apart = distance_mm(one, other)
    return one.spot == other.spot is not None if apart is None else apart <= DIAMETER_MM / 2


def _lessen(stack: Stack, taken: tuple[Chips, ...], *, kept: bool) -> Stack:
    if kept:
        return replace(stack, lessened=(*stack.lessened, *taken))
    return stack.made_of(without(stack.parts, taken))


def _change(story: FeltStory, was: Stack, changed: Stack, handled: Handled | None = None) -> FeltStory:
    stacks = tuple(changed if each is was else each for each in story.stacks)
    return replace_story(story, stacks=stacks, handled=(*story.handled, handled) if handled else story.handled)
