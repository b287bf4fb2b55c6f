"""`table.toml`: what an operator knows about a table, and what `calibrate` found."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from schemas.errors import NoMoreBetsError, plainly
from schemas.felt_boxes import Extra, Felt, Section
from schemas.felt_check import check_felt
from schemas.moment import Moment
from schemas.wheel import from_zero, order_of

Remedial = Literal["void", "returned", "stands", "undecided"]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the file; a key it does not know is a typo, and is refused."""


def _lengths(**given: float) -> None:
    for key, length in given.items():
        if not 0 < length < float("inf"):
            raise ValueError(f"{key} is a length above 0")


class WheelPart(Part, frozen=True, kw_only=True):
    """The wheel: its order, clockwise seen from above, its ball, and its width across the bowl."""

    order: str | tuple[str, ...] = "single-zero"
    ball_mm: float = 20
    diameter_mm: float = 800

    def __post_init__(self) -> None:
        """Refuse an order that is none (2.3), and sizes that nothing has."""
        _lengths(ball_mm=self.ball_mm, diameter_mm=self.diameter_mm)
        try:
            order_of(self.order)
        except NoMoreBetsError as wrong:
            raise ValueError(str(wrong)) from None

    @property
    def pockets(self) -> tuple[str, ...]:
        """The pockets clockwise."""
        return order_of(self.order)


class FeltPart(Part, frozen=True, kw_only=True, cache_hash=True):
    """The felt: which layout, the size of a number's box, where the dealer stands in the picture, what is printed.

    `zeros` is read from the zeros' end with 1-2-3 from left to right. `option` 2 has the courtesy line between the
    second and the third dozen; what it covers on a single-zero felt is only drawn in the rules, so `courtesy` says it.
    `order` is the wheel as printed on the racetracks (else the table's own); `asian_groups` the groups printed there.
    """

    layout: Literal["single-zero", "double-zero"] = "single-zero"
    box_mm: tuple[float, float] = (75, 90)
    dealer_side: Literal["top", "bottom"] = "top"
    near_dealer: Literal[1, 3] = 3
    zeros: Literal["00-0", "0-00"] | None = None
    option: Literal[1, 2] = 1
    courtesy: str | None = None
    extras: tuple[Extra, ...] = ()
    order: str | tuple[str, ...] | None = None
    asian_groups: tuple[tuple[str, str, str], ...] = ()
    sections: tuple[Section, ...] = ("voisins", "tier", "orphans")
    sections_at: Literal["players", "dealer"] = "players"

    def __post_init__(self) -> None:
        """Refuse what no felt can be."""
        if (self.layout == "double-zero") != (self.zeros is not None):
            raise ValueError(
                'layout = "double-zero" needs zeros = "00-0" or "0-00", read from the zeros\' end' if not self.zeros
                else f'zeros = "{self.zeros}" is for layout = "double-zero"'
            )
        try:
            check_felt(self.felt)
        except NoMoreBetsError as wrong:
            raise ValueError(str(wrong)) from None

    @property
    def felt(self) -> Felt:
        """Its geometry."""
        return _felt(self)


@lru_cache(maxsize=64)
def _felt(part: FeltPart) -> Felt:
    return Felt(
        box_mm=part.box_mm, near_dealer=part.near_dealer, zeros=part.zeros or "0", option=part.option,
        courtesy=part.courtesy, extras=part.extras, order=() if part.order is None else order_of(part.order),
        asian_groups=part.asian_groups, sections=part.sections, sections_at=part.sections_at,
    )


def felt_beside(wheel: WheelPart, felt: FeltPart) -> FeltPart:
    """The felt with its racetracks in the order of the wheel beside it; refused when the two cannot go together."""
    pockets = wheel.pockets
    if ("00" in pockets) != felt.felt.two_zeros:
        raise NoMoreBetsError(f"[felt] layout = \"{felt.layout}\" beside a wheel of {len(pockets)} pockets (2.2, 2.3).")
    if not felt.extras or felt.extras == ("sections",):
        return felt
    if felt.order is None:
        return msgspec.structs.replace(felt, order=wheel.order)
    if from_zero(felt.felt.wheel) != from_zero(pockets):
        raise NoMoreBetsError("[felt] order is another than the wheel's; a racetrack shows its own wheel (2.2).")
    return felt


class ChipPart(Part, frozen=True, kw_only=True):
    """A kind of chip: colour, looks, size; its value unless `ColourAssigned` sets it.

    `kind`: a value chip, or a player's colour. Without it, one with a value of its own may be either.
    """

    colour: str
    rgb: tuple[int, int, int]
    spots_rgb: tuple[int, int, int] | None = None
    value: int | None = None
    diameter_mm: float = 39
    thickness_mm: float = 3.3
    kind: Literal["value", "colour"] | None = None

    def __post_init__(self) -> None:
        """Refuse a size or a colour that no chip has."""
        _lengths(diameter_mm=self.diameter_mm, thickness_mm=self.thickness_mm)
        for key, rgb in (("rgb", self.rgb), ("spots_rgb", self.spots_rgb or self.rgb)):
            if not all(0 <= part <= 255 for part in rgb):
                raise ValueError(f"chip '{self.colour}': {key} is three numbers from 0 to 255")


class SourcePart(Part, frozen=True, kw_only=True):
    """A source: where it comes from, when its file begins, how far its clock is off and by how much that may err."""

    url: str | None = None
    starts_at: datetime | None = None
    offset_ms: int = 0
    error_ms: int = 0
    reports: tuple[str, ...] = ()


