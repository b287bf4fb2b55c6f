"""Section bets where the house lets only the dealer place them."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import ChipsAdded, ChipsPlaced
from schemas.layout import is_section
from services.rules.finding import Conclusion, judged, remedies_of
from services.rules.late_bet import HANDS
from services.rules.play import Play
from services.rules.sentence import handled_remedy
from services.rules.wording import pile_text, spot_text


def player_on_section(play: Play) -> Iterator[Conclusion]:
    """A player's hand put a section bet down at a table where the dealer does."""
    if not play.house.sections_by_dealer or not play.book.judges("player-on-section"):
        return
    for stack in play.felt.stacks:
        spots = play.spots(stack)
        for part in stack.parts if spots and all(map(is_section, spots)) else ():
            act = play.facts.get(part.act) if part.act else None
            if act is None or not isinstance(act.data, (ChipsPlaced, ChipsAdded)) or act.data.side == "dealer":
                continue
            remedies = remedies_of(play.book.rules["player-on-section"].remedies, play.house)
            pile = pile_text(part.chips, play.stake(part))
            yield from judged(
                play, "player-on-section", act.id, spin=play.running(act).number, causes=(act,),
                certain=act.data.side == "player", what=f"whose hand put the bet on {spot_text(spots)}",
                account=f"{pile} put on {spot_text(spots)} by {HANDS[act.data.side]}; here only the dealer may",
                remedies=remedies, then=[handled_remedy(remedies)], stack=stack.id, spot=spots[0],
                stake=play.stake(part),
            )
