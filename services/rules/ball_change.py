"""The ball may be changed after a spin, not during one; and it has the width the book asks for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.events import BallChanged, BallLaunched
from services.rules.finding import Conclusion, judged
from services.rules.lateness import chance_after
from services.rules.play import Play
from services.rules.spin import seen_of


def ball_changed_during_spin(play: Play) -> Iterator[Conclusion]:
    """The ball was exchanged between launch and rest of a spin that had not been called off."""
    if not play.book.judges("ball-changed-during-spin"):
        return
    for spin in play.spins:
        for fact in spin.every(BallChanged):
            if spin.began is None or spin.void is not None:
                continue
            chance = chance_after(seen_of(fact), seen_of(spin.began))
            if spin.rest is not None:
                chance *= 1 - chance_after(seen_of(fact), seen_of(spin.rest))
            yield from judged(
                play, "ball-changed-during-spin", fact.id, spin=spin.number, causes=(fact,), chance=chance,
                what="whether the ball was changed during the spin", account="the ball was changed during the spin",
            )


def ball_size(play: Play) -> Iterator[Conclusion]:
    """The ball as the calibrated camera measured it, against the book's bounds; once a round."""
    wanted = play.book.equipment.ball_mm
    if wanted is None or not play.book.judges("ball-size"):
        return
    for spin in play.spins:
        launch = spin.launch
        if launch is None or not isinstance(launch.data, BallLaunched) or launch.data.ball_mm is None:
            continue
        low, high = launch.data.ball_mm
        if high < wanted[0] or low > wanted[1]:
            measured = f"{low:.1f}" if low == high else f"between {low:.1f} and {high:.1f}"
            yield from judged(
                play, "ball-size", "1", spin=spin.number, causes=(launch,), chance=Fraction(1),
                what="how wide the ball is",
                account=f"the ball is {measured} mm wide; {wanted[0]:g} to {wanted[1]:g} mm are required",
            )
            return
