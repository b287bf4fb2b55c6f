"""The spin itself: spun the wrong way, or too short. Either makes it void."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import BallDropped, BallLapped, BallLaunched, SpinVoided
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.play import Play
from services.rules.spin import Spin, seen_of
from services.rules.void_spin import Void
from services.rules.wording import how_many, revolutions_text

BLIND = "the camera over the wheel did not see all of it"
WHAT = {
    "same-direction": "whether the ball was spun against the wheel",
    "short-spin": "whether the ball completed its revolutions",
}


def irregular_spins(play: Play) -> Iterator[Conclusion]:
    """Every irregular spin, and that it is void."""
    for spin in play.spins:
        if spin.void is not None:
            yield _voided(play, spin, spin.void)
        for void in spin.voids:
            yield _judge(play, spin, void)


def why_void(spin: Spin) -> str:
    """`the ball was spun clockwise, the way the wheel turned`."""
    void = spin.void
    if void is None or void.rule is None:
        return "'no spin' was called"
    return _account(spin, void)


def _voided(play: Play, spin: Spin, void: Void) -> Conclusion:
    part = play.book.rules[void.rule] if void.rule else None
    return Conclusion(f"void/{spin.number}", SpinVoided(
        round=play.round.number, round_id=play.round.id, spin=spin.number, seen=void.seen,
        rule=void.rule or "no-spin-called", clauses=part.clauses if part else (), means=play.book.void_spin,
        verdict="breach" if void.weight.verdict == "breach" else "suspected",
        causes=tuple(fact.id for fact in void.facts),
    ))


def _judge(play: Play, spin: Spin, void: Void) -> Conclusion:
    rule, about = void.rule, f"{spin.number}"
    assert rule is not None
    if void.weight.verdict == "could-not-see":
        why = f"{_account(spin, void)}, too uncertain to say" if spin.launch else "it was first seen already running"
        if void.unseen:
            why = BLIND
        return could_not_see(
            play, rule, about, what=WHAT[rule], why=why, at=seen_of(void.facts[0])[0], causes=void.facts
        )
    return find(
        play, rule, about, spin=spin.number, weight=void.weight, seen=void.seen, causes=void.facts,
        account=_account(spin, void), then=[_what_next(play)],
    )


def _account(spin: Spin, void: Void) -> str:
    match void.facts[0].data:
        case BallLaunched(direction=direction) | BallLapped(direction=direction):
            return f"the ball was spun {direction}, the way the wheel turned"
        case BallDropped(revolutions=revolutions):
            required = f"{how_many(spin.book.minimum_revolutions)} are required"
            return f"the ball left the track after {revolutions_text(revolutions)}; {required}"
    return "the spin was irregular"


def _what_next(play: Play) -> str:
    back = f" to {play.round.previous_number}" if play.round.previous_number else ""
    if play.book.void_spin == "round":
        return "The round is void: pay nothing, collect nothing."
    if play.book.judges("ball-not-returned"):
        return f"Call 'no spin', take the ball out, return it{back} and spin again; bets stand."
    return "Call 'no spin' and spin again; bets stand."
