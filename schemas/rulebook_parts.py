"""The sections of a rulebook's file: clauses, remedies, rules, variants, limits, equipment."""

from __future__ import annotations

from typing import Literal

import msgspec

from schemas.events import Conduct

Rule = Literal[
    "late-bet", "paid-void-bet", "oral-bet-without-chips",
    "bet-withdrawn", "bet-reduced", "bet-moved", "push", "top-hat", "savannah",
    "player-on-racetrack", "player-on-section", "racetrack-under-minimum", "racetrack-beyond-increment",
    "under-minimum", "over-maximum", "section-limits", "chips-out-of-order", "value-chips-on-layout", "colour-shared",
    "same-direction", "short-spin", "not-spun", "foreign-object", "ball-too-long", "interference", "ball-left-wheel",
    "ball-broke", "wheel-stopped", "wheel-not-rotating",
    "no-spin-not-called", "ball-not-removed", "paid-on-void-spin", "ball-not-returned", "ball-not-examined",
    "bets-not-opened", "no-call", "call-without-bell", "bell-without-call", "rotor-not-alternated", "spun-by-another",
    "ball-changed-during-spin", "result-not-announced", "dolly-not-placed", "wrong-announcement", "wrong-dolly",
    "racetrack-not-moved", "sections-not-moved", "paid-before-collecting", "checklist-not-signed",
    "bonus-numbers-wrong", "bonus-multiplier-wrong", "bonus-shown-early",
    "overpaid", "underpaid", "winner-unpaid", "loser-paid", "winner-collected", "loser-left",
    "ball-size", "line-unreadable",
]
"""Everything that can be found. A closed list: what a book calls by another name is one of these with its clauses."""
Kind = Literal["rule", "settle", "permit", "config", "sense", "notice", "define"]
Closing = Literal["call", "wave", "button", "device", "drop", "bonus"]
Wager = Literal[
    "straight", "split", "street", "corner", "five-line", "six-line", "column", "dozen", "even-chance", "asian",
    "tier", "orphelins", "voisins", "neighbours",
]
VariantName = Literal["viva", "sections", "bonus"]
Void = Literal["re-spin", "round", "spin", "house"]
"""What an irregular spin comes to: spun again with the bets standing, the round void, the spin void and nothing more
said, or nothing stated at all, so that the house decides."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A section of the file; a key it does not know is a typo, and is refused. What is not said is not saved either."""


class Clause(Part, frozen=True, kw_only=True):
    """One clause: its number, its kinds, in short. `by` are rules that show it without citing it; `variant` and
    `pockets` when it binds only such tables, `equipment` only those that have it; `when` a notice must be signed.
    """

    id: str
    kinds: tuple[Kind, ...]
    short: str
    by: tuple[Rule, ...] = ()
    variant: VariantName | None = None
    pockets: int | None = None
    equipment: str | None = None
    when: Literal["opening", "generator-failed"] = "opening"


class StatedRemedy(Part, frozen=True, kw_only=True):
    """What a clause orders (`clause` given), or which `[house]` setting decides (`house` given)."""

    what: str | None = None
    clause: str | None = None
    house: str | None = None


class RulePart(Part, frozen=True, kw_only=True):
    """How this book sees one rule: its clauses (the sharpest last), its conduct, its remedies.

    `after_drop…` replace the others for what happened after the ball dropped, `…increase_clauses` when chips were
    added to a bet that stood, `…dealer_clauses` when the dealer's hand did it, `bonus_clauses` come to a bet made
    after a bonus number was shown, `section_…` are cited for a section bet, `losing_clauses` when a losing bet was
    touched, `two_zeros_clauses` on a wheel of 38. `duty_clauses` are what a void spin's duties cite when this rule
    made it void, `duties` which of them it brings, `void` what becomes of the spin. `still_counts`: a bet withdrawn,
    reduced or moved is settled as it stood when betting closed.
    """

    conduct: Conduct
    clauses: tuple[str, ...]
    remedies: tuple[StatedRemedy, ...] = ()
    after_drop_clauses: tuple[str, ...] = ()
    after_drop_remedies: tuple[StatedRemedy, ...] = ()
    increase_clauses: tuple[str, ...] = ()
    after_drop_increase_clauses: tuple[str, ...] = ()
    dealer_clauses: tuple[str, ...] = ()
    after_drop_dealer_clauses: tuple[str, ...] = ()
    section_dealer_clauses: tuple[str, ...] = ()
    bonus_clauses: tuple[str, ...] = ()
    bonus_remedies: tuple[StatedRemedy, ...] = ()
    losing_clauses: tuple[str, ...] = ()
    losing_remedies: tuple[StatedRemedy, ...] = ()
    two_zeros_clauses: tuple[str, ...] = ()
    duty_clauses: dict[Rule, tuple[str, ...]] = {}
    duties: tuple[Rule, ...] | None = None
    void: Void | None = None
    still_counts: bool = False

    @property
    def cited(self) -> tuple[str, ...]:
        """Every clause this rule can cite."""
        duties = (clause for clauses in self.duty_clauses.values() for clause in clauses)
        named = [field.name for field in msgspec.structs.fields(self) if field.name.endswith("clauses")]
        own = (clause for name in named if name != "duty_clauses" for clause in getattr(self, name))
        return tuple(dict.fromkeys((*own, *duties)))

    @property
    def ordered(self) -> tuple[StatedRemedy, ...]:
        """Every remedy this rule can order."""
        return (*self.remedies, *self.after_drop_remedies, *self.bonus_remedies, *self.losing_remedies)


class VariantPart(Part, frozen=True, kw_only=True):
    """A version of the game a table may adopt over the ordinary one.

    `for_one`: these wagers pay for one, the stake not returned on top. `sections` offers section bets, paid by the
    table's own pay table. `numbers`, `multipliers` and `straight` are a bonus game's. A variant with a higher
    `precedence` prevails where two say different things. `never_beside` are parts of a felt it may not stand next to.
    `layout_clause` wants areas printed for it, `pay_clauses` a pay table and `order_clauses` the wheel's order in the
    table's file, each by the number of pockets; `orders` the known wheel it is played on, where that can be told.
    """

    clauses: tuple[str, ...]
    precedence: int = 1
    for_one: tuple[Wager, ...] = ()
    sections: bool = False
    numbers: tuple[int, int] | None = None
    multipliers: tuple[int, int] | None = None
    straight: int | None = None
    never_beside: tuple[str, ...] = ()
    never_clause: str | None = None
    layout_clause: str | None = None
    pay_clauses: dict[str, str] = {}
    order_clauses: dict[str, str] = {}
    orders: dict[str, str] = {}

    @property
    def cited(self) -> tuple[str, ...]:
        """Every clause this variant names."""
        one = [clause for clause in (self.never_clause, self.layout_clause) if clause]
        every = (*self.clauses, *one, *self.pay_clauses.values(), *self.order_clauses.values())
        return tuple(dict.fromkeys(every))


class LimitsPart(Part, frozen=True, kw_only=True):
    """What a wager may be, in minor units, and the clause that says so."""

    clause: str
    minimum: int | None = None
    maximum: int | None = None


class EquipmentPart(Part, frozen=True, kw_only=True):
    """What the wheel, the ball and the table must be; each requirement with its clause."""

    wheel_diameter_mm: float | None = None
    wheel_clause: str | None = None
    ball_mm: tuple[float, float] | None = None
    ball_clause: str | None = None
    order_clause: str | None = None
    layout_clause: str | None = None
    required: dict[str, str] = {}
    unlike_chips_clause: str | None = None
