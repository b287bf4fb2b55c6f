"""Whose chips they are: one colour for one person, and no value chips where the book wants roulette chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from schemas.envelope import Entry
from schemas.events import ChipsAdded, ChipsPlaced, ColourAssigned, Event, OnFelt
from services.rules.bets_standing import Standing
from services.rules.finding import Conclusion, judged
from services.rules.play import Play
from services.rules.wording import pile_text, spot_text

WAGERED = (ChipsPlaced, ChipsAdded)


def value_chips_on_layout(play: Play, bets: Sequence[Standing]) -> Iterator[Conclusion]:
    """A chip that the table file calls a value chip, wagered where only roulette chips may be."""
    valued = {part.colour for part in play.game.setup.chips if part.kind == "value"}
    if not valued or not play.book.judges("value-chips-on-layout"):
        return
    for bet in bets:
        chips = tuple(pile for part in bet.parts for pile in part.chips if pile.colour in valued and pile.count[0])
        if chips:
            yield from judged(
                play, "value-chips-on-layout", bet.stack.id, spin=bet.spin.number, causes=bet.acts,
                stack=bet.stack.id, spot=bet.spots[0], stake=bet.stake(play), what="which chips were wagered",
                account=f"{pile_text(chips, play.worth(chips))} on {spot_text(bet.spots)} are value chips",
            )


def colour_shared(play: Play) -> Iterator[Conclusion]:
    """A colour given to a second person, or wagered by somebody whose it is not."""
    if not play.book.judges("colour-shared"):
        return
    owners = dict(play.round.owners)
    for fact in play.round.facts:
        told: Event = fact.data
        match told:
            case ColourAssigned(colour=colour, value=None):
                owners.pop(colour, None)
            case ColourAssigned(colour=colour, position=int(position)):
                if owners.setdefault(colour, position) != position:
                    yield from _shared(play, fact, colour, f"{colour} was given to player {position}", owners[colour])
            case OnFelt(side="player", position=int(position), chips=chips) if isinstance(told, WAGERED):
                wagered = [pile.colour for pile in chips if pile.colour is not None and pile.colour in owners]
                strange = next((colour for colour in wagered if owners[colour] != position), None)
                if strange is not None:
                    how = f"player {position} wagered {strange} chips"
                    yield from _shared(play, fact, strange, how, owners[strange])


def _shared(play: Play, fact: Entry, colour: str, told: str, owner: int) -> Iterator[Conclusion]:
    yield from judged(
        play, "colour-shared", fact.id, spin=play.running(fact).number, causes=(fact,),
        what=f"whose the {colour} chips are", account=f"{told}; they are player {owner}'s",
    )
