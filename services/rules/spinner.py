"""Who spins the ball: the dealer, or whoever the book lets the house invite."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import HandEnteredWheel, HandLeftWheel, SpinnerInvited
from services.rules.finding import Conclusion, could_not_see, judged
from services.rules.irregularity import launching
from services.rules.play import Play
from services.rules.spin import Spin, seen_of

WHAT = "whether the one who spun the ball had been invited to"


def spun_by_another(play: Play) -> Iterator[Conclusion]:
    """A player's hand, or an invited guest, launched the ball where the book wants the dealer's."""
    if not play.book.judges("spun-by-another"):
        return
    for spin in play.spins:
        if spin.launch is not None:
            yield from _judge(play, spin, spin.launch)


def _judge(play: Play, spin: Spin, launch: Entry) -> Iterator[Conclusion]:
    invited = next((fact for fact in play.told.every(SpinnerInvited) if seen_of(fact)[0] <= seen_of(launch)[1]), None)
    hand = _launching_hand(spin, launch)
    if play.book.invited_spinner:
        if hand is None or invited is not None:
            return
        if not play.sight.listens("spinner-invited"):
            yield could_not_see(play, "spun-by-another", f"{spin.number}", what=WHAT, why="no desk reports it",
                                at=seen_of(launch)[0], causes=(hand, launch))
            return
    sign = hand or invited
    if sign is not None:
        who = "a player's hand" if hand else "an invited guest"
        yield from judged(
            play, "spun-by-another", f"{spin.number}", spin=spin.number, causes=(sign, launch), what=WHAT,
            account=f"the ball was spun by {who}, not by the dealer", seen=seen_of(launch),
        )


def _launching_hand(spin: Spin, launch: Entry) -> Entry | None:
    """The player's hand that was in the wheel when the ball was launched."""
    held: Entry | None = None
    for fact in spin.every(HandEnteredWheel, HandLeftWheel):
        match fact.data:
            case HandEnteredWheel(side="player") if launching(fact, launch):
                held = fact
            case HandLeftWheel(side="player") if seen_of(fact)[1] < seen_of(launch)[0]:
                held = None
    return held
