"""Bets invited aloud before the ball is spun, in a book whose play begins with that."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import BetsOpened
from services.rules.finding import Conclusion, could_not_see, judged
from services.rules.play import Play
from services.rules.spin import seen_of


def bets_not_opened(play: Play) -> Iterator[Conclusion]:
    """Due by the first launch of the round; from silence only where a desk would have told."""
    launch = play.spins[0].began
    if not play.book.judges("bets-not-opened") or launch is None:
        return
    opened = play.told.every(BetsOpened)
    if any(seen_of(fact)[0] <= seen_of(launch)[1] for fact in opened) or not play.passed(launch.time):
        return
    what = "whether bets were invited before the ball was spun"
    if not opened and not play.sight.listens("bets-opened"):
        yield could_not_see(
            play, "bets-not-opened", "1", what=what, why="no desk reports it", at=seen_of(launch)[0], causes=(launch,)
        )
        return
    yield from judged(
        play, "bets-not-opened", "1", spin=1, causes=(launch,), what=what,
        account="the ball was spun before bets were invited",
    )