LONGEST_SPIN_S = 60.0
"""From launch to rest: longer is an inordinate time. Lower, and a lively ball is called hung up; higher, and a ball
that is hung up is told so much later. Real spins take 15 to 40 s."""


class HousePart(Part, frozen=True, kw_only=True):
    """What the rulebook leaves to the operator; undecided: the sentence says 'the house decides'."""

    late_bet_before_drop: Remedial = "undecided"
    void_bet_chips: Remedial = "undecided"
    bet_withdrawn: Remedial = "undecided"
    bet_moved: Remedial = "undecided"
    losing_bet_touched: Remedial = "undecided"
    section_bet_by_player: Remedial = "undecided"
    wave_closes: bool = False
    device_rpm: float | None = None
    alternate_rotor: bool = False
    sections_by_dealer: bool = False
    longest_spin_s: float = LONGEST_SPIN_S
    suspect_from: float = 0.5
    alert_from: float = 0.8
    lateness_ms: int = 750


class Limits(Part, frozen=True, kw_only=True):
    """The least and the most of one wager, and the steps in which it may grow, in minor units."""

    minimum: int | None = None
    maximum: int | None = None
    increment: int | None = None


class LimitsPart(Limits, frozen=True, kw_only=True):
    """The limits on the sign at the table: of ordinary wagers, of racetrack wagers, of section bets."""

    racetrack: Limits | None = None
    sections: Limits | None = None


def title_of(table: str) -> str:
    """What people call a table that was given no name: `Table 1` for t1."""
    numbered = re.fullmatch(r"t(\d+)", table)
    return f"Table {numbered[1]}" if numbered else f"Table {table}"


class TableSetup(Part, frozen=True, kw_only=True):
    """One table as its file describes it."""

    table: str
    rulebook: str
    name: str | None = None
    currency: str = "AUD"
    wheel: WheelPart = WheelPart()
    felt: FeltPart = FeltPart()
    chips: tuple[ChipPart, ...] = ()
    sources: dict[str, SourcePart] = {}
    house: HousePart = HousePart()
    variants: tuple[Literal["viva", "sections", "bonus"], ...] = ()
    limits: LimitsPart | None = None
    section_pay: dict[Literal["voisins", "tier", "orphans"], int | tuple[int, int]] = {}
    equipment: dict[str, bool] = {}
    previous_number: str | None = None
    calibration: dict[str, Any] = {}

    @property
    def title(self) -> str:
        """What people call it: its name, else `Table 1` for t1."""
        return self.name or title_of(self.table)

    @property
    def values(self) -> dict[str, int]:
        """What each colour is worth, where the file says so."""
        return {chip.colour: chip.value for chip in self.chips if chip.value is not None}


class TableFile(msgspec.Struct, frozen=True, kw_only=True):
    """A table file as read: its setup, its SHA-256 and the folder its relative names start from."""

    path: Path
    sha256: str
    setup: TableSetup

    def locate(self, url: str) -> str:
        """A source's url, relative to the file unless it is a stream, a device or absolute."""
        if "://" in url or url.isdigit() or url.startswith("/"):
            return url
        return str(self.path.parent / url)


def read_table(path: Path) -> TableFile:
    """Read and check a table file; a typo is one clear line."""
    try:
        raw = path.read_bytes()
    except OSError as wrong:
        raise NoMoreBetsError(f"cannot read the table file {path}: {wrong.strerror}") from None
    try:
        told = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise NoMoreBetsError(f"{path}: not a TOML file: {wrong}") from None
    return TableFile(path=path, sha256=hashlib.sha256(raw).hexdigest(), setup=setup_from(told, str(path)))


def setup_from(told: Mapping[str, Any], where: str) -> TableSetup:
    """A table's setup from plain values (a TOML file's, or `TableOpened.config`)."""
    try:
        setup = msgspec.convert(told, TableSetup, strict=False)
    except msgspec.ValidationError as wrong:
        raise NoMoreBetsError(f"{where}: {plainly(str(wrong), _keys)}") from None
    if not re.fullmatch(r"[\w.-]+", setup.table):
        raise NoMoreBetsError(f"{where}: table is '{setup.table}'; its id has letters, digits, '-', '_' and '.' only.")
    colours = [chip.colour for chip in setup.chips]
    twice = sorted({colour for colour in colours if colours.count(colour) > 1})
    if twice:
        raise NoMoreBetsError(f"{where}: two [[chips]] have the colour '{twice[0]}'; each colour once.")
    try:
        return msgspec.structs.replace(setup, felt=felt_beside(setup.wheel, setup.felt))
    except NoMoreBetsError as wrong:
        raise NoMoreBetsError(f"{where}: {wrong}") from None


def config_of(setup: TableSetup) -> dict[str, Any]:
    """The setup as plain values for `TableOpened`, without the calibration, which judges nothing."""
    plain: dict[str, Any] = msgspec.to_builtins(setup)
    plain.pop("calibration")
    return plain


def starts_at(setup: TableSetup) -> Moment | None:
    """When the session's files begin: a camera without its own takes the other's."""
    told = [part.starts_at for part in setup.sources.values() if part.starts_at is not None]
    return Moment.of(told[0]) if told else None


_PARTS: dict[str, type[Part]] = {
    "": TableSetup, "wheel": WheelPart, "felt": FeltPart, "chips": ChipPart, "sources": SourcePart, "house": HousePart,
    "limits": LimitsPart,
}


def _keys(place: str) -> list[str]:
    return [field.name for field in msgspec.structs.fields(_PARTS.get(re.split(r"[.\[]", place)[0], TableSetup))]
