"""The table's processor: observations in, findings out. Sequencer, referee and auditor with one state and one order."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schemas.codec import pack, unpack
from schemas.envelope import Entry
from schemas.envelope import entry as put_into_envelope
from schemas.errors import NoMoreBetsError
from schemas.events import (
    KINDS,
    BreachFound,
    ClockTicked,
    CouldNotSee,
    FindingWithdrawn,
    Observation,
    RulebookAdopted,
    TableClosed,
    TableOpened,
)
from schemas.ids import derived_id
from schemas.rulebook import Rulebook, read_rulebook
from schemas.table import setup_from
from schemas.topics import FINDINGS, OBSERVATIONS
from services.rules.door import NAMING, refuse_unknown, refuse_unlawful, set_aside
from services.rules.finding import Conclusion
from services.rules.follow import end_session, follow, open_session
from services.rules.judgement import conclusions, news, told_apart
from services.rules.play import Play
from services.rules.round import Game, Round, TableState, Told, begin_game
from services.rules.sequencer import next_round, remember, take
from services.rules.stir import overdue, stirs
from services.rules.waiting import Released

NO_BOOK = Conclusion("bookless", CouldNotSee(rule="late-bet", clauses=(), why="no rulebook has been adopted"))

HEARD = frozenset(kind for kind in KINDS.values() if issubclass(
    kind, (Observation, ClockTicked, TableOpened, TableClosed, RulebookAdopted)
))
"""What the referee listens to; what processors conclude is none of it."""


class TableProcessor:
    """Judges one table. With a `book` given, that one is used whatever the table adopts."""

    name = "referee"
    reads = OBSERVATIONS
    writes = FINDINGS

    def __init__(self, book: Rulebook | None = None) -> None:
        self.book = book

    def begin(self, table: str) -> TableState:
        """A table before anything was said about it."""
        return TableState(game=begin_game(table, self.book))

    def advance(self, state: TableState, entry: Entry) -> tuple[TableState, tuple[Entry, ...]]:
        """Let one entry in: everything whose turn it now is, is judged."""
        kind = type(entry.data)
        if kind not in HEARD:
            return state, ()
        if kind in NAMING or kind is RulebookAdopted:
            self._refuse(state, entry)
        waiting, turn = take(state.waiting, entry)
        if not turn:
            return TableState(waiting=waiting, game=state.game), ()
        game, found = state.game, list[Entry]()
        for released in turn:
            rounds = game.rounds
            game, said = self._safely(game, released)
            found += said
            if game.rounds > rounds:
                waiting = next_round(waiting)
            waiting = remember(waiting, released.entry)
        return TableState(waiting=waiting, game=game), tuple(found)

    def save(self, state: TableState) -> bytes:
        """The state as bytes."""
        return pack(state)

    def load(self, data: bytes) -> TableState:
        """The state from its bytes."""
        return unpack(data, TableState)

    def _safely(self, game: Game, released: Released) -> tuple[Game, list[Entry]]:
        """Let the table go on whatever happens: what cannot be judged is set aside, with the reason."""
        try:
            return self._step(game, released)
        except Exception as wrong:
            refused = set_aside(released.entry, wrong)
        cause = released.entry
        if isinstance(cause.data, TableOpened):
            return open_session(cause, cause.data, game, overruled=self.book is not None), [refused]
        if not isinstance(cause.data, TableClosed) and game.stumbled != game.rounds:
            return replace(game, stumbled=game.rounds), [refused]
        # Not this entry alone: the round holds what cannot be judged, and would hold up every round after it.
        game = replace(game, current=None, previous=None, felt=(), stumbled=game.rounds)
        try:
            game, said = self._step(game, released)
        except Exception:
            return game, [refused]
        return game, [refused, *said]

    def _step(self, game: Game, released: Released) -> tuple[Game, list[Entry]]:
        """Let the past include the event, then say what is now to be said and was not."""
        cause, said = released.entry, list[Entry]()
        match cause.data:
            case TableOpened():
                game, said = judge(end_session(game, cause), released, nth=0)
                return open_session(cause, cause.data, game, overruled=self.book is not None), said
            case TableClosed():
                game = end_session(game, cause)
            case _:
                followed = follow(game, released, overruled=self.book is not None)
                if followed.bookless and not game.bookless:
                    return followed, list(_envelopes(followed, released, [NO_BOOK], 0))
                if not stirs(game, followed, released):
                    return followed, said
                game = followed
        return judge(game, released, nth=0)

    def _refuse(self, state: TableState, entry: Entry) -> None:
        """Refuse at the door what could not be judged when its turn comes."""
        setup = state.game.setup
        if isinstance(entry.data, TableOpened):
            setup = setup_from(entry.data.config, "TableOpened.config")
        refuse_unknown(entry.data, setup, configured=state.game.opened or isinstance(entry.data, TableOpened))
        match entry.data:
            case TableOpened() if self.book is not None:
                refuse_unlawful(setup, self.book)
            case RulebookAdopted(text=text) if self.book is None:
                book = read_rulebook(text, "RulebookAdopted")
                if state.game.opened and state.game.session == entry.session:
                    refuse_unlawful(setup, book)
                lately = _adopted_lately(state, entry.session)
                if any(entry.id != other and book.sha256 != sha for other, sha in lately):
                    raise NoMoreBetsError(f"a second rulebook within one round: {book.id} {book.version}")


def judge(game: Game, released: Released, *, nth: int) -> tuple[Game, list[Entry]]:
    """What is to be said of the last round and of the one in play."""
    said: list[Entry] = []
    for which in ("previous", "current"):
        round_: Round | None = getattr(game, which)
        if round_ is None or (which == "previous" and not _worth_judging(game, round_, released)):
            continue
        play = Play(game, round_)
        fresh = list(news(round_, list(told_apart(conclusions(play))), released.entry.type.removeprefix("nomorebets.")))
        entries = list(_envelopes(game, released, fresh, nth + len(said)))
        told = _remember(round_, fresh, entries)
        game = replace(game, **{which: replace(round_, told=told, due=play.due)})
        said += entries
    return game, said


def _worth_judging(game: Game, round_: Round, released: Released) -> bool:
    """The last round is judged again while a deadline may still pass, and when something came late."""
    return released.late or "closed" not in round_.told or overdue(round_, game.now)


def _adopted_lately(state: TableState, session: str) -> Iterator[tuple[str, str]]:
    """The rulebooks adopted in this round, or waiting for their turn in this session."""
    game = state.game
    if game.current and game.adopted_in_round == game.current.id and game.session == session and game.book:
        yield "", game.book
    waiting: tuple[Entry, ...] = state.waiting.buffer
    for held in waiting:
        if isinstance(held.data, RulebookAdopted) and held.session == session:
            yield held.id, held.data.sha256


def _envelopes(game: Game, released: Released, fresh: list[Conclusion], nth: int) -> Iterator[Entry]:
    cause = released.entry
    for place, conclusion in enumerate(fresh, nth):
        event = conclusion.event
        if isinstance(event, BreachFound) and released.late:
            event = replace(event, late_arrival=True)
        yield put_into_envelope(
            event, id=derived_id("referee", cause.id, place), table=game.table, origin=conclusion.speaker,
            time=cause.time, session=game.session or cause.session, cause=cause.id,
        )


def _remember(round_: Round, fresh: list[Conclusion], entries: list[Entry]) -> dict[str, Told]:
    told = dict(round_.told)
    for conclusion, said in zip(fresh, entries, strict=True):
        if isinstance(conclusion.event, FindingWithdrawn):
            told.pop(conclusion.key, None)
        else:
            told[conclusion.key] = Told(id=said.id, digest=conclusion.digest)
    return told
