"""Following the game: which round a fact belongs to, and when a round opens and closes."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from schemas.envelope import Entry, WireEntry
from schemas.events import (
    BallDropped,
    BallLapped,
    BallLaunched,
    BallRested,
    BetsOpened,
    BonusGeneratorFailed,
    BonusNumbersShown,
    CameraLost,
    CameraMoved,
    CameraRestored,
    ChecklistSigned,
    ChipsAdded,
    ChipsMoved,
    ChipsPlaced,
    ClockTicked,
    ColourAssigned,
    DollyLifted,
    DollyPlaced,
    Event,
    HandEntered,
    HandLeft,
    RulebookAdopted,
    TableClosed,
    TableOpened,
    ViewCleared,
    ViewObscured,
)
from schemas.ids import round_id
from schemas.rulebook import read_rulebook
from schemas.table import setup_from
from services.rules.alternation import rotor_of
from services.rules.felt import follow as follow_felt
from services.rules.play import Play
from services.rules.round import Ending, Game, Round, adopt
from services.rules.sight import name_of
from services.rules.spin import seen_of
from services.rules.stacks import FeltStory
from services.rules.waiting import Released, in_turn

OPENING = (ChipsPlaced, ChipsAdded, ChipsMoved, BallLaunched, BallLapped, BallDropped)
"""What opens a round when none is open and nobody said so."""
MOST_FACTS = 2000
"""Facts kept of one round; a table left open all night forgets the oldest rather than growing."""


def open_session(entry: Entry, opened: TableOpened, before: Game, *, overruled: bool) -> Game:
    """A new session: the configuration in force, an empty felt; the last rulebook until another is adopted."""
    setup = setup_from(opened.config, "TableOpened.config")
    game = Game(
        table=entry.table, setup=setup, session=entry.session, opened=True, sources=opened.sources,
        reports=opened.reports, values=setup.values, now=entry.time,
        previous_number=opened.previous_number or setup.previous_number,
    )
    book = before.books.get(before.book or "")
    return adopt(game, book) if book and (overruled or book.id == setup.rulebook) else game


def end_session(game: Game, entry: Entry) -> Game:
    """The session is over: an open round is cut short, and so is one whose end is not past."""
    game = replace(game, now=entry.time if game.now is None else max(game.now, entry.time))
    ending = Ending(time=entry.time, why="the session ended", act=entry.id, cut_short=True)
    if game.current is not None:
        return _close(game, ending)
    last = game.previous
    if last is not None and last.ending is not None and game.now is not None and game.now <= last.ending.time:
        return replace(game, previous=replace(last, ending=replace(last.ending, cut_short=True)))
    return game


def follow(game: Game, released: Released, *, overruled: bool) -> Game:
    """Let the past include one more fact."""
    entry = released.entry
    if not released.late:
        game = replace(game, now=entry.time if game.now is None else max(game.now, entry.time))
    if passing(entry.data):
        return game
    match entry.data:
        case RulebookAdopted(text=text):
            return game if overruled else _adopted(game, text)
        case ColourAssigned():
            game = _assigned(game, entry.data)
        case ChecklistSigned(clause=clause):
            game = replace(game, signed=tuple(dict.fromkeys((*game.signed, clause))))
        case BonusGeneratorFailed():
            game = replace(game, generator_failed=True)
        case BonusNumbersShown() if game.current is None or not game.current.generator_failed:
            game = replace(game, generator_failed=False)
        case TableOpened() | TableClosed():
            return game
        case ClockTicked(ended=True):
            game = replace(game, blind=tuple(dict.fromkeys((*game.blind, entry.origin))))
        case CameraLost(camera=named) | ViewObscured(camera=named) | CameraMoved(camera=named):
            game = replace(game, blind=tuple(dict.fromkeys((*game.blind, name_of(named)))))
        case CameraRestored(camera=named) | ViewCleared(camera=named):
            game = replace(game, blind=tuple(name for name in game.blind if name != name_of(named)))
    return _late(game, entry) if released.late else _in_turn(game, entry)


def passing(told: Event) -> bool:
    """Whether a fact only lets table time pass: a heartbeat, or a hand over the felt, which nobody judges."""
    kind = type(told)
    return kind is HandEntered or kind is HandLeft or (isinstance(told, ClockTicked) and not told.ended)


def _adopted(game: Game, text: str) -> Game:
    game = adopt(game, read_rulebook(text, "RulebookAdopted"))
    return replace(game, adopted_in_round=game.current.id if game.current else None)


def _assigned(game: Game, told: ColourAssigned) -> Game:
    """A colour's value and whose it is, from now on; the round in play keeps it as a fact with its time."""
    values = {name: worth for name, worth in game.values.items() if name != told.colour}
    owners = {name: whose for name, whose in game.owners.items() if name != told.colour}
    if told.value is not None:
        values[told.colour] = told.value
        if told.position is not None:
            owners[told.colour] = told.position
    return replace(game, values=values, owners=owners)


