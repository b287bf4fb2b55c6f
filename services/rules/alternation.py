"""The wheel turned the other way round at every spin, where the house asks for it (the book only says it may be)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from schemas.events import BallLaunched
from services.rules.finding import Conclusion, find
from services.rules.lateness import weigh
from services.rules.play import Play
from services.rules.spin import Spin, seen_of, trust_in


def rotor_of(spins: Sequence[Spin]) -> str | None:
    """How the wheel turned at the last launch, if that was seen."""
    launch = next((spin.launch for spin in reversed(spins) if spin.launch is not None), None)
    if launch is None or not isinstance(launch.data, BallLaunched):
        return None
    return launch.data.rotor if launch.data.rotor in ("clockwise", "anticlockwise") else None


def rotor_not_alternated(play: Play) -> Iterator[Conclusion]:
    """The wheel turned at the round's first launch as it did in the round before; a re-spin is not counted."""
    first, before = play.spins[0], play.round.previous_rotor
    if not play.house.alternate_rotor or not play.book.judges("rotor-not-alternated") or first.launch is None:
        return
    if before is None or rotor_of((first,)) != before:
        return
    weight = weigh(Fraction(1), [trust_in(first.launch)], suspect_from=play.house.suspect_from)
    if weight is None or weight.verdict == "could-not-see" or play.sight.missed(first.launch):
        return
    yield find(
        play, "rotor-not-alternated", f"{first.number}", spin=first.number, weight=weight, seen=seen_of(first.launch),
        causes=(first.launch,), account=f"the wheel turned {before} again, as at the spin before",
        then=["The house asks for the direction to alternate (house rule)."],
    )
