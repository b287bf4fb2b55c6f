"""A table for tests: say what happened in seconds, and see what the referee makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from schemas.envelope import Entry, entry
from schemas.events import KINDS, BreachFound, Chips, CouldNotSee, FindingWithdrawn, Place, Source
from schemas.ids import observation_id
from schemas.layout import Felt, spots
from schemas.moment import Moment
from schemas.rulebook import Rulebook, load_rulebook
from schemas.table import ChipPart, HousePart, TableSetup, config_of
from services.rules.table import TableProcessor

START = Moment.parse("2026-11-18T21:14:00Z")
DESK = ("bets-opened", "bets-closed", "no-spin-called", "result-announced")
CHIPS = (("green", 500), ("blue", 100), ("orange", 200), ("yellow", 2500), ("black", 10000), ("purple", 50000))
SPOTS = spots(Felt())
HOUSE = HousePart(late_bet_before_drop="returned", void_bet_chips="returned")
FROM_DESK = {
    "bets-opened", "bets-closed", "bell-rung", "no-spin-called", "result-announced", "result-displayed",
    "payout-reported", "operator-ruled", "colour-assigned",
}


def origin_of(kind: str) -> str:
    if kind in FROM_DESK:
        return "desk"
    return "wheel" if kind.startswith(("ball-", "rotor-", "hand-entered-wheel", "wheel-")) else "layout"


@dataclass(frozen=True)
class Said:
    """One moment of the table; an attribute named like an event makes that event happen then."""

    table: Table
    seconds: float
    until: float | None = None
    said: float | None = None

    def __getattr__(self, name: str) -> Any:
        kind = name.replace("_", "-")

        def say(*, origin: str | None = None, **data: Any) -> Entry:
            return self.table.entry(self, kind, origin or origin_of(kind), data)

        return say

    def chips(self, kind: str, *, spot: str, colour: str | None = "green", count: int | tuple[int, int | None] = 1,
              side: str = "player", stack: str | None = None, dx: float = 0.0, dy: float = 0.0, error: float = 2.0,
              **data: Any) -> Entry:
        """Chips on a spot; `dx`, `dy` are millimetres off its middle."""
        x, y = SPOTS[spot]
        low, high = count if isinstance(count, tuple) else (count, count)
        return self.table.entry(self, kind, "layout", {
            "stack": stack or f"k-{spot}", "x_mm": x + dx, "y_mm": y + dy, "error_mm": error, "spot": spot,
            "chips": (Chips(colour=colour, count=(low, high)),), "side": side, **data,
        })

    def chips_placed(self, **data: Any) -> Entry:
        return self.chips("chips-placed", **data)

    def chips_added(self, **data: Any) -> Entry:
        return self.chips("chips-added", **data)

    def chips_reduced(self, **data: Any) -> Entry:
        return self.chips("chips-reduced", **data)

    def chips_removed(self, **data: Any) -> Entry:
        return self.chips("chips-removed", **data)

    def chips_standing(self, **data: Any) -> Entry:
        return self.chips("chips-standing", **data)

    def chips_collected(self, **data: Any) -> Entry:
        return self.chips("chips-collected", **{"side": "dealer", **data})

    def chips_paid(self, **data: Any) -> Entry:
        spot = data["spot"]
        off = {"dy": -42.0} if spot[0].isdigit() else {"dx": 42.0}
        return self.chips("chips-paid", **{"side": "dealer", "stack": f"paid-{spot}", **off, **data})

    def chips_moved(self, *, stack: str, spot: str, to: str, side: str = "dealer", **data: Any) -> Entry:
        places = [Place(x_mm=SPOTS[name][0], y_mm=SPOTS[name][1], error_mm=2.0) for name in (spot, to)]
        return self.table.entry(self, "chips-moved", "layout", {
            "stack": stack, "from_": places[0], "to": places[1], "side": side, **data,
        })


@dataclass
class Table:
    """A table with two cameras and a desk, under a rulebook."""

    book: Rulebook = field(default_factory=lambda: load_rulebook("division-current"))
    desk: bool = True
    reports: tuple[str, ...] = DESK
    house: HousePart = HOUSE
    session: str = "s1"
    previous_number: str | None = "32"
    clock_error_ms: int = 0
    name: str = "t1"

    def at(self, seconds: float, until: float | None = None, *, said: float | None = None) -> Said:
        return Said(self, seconds, until, said)

    def entry(self, when: Said, kind: str, origin: str, data: dict[str, Any]) -> Entry:
        late = when.until if when.until is not None else when.seconds
        time = START.plus(when.said if when.said is not None else late)
        if kind != "clock-ticked" and "seen" in KINDS[kind].__struct_fields__:
            data = {"seen": (START.plus(when.seconds), START.plus(late)), "clock_error_ms": self.clock_error_ms, **data}
        event = KINDS[kind](**data)
        place = str(data.get("stack") or data.get("number") or data.get("camera") or "")
        identity = observation_id(
            table=self.name, source=origin, session=self.session, kind=kind, micros=int(time - START) * 1000,
            place=place,
        )
        return entry(event, id=identity, table=self.name, origin=origin, time=time, session=self.session)

    def setup(self) -> TableSetup:
        chips = tuple(ChipPart(colour=colour, rgb=(10 * nth, 90, 60), value=value)
                      for nth, (colour, value) in enumerate(CHIPS))
        return TableSetup(table=self.name, rulebook=self.book.id, chips=chips, house=self.house)

    def opening(self) -> list[Entry]:
        sources = [Source(name="wheel", kind="wheel"), Source(name="layout", kind="layout")]
        if self.desk:
            sources.append(Source(name="desk", kind="desk"))
        opened = self.at(0).table_opened(
            origin="config", config=config_of(self.setup()), config_sha256="", sources=tuple(sources),
            reports=self.reports if self.desk else (), previous_number=self.previous_number,
        )
        book = self.book
        adopted = self.at(0).rulebook_adopted(
            origin="config", id=book.id, version=book.version, sha256=book.sha256, text=book.text
        )
        return [opened, adopted]

    def session_of(self, told: list[Entry], *, until: float) -> list[Entry]:
        """A whole session: the opening, what was told (the desk's left out without a desk), heartbeats, the end."""
        heard = [each for each in told if self.desk or each.origin != "desk"]
        beats = [
            self.at(float(second)).clock_ticked(origin=camera, ended=second == int(until))
            for second in range(int(until) + 1) for camera in ("layout", "wheel")
        ]
        rest = sorted([*heard, *beats], key=lambda each: (each.time, each.source, each.id))
        return [*self.opening(), *rest, self.at(int(until)).table_closed(origin="config")]

    def judge(self, told: list[Entry], *, until: float = 60) -> Judged:
        return Judged.of(self.session_of(told, until=until), self.name)


@dataclass(frozen=True)
class Judged:
    """What the referee said, first word to last."""

    entries: list[Entry]

    @classmethod
    def of(cls, entries: list[Entry], table: str = "t1", processor: TableProcessor | None = None) -> Judged:
        processor = processor or TableProcessor()
        state, said = processor.begin(table), []
        for each in entries:
            state, found = processor.advance(state, each)
            said += found
        return cls(said)

    def every(self, kind: type) -> list[Any]:
        return [each.data for each in self.entries if isinstance(each.data, kind)]

    @property
    def findings(self) -> list[BreachFound]:
        """The last word: what was found and neither replaced nor withdrawn."""
        gone = {each.data.replaces for each in self.entries if isinstance(each.data, BreachFound)}
        gone |= {withdrawn.id for withdrawn in self.every(FindingWithdrawn)}
        return [each.data for each in self.entries if isinstance(each.data, BreachFound) and each.id not in gone]

    @property
    def brief(self) -> list[tuple[str, tuple[str, ...], str]]:
        return sorted((found.rule, found.clauses, found.verdict) for found in self.findings)

    @property
    def unseen(self) -> list[str]:
        return sorted(each.rule for each in self.every(CouldNotSee))

    def sentence(self, rule: str) -> str:
        return next(found.sentence for found in self.findings if found.rule == rule)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def make_table() -> type[Table]:
    return Table


@pytest.fixture
def judged() -> type[Judged]:
    return Judged
