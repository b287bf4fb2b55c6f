"""A spin and its settling in good order: facts that only go on with what was to be expected, and change no opinion.

A round is in good order while nothing has been found in it, nothing could not be seen, and nothing but the ordinary
was told. Every fact left unjudged here must leave every rule's answer, and every deadline it asks about, as it was;
`tests/rules/test_indifference.py` judges everything and compares.
"""

from __future__ import annotations

from schemas.envelope import Entry
from schemas.events import (
    BallDropped,
    BallLapped,
    BallLaunched,
    BallRested,
    BetsClosed,
    BetsOpened,
    ChipsAdded,
    ChipsCollected,
    ChipsPaid,
    ChipsPlaced,
    ChipsReduced,
    ChipsRemoved,
    ColourAssigned,
    DollyPlaced,
    Event,
    HandEnteredWheel,
    HandLeftWheel,
    ResultAnnounced,
    RotorReversed,
    RotorStarted,
)
from schemas.wheel import colour_of
from services.rules.closing import clock_error
from services.rules.lateness import SURE
from services.rules.round import Game, Round
from services.rules.spin import seen_of, trust_in

ORDINARY: frozenset[type[Event]] = frozenset({
    BetsOpened, ChipsPlaced, ChipsAdded, ChipsReduced, ChipsRemoved, ColourAssigned, HandEnteredWheel, HandLeftWheel,
    RotorStarted, RotorReversed, BallLaunched, BallLapped, BetsClosed, BallDropped, BallRested, ResultAnnounced,
    DollyPlaced, ChipsCollected, ChipsPaid,
})
SETTLING: frozenset[type[Event]] = frozenset({ChipsCollected, ChipsPaid})
SHOWING: frozenset[type[Event]] = frozenset({ResultAnnounced, DollyPlaced})


def in_good_order(game: Game, before: Round, entry: Entry) -> bool:
    """Whether this only goes on with a round in which all was well: a full spin, its number shown, bets settled."""
    kind = type(entry.data)
    if kind not in SETTLING and kind not in SHOWING and kind is not BallDropped:
        return False
    if not _all_well(game, before):
        return False
    if kind is BallDropped:
        return _full_spin(game, before, entry)
    since = _since_rest(before)
    if since is None or seen_of(entry)[0] <= since[0].time:
        return False
    if kind in SHOWING:
        return all(type(fact.data) in SHOWING for fact in since[1:]) and _names_it(entry.data, since[0])
    return _goes_on_settling(entry, since)


def _all_well(game: Game, round_: Round) -> bool:
    """Whether nothing was found or unseen, every camera looks, and only the ordinary was told on an ordinary felt."""
    if game.blind or round_.blind or not game.sources or game.setup.felt.extras or "closing/1" not in round_.told:
        return False
    if any(key.startswith(("found/", "unseen/", "void/")) for key in round_.told):
        return False
    return all(type(fact.data) in ORDINARY for fact in round_.facts)


def _full_spin(game: Game, round_: Round, drop: Entry) -> bool:
    """Whether the ball dropped after its revolutions, and certainly after the call."""
    if not isinstance(drop.data, BallDropped) or trust_in(drop) < SURE:
        return False
    if drop.data.revolutions[0] < max(1, game.in_force(round_).minimum_revolutions):
        return False
    ran = {type(fact.data) for fact in round_.facts}
    if BallLaunched not in ran or BallDropped in ran or BallRested in ran:
        return False
    dropped = seen_of(drop)[0] - clock_error(drop)
    calls = [fact for fact in round_.facts if isinstance(fact.data, BetsClosed)]
    return bool(calls) and all(seen_of(call)[1] + clock_error(call) < dropped for call in calls)


def _since_rest(round_: Round) -> tuple[Entry, ...] | None:
    """The ball at rest in a number, and what was told since; None when it is not, or not for the first time."""
    rests = [nth for nth, fact in enumerate(round_.facts) if isinstance(fact.data, BallRested)]
    if len(rests) != 1:
        return None
    rest: Event = round_.facts[rests[0]].data
    return round_.facts[rests[0]:] if isinstance(rest, BallRested) and rest.number is not None else None


def _names_it(told: Event, rest: Entry) -> bool:
    """Whether dolly or call name the number the ball lies in."""
    number = rest.data.number if isinstance(rest.data, BallRested) else None
    if isinstance(told, ResultAnnounced):
        return told.number == number and told.colour in (None, colour_of(told.number))
    return isinstance(told, DollyPlaced) and told.number == number


def _goes_on_settling(entry: Entry, since: tuple[Entry, ...]) -> bool:
    """Whether settling had begun and goes on: losers collected after losers, winners paid after winners."""
    last = since[-1]
    if type(last.data) is not type(entry.data) or seen_of(entry)[0] < seen_of(last)[1]:
        return False
    kinds = {type(fact.data) for fact in since[1:]}
    if not kinds <= SETTLING | SHOWING:
        return False
    return isinstance(entry.data, ChipsPaid) or ChipsPaid not in kinds
