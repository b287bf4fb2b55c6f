"""Which facts can change an opinion at all: judging a round is dear, and most of what is told changes nothing."""

from __future__ import annotations

from schemas.events import (
    BallDropped,
    BallLapped,
    BallLaunched,
    BallLeftWheel,
    BallRested,
    BallReturned,
    BetsOpened,
    ChipsAdded,
    ChipsMoved,
    ChipsPlaced,
    ChipsReduced,
    ChipsRemoved,
    Event,
    HandEntered,
    HandEnteredWheel,
    HandLeft,
    HandLeftWheel,
    NoSpinCalled,
    Observation,
    RotorReversed,
    RotorStarted,
    RotorStopped,
)
from schemas.moment import Moment
from services.rules.follow import passing
from services.rules.good_order import in_good_order
from services.rules.lateness import SURE
from services.rules.round import Game, Round
from services.rules.waiting import Released

BETTING = (ChipsPlaced, ChipsAdded, ChipsReduced, ChipsRemoved, ChipsMoved)
BEFORE_LAUNCH = (*BETTING, HandEnteredWheel, HandLeftWheel, RotorStarted, RotorStopped, RotorReversed)
"""What means nothing yet while bets are open and the ball has not run."""
TURNING = (BallRested, BallDropped, BallReturned, NoSpinCalled, BallLeftWheel)
"""After these a lap is news: another spin, or a ball thought to be done."""
QUIET = (*BEFORE_LAUNCH, HandEntered, HandLeft, BetsOpened)


def stirs(before: Game, now: Game, released: Released) -> bool:
    """Whether the rounds must be judged again after this entry."""
    if overdue(now.current, now.now) or overdue(now.previous, now.now):
        return True
    told = released.entry.data
    if passing(told):
        return False
    if now.current is None and before.current is None:
        return now.previous is not before.previous
    if released.late or now.current is None or before.current is None or now.current.id != before.current.id:
        return True
    if isinstance(told, BallLapped):
        return not _as_before(before, before.current, told)
    if isinstance(told, HandLeftWheel) and told.side != "player":
        return any(key.startswith("void/") for key in before.current.told)
    if isinstance(told, BEFORE_LAUNCH) and _only_betting(now, before.current):
        return False
    goes_on = now.current.facts[-1] is released.entry and in_good_order(before, before.current, released.entry)
    return not goes_on


def overdue(round_: Round | None, now: Moment | None) -> bool:
    """Whether a deadline of this round has passed since it was last judged."""
    return round_ is not None and round_.due is not None and now is not None and now > round_.due


def _only_betting(game: Game, round_: Round) -> bool:
    """Whether nothing but bets was told of this round, at a table where a bet alone breaks no rule."""
    book = game.in_force(round_)
    if book.judges("colour-shared") or game.setup.felt.extras or game.blind:
        return False
    return all(isinstance(fact.data, QUIET) or fact.id == round_.opening.id for fact in round_.facts) \
        and not isinstance(round_.opening.data, (BallLaunched, BallLapped))


def _as_before(game: Game, round_: Round, told: BallLapped) -> bool:
    """Whether a lap only says again what the launch and every lap since said, and the ball is in good time."""
    if game.blind:
        return False
    said, same_way = (told.direction, told.rotor), told.direction == told.rotor
    known = False
    for fact in reversed(round_.facts):
        last: Event = fact.data
        if isinstance(last, TURNING) or (same_way and isinstance(last, HandEnteredWheel)):
            return False
        if isinstance(last, (BallLaunched, BallLapped)):
            if (last.direction, last.rotor) != said or min(told.confidence, last.confidence) < SURE:
                return False
            known = True
        if isinstance(last, BallLaunched):
            break
    return known and not _overlong(game, round_, told)


def _overlong(game: Game, round_: Round, told: Observation) -> bool:
    for fact in reversed(round_.facts):
        launch: Event = fact.data
        if isinstance(launch, BallLaunched):
            return told.seen[1] - launch.seen[0] > game.setup.house.longest_spin_s * 1000
    return False
