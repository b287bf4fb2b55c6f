"""Whether a table may be opened under a rulebook: what is wrong with its file, one line with the key and the clause."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.errors import NoMoreBetsError, meant
from schemas.rulebook import Rulebook
from schemas.rulebook_parts import VariantPart
from schemas.table import ChipPart, TableSetup
from schemas.wheel import from_zero, order_of

EQUIPMENT = ("bell", "change_block", "chipper", "display", "dolly", "drop_box", "marker_buttons", "rack")
"""What a table file may say that a table has or has not; a book may require more by other names."""
RACETRACKS = {"racetrack": "tier", "asian-racetrack": "asian"}
"""Parts of a felt, and a wager that only they offer."""


def check_table(setup: TableSetup, book: Rulebook) -> None:
    """Refuse the first thing about this table that its rulebook does not allow."""
    for check in (_wheel, _layout, _equipment, _variants, _racetracks, _chips):
        wrong = next(check(setup, book), None)
        if wrong is not None:
            raise NoMoreBetsError(wrong)


def _cite(book: Rulebook, clause: str | None) -> str:
    return f"({book.id} {clause})" if clause else f"({book.id})"


def _wheel(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    told, wheel = book.equipment, setup.wheel
    if len(wheel.pockets) not in book.pockets:
        allowed = " or ".join(map(str, book.pockets))
        clause = told.order_clause or told.layout_clause
        yield f"[wheel] order has {len(wheel.pockets)} pockets; {allowed} are played {_cite(book, clause)}."
    if told.wheel_diameter_mm is not None and wheel.diameter_mm < told.wheel_diameter_mm:
        least = f"a wheel is at least {told.wheel_diameter_mm:g} mm across"
        yield f"[wheel] diameter_mm = {wheel.diameter_mm:g}; {least} {_cite(book, told.wheel_clause)}."


def _layout(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    felt, pockets, clause = setup.felt, len(setup.wheel.pockets), book.equipment.layout_clause
    fits = "double-zero" if "00" in setup.wheel.pockets else "single-zero"
    if felt.layout != fits:
        beside = f"beside a wheel of {pockets} pockets"
        yield f'[felt] layout = "{felt.layout}" {beside}; it must be "{fits}" {_cite(book, clause)}.'
    zeros = felt.zeros or "single-zero"
    if fits == "double-zero" and book.zero_combinations and zeros not in book.zero_combinations:
        offered = " or ".join(f'"{each}"' for each in book.zero_combinations if each != "single-zero")
        yield f'[felt] zeros = "{zeros}"; the zeros lie {offered} {_cite(book, clause)}.'


def _equipment(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    required = book.equipment.required
    for name, there in setup.equipment.items():
        if name not in (*EQUIPMENT, *required):
            yield f"[equipment] knows no '{name}'.{meant(name, {*EQUIPMENT, *required})}"
        elif not there and name in required:
            yield f"[equipment] {name} = false; it is required {_cite(book, required[name])}."


def _variants(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    extras = setup.felt.extras
    for name in setup.variants:
        variant = book.variants.get(name)
        if variant is None:
            yield f"variants: {book.id} has no '{name}'.{meant(name, book.variants)}"
            continue
        for beside in variant.never_beside:
            if beside in extras:
                yield f"[felt] extras has '{beside}' beside the variant '{name}' {_cite(book, variant.never_clause)}."
        if variant.sections:
            yield from _sections(setup, book, variant)
    offers_sections = any(book.variants[name].sections for name in setup.variants if name in book.variants)
    if "sections" in extras and not offers_sections:
        yield f"[felt] extras has 'sections', but no variant of this table offers them {_cite(book, None)}."


def _sections(setup: TableSetup, book: Rulebook, variant: VariantPart) -> Iterator[str]:
    """Section bets need their areas, a pay table for each, and a wheel whose order is known."""
    pockets = str(len(setup.wheel.pockets))
    if "sections" not in setup.felt.extras:
        cite = _cite(book, variant.layout_clause)
        yield f"[felt] extras has no 'sections'; section bets need areas of their own {cite}."
    for section in setup.felt.sections:
        if section not in setup.section_pay:
            needed = f"[section_pay] has no '{section}'; the pay table is the operator's and must be given"
            yield f"{needed} {_cite(book, variant.pay_clauses.get(pockets))}."
    known = variant.orders.get(pockets)
    if known is not None:
        if from_zero(setup.wheel.pockets) != from_zero(order_of(known)):
            needed = f"[wheel] order is not that of the {known} wheel, which section bets are played on"
            yield f"{needed} {_cite(book, variant.order_clauses.get(pockets))}."
    elif pockets in variant.order_clauses and isinstance(setup.wheel.order, str):
        needed = f'[wheel] order = "{setup.wheel.order}"; section bets are played on another wheel: give its pockets'
        yield f"{needed}, clockwise {_cite(book, variant.order_clauses[pockets])}."


def _racetracks(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    extras = [extra for extra in setup.felt.extras if extra in RACETRACKS]
    for extra in extras:
        if RACETRACKS[extra] not in {**book.wager_clauses, **book.wager_clauses_38}:
            cite = _cite(book, book.equipment.layout_clause)
            yield f"[felt] extras has '{extra}', which this book does not offer {cite}."
    limits = setup.limits.racetrack if setup.limits else None
    if extras and book.judges("racetrack-under-minimum") and (limits is None or limits.minimum is None):
        clause = book.rules["racetrack-under-minimum"].clauses[-1]
        yield f"[limits.racetrack] has no minimum; a felt with a racetrack needs it {_cite(book, clause)}."


def _chips(setup: TableSetup, book: Rulebook) -> Iterator[str]:
    """A player's colour that looks like a value chip, or like another player's."""
    clause = book.equipment.unlike_chips_clause
    if clause is None:
        return
    seen: dict[object, ChipPart] = {}
    for chip in sorted(setup.chips, key=lambda chip: chip.kind != "value"):
        looks = (chip.rgb, chip.spots_rgb)
        other = seen.setdefault(looks, chip)
        if other is not chip and (_a_players(chip) or _a_players(other)):
            yield f"[[chips]] '{chip.colour}' looks exactly like '{other.colour}'; no two may {_cite(book, clause)}."


def _a_players(chip: ChipPart) -> bool:
    """A player's colour: said to be one, or without a value of its own."""
    return chip.kind == "colour" or (chip.kind is None and chip.value is None)
