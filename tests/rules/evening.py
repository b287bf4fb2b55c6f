"""Random evenings: every kind of event a table's sources can write, at any table, under any rulebook and variant.

Nothing here is likely; everything is possible. What a line could not say (contracts.md) is not said here either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from schemas.envelope import Entry, entry
from schemas.events import KINDS, BonusNumber, Chips, Place, Source
from schemas.ids import observation_id
from schemas.layout import spots
from schemas.moment import Moment
from schemas.rulebook import Rulebook, load_rulebook
from schemas.table import (
    ChipPart,
    FeltPart,
    HousePart,
    Limits,
    LimitsPart,
    TableSetup,
    WheelPart,
    config_of,
    felt_beside,
)
from schemas.wheel import AMERICAN

START = Moment.parse("2026-11-18T21:00:00Z")
COLOURS = ("green", "blue", "orange", "yellow", "black", "purple")
PAY = {"voisins": 1, "tier": 2, "orphans": (7, 2)}
LIMITS = LimitsPart(
    minimum=100, maximum=100000, racetrack=Limits(minimum=500, increment=500),
    sections=Limits(minimum=500, maximum=9000),
)
TRACKS = ("racetrack", "asian-racetrack")
EUROPEAN = WheelPart(order=tuple(AMERICAN))
"""The 38 pockets written out, as a section table must give them (7.9)."""


def _felt(zeros: str | None = None, **told: Any) -> FeltPart:
    return FeltPart(layout="double-zero" if zeros else "single-zero", zeros=zeros, **told)


def _table(book: str, zeros: str | None = None, *, wheel: WheelPart | None = None, **told: Any) -> TableSetup:
    wheel = wheel or WheelPart(order="american" if zeros else "single-zero")
    felt = felt_beside(wheel, told.pop("felt", None) or _felt(zeros))
    return TableSetup(table="t", rulebook=book, wheel=wheel, felt=felt, limits=LIMITS, **told)


def every_table() -> dict[str, TableSetup]:
    """Every rulebook with every wheel, felt and combination of variants it allows."""
    made = {
        "8-2004": _table("division-8-2004"),
        "8-2004 racetracks": _table("division-8-2004", felt=_felt(extras=TRACKS)),
        "8-2004 option 2": _table("division-8-2004", felt=_felt(option=2, courtesy="0")),
        "mbs": _table("mbs-v2"),
        "four-dollar": _table("four-dollar", "0-00"),
        "four-dollar option 2": _table("four-dollar", "0-00", felt=_felt("0-00", option=2)),
    }
    for zeros in (None, "00-0", "0-00"):
        name = f"current {zeros or '37'}"
        for variants in ((), ("viva",), ("bonus",), ("viva", "bonus")):
            called = " ".join((name, *variants))
            made[called] = _table("division-current", zeros, variants=variants)
            made[f"{called} racetracks"] = _table(
                "division-current", zeros, variants=variants, felt=_felt(zeros, extras=TRACKS)
            )
            made[f"{called} sections"] = _table(
                "division-current", zeros, variants=(*variants, "sections"), section_pay=PAY,
                felt=_felt(zeros, extras=("sections",)), wheel=EUROPEAN if zeros else None,
            )
    return made


@dataclass
class Evening:
    """One table and its sources, telling one random thing after the other."""

    random: Random
    setup: TableSetup
    name: str = "t1"
    now: Moment = START
    session: int = 0
    told: int = 0
    closed: bool = True
    book: Rulebook = field(init=False)
    places: tuple[tuple[str, tuple[float, float]], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.book = load_rulebook(self.setup.rulebook)
        self.places = tuple(spots(self.setup.felt.felt).items())

    def events(self, many: int) -> Iterator[Entry]:
        """This many lines, sessions opening and closing among them."""
        while self.told < many:
            if self.closed:
                yield from self._opening()
            elif self.random.random() < 0.01:
                yield self._close()
            elif self.random.random() < 0.5:
                yield from self._round()
            else:
                yield self.say(self.random.choice(ANYTHING))

    def say(self, kind: str, **data: Any) -> Entry:
        """One event of this kind with random fields, a little later than the last."""
        random = self.random
        self.now = self.now.plus(random.choice((0, 0.02, 0.3, 0.9, 1.5, 4, 20)) * random.random())
        if kind == "clock-ticked":
            return self._entry(kind, random.choice(("wheel", "layout")), {"ended": random.random() < 0.01, **data})
        late = self.now.plus(-random.choice((0, 0, 0, 0.2, 1)))
        early = late.plus(-random.choice((0, 0, 0.05, 0.4, 3)))
        fields = {name: make(self) for name, make in FIELDS.get(kind, {}).items()}
        if kind in ON_FELT:
            fields |= self.where()
        trust = random.choice((1.0, 1.0, 1.0, 0.95, 0.7, 0.3, 0.0))
        seen = {"seen": (early, late), "confidence": trust, "clock_error_ms": random.choice((0, 0, 20, 400))}
        return self._entry(kind, origin_of(kind), {**seen, **fields, **data})

    def _round(self) -> Iterator[Entry]:
        """A round as rounds go, each step left out now and then."""
        winning = self.number()
        bets = ["chips-placed"] * self.random.randrange(4)
        script: list[tuple[str, dict[str, Any]]] = [
            ("bets-opened", {}), *((kind, {"side": "player"}) for kind in bets), ("ball-launched", {}),
            ("ball-lapped", {}), ("bets-closed", {}), ("bell-rung", {}), ("bonus-numbers-shown", {}),
            ("ball-dropped", {"revolutions": (8.0, 8.5)}), ("ball-rested", {"number": winning, "confidence": 1.0}),
            ("result-announced", {"number": winning}), ("dolly-placed", {"number": winning}),
            ("chips-collected", {}), ("chips-paid", {}), ("payout-reported", {}), ("clock-ticked", {"ended": False}),
            ("dolly-lifted", {}),
        ]
        for kind, data in script:
            if self.random.random() < 0.85:
                yield self.say(kind, **data)
            if self.random.random() < 0.1:
                yield self.say(self.random.choice(ANYTHING))

    def _opening(self) -> Iterator[Entry]:
        self.session, self.closed = self.session + 1, False
        self.now = self.now.plus(60)
        random = self.random
        cameras = [Source(name="wheel", kind="wheel"), Source(name="layout", kind="layout")]
        sources = random.choice((cameras, [*cameras, Source(name="desk", kind="desk")], cameras[:1], []))
        house = HousePart(
            late_bet_before_drop=random.choice(DECIDED), void_bet_chips=random.choice(DECIDED),
            bet_withdrawn=random.choice(DECIDED), bet_moved=random.choice(DECIDED),
            losing_bet_touched=random.choice(DECIDED), section_bet_by_player=random.choice(DECIDED),
            wave_closes=random.random() < 0.5, device_rpm=random.choice((None, 40.0)),
            alternate_rotor=random.random() < 0.5, sections_by_dealer=random.random() < 0.5,
        )
        chips = tuple(
            ChipPart(colour=colour, rgb=(nth, 9, 9), value=random.choice((None, 100, 2500)), diameter_mm=39 + nth % 2,
                     kind=random.choice((None, "value", "colour")))
            for nth, colour in enumerate(COLOURS[:random.randrange(7)])
        )
        setup = TableSetup(**{
            **{name: getattr(self.setup, name) for name in self.setup.__struct_fields__},
            "table": self.name, "house": house, "chips": chips,
        })
        yield self._entry("table-opened", "config", {
            "config": config_of(setup), "config_sha256": "", "sources": tuple(sources),
            "reports": tuple(kind for kind in DESK if random.random() < 0.7),
            "previous_number": random.choice((None, self.number())),
        })
        book = self.book
        yield self._entry("rulebook-adopted", "config", {
            "id": book.id, "version": book.version, "sha256": book.sha256, "text": book.text,
        })

    def _close(self) -> Entry:
        self.closed = True
        return self._entry("table-closed", "config", {})

    def _entry(self, kind: str, origin: str, data: dict[str, Any]) -> Entry:
        self.told += 1
        identity = observation_id(
            table=self.name, source=origin, session=str(self.session), kind=kind, micros=self.told, place=""
        )
        return entry(
            KINDS[kind](**data), id=identity, table=self.name, origin=origin, time=self.now, session=f"s{self.session}"
        )

    def number(self) -> str:
        return self.random.choice(self.setup.wheel.pockets)

    def maybe(self, value: Any, chance: float = 0.5) -> Any:
        return value if self.random.random() < chance else None

    def chips(self) -> tuple[Chips, ...]:
        return tuple(
            Chips(colour=self.maybe(self.random.choice(COLOURS), 0.9), count=self.count())
            for _ in range(self.random.choice((0, 1, 1, 1, 2, 3)))
        )

    def count(self) -> tuple[int, int | None]:
        low = self.random.choice((0, 1, 2, 5, 40))
        return (low, self.random.choice((low, low, low, low + 3, None)))

    def spot(self) -> str:
        return self.random.choice(self.places)[0]

    def place(self) -> Place:
        return Place(**self.where())

    def where(self) -> dict[str, Any]:
        """In the middle of a spot, off it by any amount, by name alone, or nowhere."""
        random = self.random
        spot, (x, y) = random.choice(self.places)
        if random.random() < 0.2:
            return {"x_mm": self.maybe(x, 0.1), "y_mm": None, "error_mm": None, "spot": self.maybe(spot, 0.8)}
        off = random.choice((0.0, 0.0, 0.0, 8.0, 30.0, 500.0, 1e9))
        return {
            "x_mm": x + off * (random.random() - 0.5), "y_mm": y + off * (random.random() - 0.5),
            "error_mm": random.choice((None, 0.0, 2.0, 15.0, 60.0)), "spot": self.maybe(spot),
        }


def every_evening(random: Random, tables: dict[str, TableSetup], many: int) -> Iterator[Entry]:
    """All tables at once, their lines mixed as a log mixes them."""
    evenings = [Evening(random, setup, name=f"t{nth}") for nth, setup in enumerate(tables.values(), 1)]
    telling = [evening.events(many // len(evenings)) for evening in evenings]
    while telling:
        one = random.choice(telling)
        for _ in range(random.randrange(1, 40)):
            said = next(one, None)
            if said is None:
                telling.remove(one)
                break
            yield said


def origin_of(kind: str) -> str:
    if kind in DESK:
        return "desk"
    if kind in ("camera-lost", "camera-restored"):
        return "runtime"
    return "wheel" if kind.startswith(("ball-", "rotor-", "wheel-", "object-")) or "-wheel" in kind else "layout"


DECIDED = ("void", "returned", "stands", "undecided")
SIDES, TURNS = ("dealer", "player", "unknown"), ("clockwise", "anticlockwise")
ROTORS = (*TURNS, "still", "unknown")
DESK = (
    "bets-opened", "bets-closed", "bell-rung", "no-spin-called", "result-announced", "result-displayed",
    "payout-reported", "oral-bet-called", "ball-changed", "ball-examined", "dealer-seated", "spinner-invited",
    "colour-assigned", "bonus-numbers-shown", "bonus-generator-failed", "checklist-signed", "operator-ruled",
)


def _pick(*values: Any) -> Callable[[Evening], Any]:
    return lambda evening: evening.random.choice(values)


ON_FELT = tuple(f"chips-{did}" for did in "placed added reduced removed standing collected paid".split())
SIDE = {"side": _pick(*SIDES)}
STACK = {"stack": _pick(None, "k1", "k2", "k3", "k4", "k5"), "position": _pick(None, 1, 2, 7)}
CAMERA = {"camera": _pick("wheel", "layout", "/t1/wheel", "another")}
FIELDS: dict[str, dict[str, Callable[[Evening], Any]]] = {
    "colour-assigned": {"colour": _pick(*COLOURS), "value": _pick(None, 0, 100, 500), "position": _pick(None, 1, 2)},
    "bets-closed": {"by": _pick("call", "button", "device")},
    "result-announced": {"number": Evening.number, "colour": _pick(None, "red", "black", "green")},
    "result-displayed": {"number": Evening.number},
    "payout-reported": {"spot": Evening.spot, "amount": _pick(0, 100, 87500, -5), "colour": _pick(None, *COLOURS)},
    "oral-bet-called": {
        "bet": Evening.spot, "amount": _pick(None, 0, 500, -1), "position": _pick(None, 3),
        "accompanied": _pick("chips", "cash", "nothing", "unknown"),
    },
    "ball-examined": {"by": _pick(None, "game supervisor", "dealer")},
    "dealer-seated": {"dealer": _pick("ada", "bo")},
    "spinner-invited": {"who": _pick(None, "a guest")},
    "bonus-numbers-shown": {
        "numbers": lambda evening: tuple(
            BonusNumber(number=evening.random.choice((evening.number(), evening.number(), "99")),
                        multiplier=evening.random.choice((50, 500, 120, 49, 0, -3)))
            for _ in range(evening.random.randrange(7))
        ),
    },
    "checklist-signed": {
        "clause": lambda evening: evening.random.choice((*(each.id for each in evening.book.clauses), "?")),
        "by": _pick("ada"),
    },
    "operator-ruled": {
        "about": _pick("k1", "k2", "nothing", ""), "ruling": _pick("original-place", "original place", "void"),
    },
    "rotor-started": {"rotor": _pick(*ROTORS)},
    "rotor-reversed": {"rotor": _pick(*ROTORS)},
    "ball-launched": {
        "direction": _pick(*TURNS), "rotor": _pick(*ROTORS), "ball_rpm": _pick(None, 0.0, 70.0),
        "rotor_rpm": _pick(None, 0.0, 20.0), "ball_mm": _pick(None, (19.0, 20.0), (10.0, 12.0), (24.0, 25.0)),
    },
    "ball-lapped": {
        "lap": _pick(1, 2, 3, 9), "direction": _pick(*TURNS), "rotor": _pick(*ROTORS), "seconds": _pick(None, 0.0, 1.2),
    },
    "ball-slowed": {"rpm": _pick(0.0, 39.0, 60.0)},
    "ball-dropped": {"revolutions": _pick((0.0, 0.0), (3.2, 3.9), (3.5, 4.5), (8.0, 8.4), (2.0, None), (6.0, None))},
    "ball-rested": {
        "number": lambda evening: evening.maybe(evening.number(), 0.9),
        "candidates": lambda evening: tuple(evening.number() for _ in range(evening.random.randrange(3))),
    },
    "ball-returned": {"number": lambda evening: evening.maybe(evening.number(), 0.8)},
    "hand-entered-wheel": SIDE, "hand-left-wheel": SIDE, "hand-entered": SIDE, "hand-left": SIDE,
    "chips-moved": {**STACK, **SIDE, "from_": Evening.place, "to": Evening.place, "chips": Evening.chips},
    "dolly-placed": {"number": lambda evening: evening.maybe(evening.number(), 0.9)},
    "camera-lost": CAMERA, "camera-restored": CAMERA, "view-obscured": CAMERA, "view-cleared": CAMERA,
    "camera-moved": {**CAMERA, "by_px": _pick(None, 3.0)}, "frames-skipped": {**CAMERA, "count": _pick(0, 4)},
    **{kind: {**STACK, **SIDE, "chips": Evening.chips} for kind in ON_FELT},
}
BLINDING = ("camera-lost", "view-obscured", "camera-moved")
OBSERVED = tuple(
    kind for kind, made in KINDS.items() if "confidence" in made.__struct_fields__ and kind != "on-felt"
)
ANYTHING = (*OBSERVED, *OBSERVED, *(kind for kind in OBSERVED if kind not in BLINDING), "clock-ticked")
"""Every kind a source can write; what blinds a camera is rarer, or nothing else would be judged."""