def _in_turn(game: Game, entry: Entry) -> Game:
    if _opens(game, entry):
        if game.book is None:
            return replace(game, bookless=True)
        if game.current is not None:
            game = _close(game, Ending(time=entry.time, why="the next round opened", act=entry.id))
        game = _open(game, entry)
    if game.current is None:
        return _between(game, entry)
    current = _with(game.current, entry)
    game = replace(game, current=current)
    if isinstance(entry.data, DollyLifted) and _marked(current):
        return _close(game, Ending(time=entry.time, why="the dolly was lifted", act=entry.id))
    return game


def _opens(game: Game, entry: Entry) -> bool:
    """Whether a fact begins a round: bets invited, or chips or a ball when no round is open."""
    if game.current is None:
        if isinstance(entry.data, BallRested):
            return entry.data.number != game.previous_number
        return isinstance(entry.data, (BetsOpened, *OPENING))
    if not isinstance(entry.data, (BetsOpened, BallLaunched)):
        return False
    last = Play(game, game.current).spins[-1]
    return last.finished and not last.goes_on


def _open(game: Game, entry: Entry) -> Game:
    assert game.book is not None
    opened = Round(
        number=game.rounds + 1, id=round_id(entry.id), book=game.book, opening=cast(WireEntry, entry),
        standing=game.felt, values=game.values, previous_number=game.previous_number,
        previous_rotor=game.previous_rotor, owners=game.owners, signed=game.signed,
        generator_failed=game.generator_failed, blind=game.blind,
    )
    return replace(game, current=opened, rounds=game.rounds + 1, felt=(), adopted_in_round=None)


def _close(game: Game, ending: Ending) -> Game:
    """The round becomes the last one; what still stands on the felt is the next one's."""
    current = game.current
    assert current is not None
    play = Play(game, current)
    number = play.result.number if play.result else game.previous_number
    closed = replace(current, ending=ending)
    return replace(
        game, current=None, previous=closed, felt=play.felt.standing(), previous_number=number,
        previous_rotor=rotor_of(play.spins) or game.previous_rotor,
    )


def _between(game: Game, entry: Entry) -> Game:
    """Between rounds the felt is followed; what came no later than the last round's end is still its own."""
    last = game.previous
    if last is not None and last.ending is not None and entry.time <= last.ending.time:
        game = replace(game, previous=_with(last, entry))
    return replace(game, felt=follow_felt(FeltStory(stacks=game.felt), entry).standing())


def _late(game: Game, entry: Entry) -> Game:
    """What comes late changes the round it belongs to; it opens and closes none."""
    seen = seen_of(entry)
    if game.current is not None and seen[1] >= seen_of(game.current.opening)[0]:
        return replace(game, current=_with(game.current, entry))
    last = game.previous
    if last is not None and seen[1] >= seen_of(last.opening)[0]:
        return replace(game, previous=_with(last, entry))
    return game


def _with(round_: Round, entry: Entry) -> Round:
    if any(fact.id == entry.id for fact in round_.facts):
        return round_
    facts = (*round_.facts, cast(WireEntry, entry))
    if round_.facts and in_turn(entry) < in_turn(round_.facts[-1]):
        facts = tuple(sorted(facts, key=in_turn))
    return replace(round_, facts=facts[-MOST_FACTS:])


def _marked(round_: Round) -> bool:
    """Whether this round had a result to lift the dolly from."""
    return any(isinstance(fact.data, (DollyPlaced, BallRested)) for fact in round_.facts)
