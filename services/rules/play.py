"""A round as the rules look at it: its spins, its felt, who was looking, and how far table time has come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from schemas.envelope import Entry
from schemas.events import Chips, ChipsMoved, ColourAssigned, DollyPlaced, OnFelt, Place, Range, Source
from schemas.layout import covers
from schemas.moment import Moment
from schemas.money import NOTHING, add, worth
from schemas.rulebook import Rulebook
from schemas.table import HousePart
from services.rules.closing import Closing, closing_of
from services.rules.facts import Facts
from services.rules.felt import Phase, tell_felt
from services.rules.irregularity import Ran
from services.rules.odds import adopted, pays, spanned
from services.rules.piles import Part
from services.rules.result import Result, result_of
from services.rules.round import Game, Round
from services.rules.sight import BLINDING, Sight, gaps_of
from services.rules.spin import Spin, betting_on, running, seen_of, spins_of
from services.rules.spots import diameter_of, spots_of
from services.rules.stacks import FeltStory, Stack
from services.rules.values import values_at

EYES = {"wheel", "layout"}


@dataclass(frozen=True)
class Play:
    """Everything a rule may ask about a round."""

    game: Game
    round: Round
    _asked: list[Moment] = field(default_factory=list, compare=False, repr=False)
    _spots: dict[Place, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def house(self) -> HousePart:
        """What the operator has decided."""
        return self.game.setup.house

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook in force in this round."""
        return self.game.in_force(self.round)

    @cached_property
    def told(self) -> Facts:
        """The facts in their order, to be asked for by kind."""
        return Facts(self.round.facts)

    @cached_property
    def facts(self) -> dict[str, Entry]:
        """The facts by their ids."""
        return {fact.id: fact for fact in self.round.facts}

    @cached_property
    def spins(self) -> tuple[Spin, ...]:
        """The spins of the round; only the last can count."""
        told = [fact for fact in self.round.facts if not isinstance(fact.data, (OnFelt, ChipsMoved))]
        return spins_of(told, Ran(
            facts=Facts(), book=self.book, house=self.house, dark=self.sight.dark, passed=self.passed,
            previous_number=self.round.previous_number,
            bonus_closes=any(each.numbers is not None for each in adopted(self).values()),
        ))

    @cached_property
    def _closings(self) -> dict[int, Closing | None]:
        return {spin.number: closing_of(spin) for spin in self.spins}

    def closing(self, spin: Spin) -> Closing | None:
        """When and by what betting closed for a spin."""
        return self._closings[spin.number]

    @cached_property
    def sight(self) -> Sight:
        """Who looked and who listened. Without a configuration a camera that speaks is a camera that looks."""
        sources = self.game.sources or tuple(self._speaking())
        gaps = gaps_of(self.told.every(*BLINDING), self.round.blind, self.round.opening.time)
        return Sight(sources=sources, reports=self.game.reports, gaps=gaps)

    def _speaking(self) -> Iterator[Source]:
        for name in sorted({fact.origin for fact in self.round.facts} & EYES):
            yield Source(name=name, kind=name)  # type: ignore[arg-type]

    @cached_property
    def felt(self) -> FeltStory:
        """What happened on the felt."""
        return tell_felt(self.round.standing, self.round.facts, self.phase, diameter_of((), self.game.setup))

    @cached_property
    def valid(self) -> Spin | None:
        """The spin that counts, once the ball has run."""
        last = self.spins[-1]
        return last if last.began is not None and (last.void is None or last.means == "house") else None

    @cached_property
    def result(self) -> Result | None:
        """The winning number of the spin that counts."""
        return None if self.valid is None else result_of(self.valid)

    def after_rest(self, fact: Entry) -> bool:
        """Whether this certainly happened when the result was there."""
        settled = running(self.spins, fact).settled_from
        return settled is not None and seen_of(fact)[0] >= settled[1]

    def phase(self, fact: Entry) -> Phase:
        """How far the spin had certainly come: the ball at rest, the dolly on the number."""
        if not self.after_rest(fact):
            return "closed" if self._still_counts(fact) else "betting"
        dolly = running(self.spins, fact).first(DollyPlaced)
        return "marked" if dolly is not None and seen_of(fact)[0] >= seen_of(dolly)[1] else "rested"

    def _still_counts(self, fact: Entry) -> bool:
        """Whether this hand came too late to change the bet it took from: the book settles it as it stood."""
        rules = [self.book.rules.get(rule) for rule in ("bet-withdrawn", "bet-reduced", "bet-moved")]
        if not any(part is not None and part.still_counts for part in rules):
            return False
        spin = self.betting_on(fact)
        closing = self.closing(spin) if spin else None
        return closing is not None and seen_of(fact)[0] >= closing.seen[1]

    def running(self, fact: Entry) -> Spin:
        """The spin whose ball was the last to run."""
        return running(self.spins, fact)

    def betting_on(self, fact: Entry) -> Spin | None:
        """The spin that chips put down now are meant for."""
        return betting_on(self.spins, fact)

    def spots(self, stack: Stack) -> tuple[str, ...]:
        """The spot a stack is on, and those it may be on."""
        known = self._spots.get(stack.place)
        if known is None:
            known = self._spots[stack.place] = spots_of(stack.place, stack.chips, self.game.setup, self.book)
        return known

    def spots_at(self, place: Place, chips: tuple[Chips, ...]) -> tuple[str, ...]:
        """The spot a pile is on at this place, and those it may be on."""
        return spots_of(place, chips, self.game.setup, self.book)

    def worth_of(self, colour: str | None) -> int | None:
        """What one chip of a colour is worth now, if that is known."""
        return None if colour is None else self.values(self.game.now).get(colour)

    @cached_property
    def _assigned(self) -> list[Entry]:
        return self.told.every(ColourAssigned)

    def values(self, at: Moment | None) -> dict[str, int]:
        """What each colour is worth at a moment of this round; null: when it opened."""
        return values_at(self.round.values, self._assigned, at) if self._assigned else self.round.values

    def stake(self, *parts: Part) -> Range:
        """What chips are worth: each pile at the value its colour had when it was put down."""
        total = NOTHING
        for part in parts:
            act = self.facts.get(part.act) if part.act else None
            total = add(total, worth(part.chips, self.values(act.time if act else None)))
        return total

    def worth(self, chips: tuple[Chips, ...], act: str | None = None) -> Range:
        """What a pile put down by this act is worth."""
        fact = self.facts.get(act) if act else None
        return worth(chips, self.values(fact.time if fact else self.game.now))

    def pays_either(self, spots: Sequence[str], stake: Range, number: str | None) -> Range:
        """What a bet is paid when its place is not certain: as low as the lowest, as high as the highest."""
        return spanned([self.pays(spot, stake, number) for spot in spots])

    def pays(self, spot: str, stake: Range, number: str | None) -> Range:
        """What a bet is paid besides its stake if the number wins; whatever wins, when it is null."""
        return pays(self, spot, stake, number)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The pockets of this table's wheel, clockwise."""
        return self.game.setup.wheel.pockets

    def wins(self, spot: str, number: str) -> bool:
        """Whether a spot wins on this number."""
        return number in covers(spot, self.order)

    def passed(self, moment: Moment) -> bool:
        """Whether a deadline at this moment has passed: something later has been released."""
        if self.game.now is not None and self.game.now > moment:
            return True
        self._asked.append(moment)
        return False

    @property
    def due(self) -> Moment | None:
        """When table time alone may next change an opinion: the first deadline asked about that has not passed."""
        return min(self._asked, default=None)

    @property
    def closed(self) -> bool:
        """Whether the round came to its end, and that is past."""
        ending = self.round.ending
        return ending is not None and not ending.cut_short and self.passed(ending.time)

    @property
    def cut_short(self) -> bool:
        """Whether the session ended before the round, or before its end was past."""
        ending = self.round.ending
        return ending is not None and ending.cut_short
