"""What the referee remembers of a table: the session, the round in play and the one before."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from schemas.envelope import WireEntry
from schemas.events import Source, Value
from schemas.moment import Moment
from schemas.rulebook import Rulebook
from schemas.table import TableSetup
from services.rules.stacks import Stack
from services.rules.waiting import Waiting


class Told(Value, frozen=True, kw_only=True):
    """Something the referee has said of a round: under which id, and a digest of what would be news."""

    id: str
    digest: str


class Ending(Value, frozen=True, kw_only=True):
    """How a round ended; `cut_short` when the session ended before it."""

    time: Moment
    why: str
    act: str
    cut_short: bool = False


class Round(Value, frozen=True, kw_only=True):
    """One round: its facts in order of table time, what stood on the felt before, and what has been said of it.

    Verdicts are not kept: they are concluded anew from the facts, so that a fact that comes late changes them. `due`
    is when table time alone may next change one.
    """

    number: int
    id: str
    book: str
    opening: WireEntry
    facts: tuple[WireEntry, ...] = ()
    standing: tuple[Stack, ...] = ()
    values: dict[str, int] = field(default_factory=dict)
    previous_number: str | None = None
    previous_rotor: str | None = None
    owners: dict[str, int] = field(default_factory=dict)
    signed: tuple[str, ...] = ()
    generator_failed: bool = False
    blind: tuple[str, ...] = ()
    ending: Ending | None = None
    told: dict[str, Told] = field(default_factory=dict)
    due: Moment | None = None


class Game(Value, frozen=True, kw_only=True):
    """A table's session as the referee knows it; `stumbled` is the round in which something could not be judged."""

    table: str
    setup: TableSetup
    session: str = ""
    opened: bool = False
    sources: tuple[Source, ...] = ()
    reports: tuple[str, ...] = ()
    books: dict[str, Rulebook] = field(default_factory=dict)
    book: str | None = None
    adopted_in_round: str | None = None
    values: dict[str, int] = field(default_factory=dict)
    previous_number: str | None = None
    previous_rotor: str | None = None
    owners: dict[str, int] = field(default_factory=dict)
    signed: tuple[str, ...] = ()
    generator_failed: bool = False
    blind: tuple[str, ...] = ()
    felt: tuple[Stack, ...] = ()
    rounds: int = 0
    current: Round | None = None
    previous: Round | None = None
    now: Moment | None = None
    bookless: bool = False
    stumbled: int | None = None

    def in_force(self, round_: Round) -> Rulebook:
        """The rulebook a round is judged by."""
        return self.books[round_.book]


class TableState(Value, frozen=True, kw_only=True):
    """Everything that is saved of a table: what waits for its turn, and what has been judged."""

    waiting: Waiting = Waiting()
    game: Game


def begin_game(table: str, book: Rulebook | None) -> Game:
    """A table before anything is known of it."""
    setup = TableSetup(table=table, rulebook=book.id if book else "")
    game = Game(table=table, setup=setup)
    return game if book is None else adopt(game, book)


def adopt(game: Game, book: Rulebook) -> Game:
    """A rulebook comes into force with the next round; only those still judged by are kept."""
    kept = {round_.book for round_ in (game.current, game.previous) if round_}
    books = {sha: old for sha, old in game.books.items() if sha in kept}
    return replace(game, books={**books, book.sha256: replace(book, text="")}, book=book.sha256)
