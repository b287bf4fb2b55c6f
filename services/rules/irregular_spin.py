"""The irregular spin told: what happened, that it is void, and what is to be done."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import (
    BallDropped,
    BallLapped,
    BallLaunched,
    HandEnteredWheel,
    RotorReversed,
    SpinVoided,
)
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.irregularity import Void
from services.rules.play import Play
from services.rules.spin import Spin, seen_of
from services.rules.wording import how_many, revolutions_text

BLIND = "the camera over the wheel did not see all of it"
WHAT: dict[Rule, str] = {
    "same-direction": "whether the ball was spun against the wheel",
    "short-spin": "whether the ball completed its revolutions",
    "not-spun": "whether the ball was spun at all",
    "foreign-object": "whether something fell into the wheel before the ball was at rest",
    "ball-too-long": "whether the ball came to rest in good time",
    "interference": "whether anybody meddled with ball or wheel",
    "ball-left-wheel": "whether the ball left the wheel",
    "ball-broke": "whether the ball broke",
    "wheel-stopped": "whether the wheel stopped while the ball ran",
    "wheel-not-rotating": "whether the wheel turned when the ball was spun",
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
        rule=void.rule or "no-spin-called", clauses=part.clauses if part else (),
        means=play.book.void_by(void.rule), verdict="breach" if void.weight.verdict == "breach" else "suspected",
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
        account=_account(spin, void), then=[_what_next(play, spin, void)],
    )


def _account(spin: Spin, void: Void) -> str:
    told = void.facts[0].data
    match void.rule, told:
        case "same-direction", BallLaunched(direction=direction) | BallLapped(direction=direction):
            return f"the ball was spun {direction}, the way the wheel turned"
        case "short-spin", BallDropped(revolutions=revolutions):
            required = f"{how_many(spin.book.minimum_revolutions)} are required"
            return f"the ball left the track after {revolutions_text(revolutions)}; {required}"
        case "not-spun", _:
            return "the ball was dropped into a pocket without being spun round the track"
        case "foreign-object", _:
            return "something that does not belong there fell into the wheel before the ball was at rest"
        case "ball-too-long", _:
            return f"the ball was not at rest {spin.house.longest_spin_s:g} s after its launch"
        case "interference", _:
            return _meddling(told)
        case "ball-left-wheel", _:
            return "the ball left the wheel"
        case "ball-broke", _:
            return "the ball broke"
        case "wheel-stopped", _:
            return "the wheel stopped while the ball was spinning"
        case "wheel-not-rotating", _:
            return "the wheel was not rotating when the ball was spun"
    return "the spin was irregular"


def _meddling(told: object) -> str:
    if isinstance(told, HandEnteredWheel):
        whose = "a player's hand" if told.side == "player" else "a hand"
        return f"{whose} was in the wheel while the ball was spinning"
    if isinstance(told, RotorReversed):
        return "the wheel was turned round while the ball was spinning"
    return "the wheel changed its speed, while the ball was spinning, as friction alone cannot"


def _what_next(play: Play, spin: Spin, void: Void) -> str:
    back = f" to {play.round.previous_number}" if play.round.previous_number else ""
    duties, means = play.book.duties_of(void.rule), play.book.void_by(void.rule)
    if means == "round":
        return "The round is void: pay nothing, collect nothing."
    if void.rule == "ball-left-wheel":
        return f"Call 'no spin', have the ball examined, return it{back} and spin again; bets stand."
    out = "Call 'no spin', take the ball out" if "ball-not-removed" in duties else "Call 'no spin'"
    if means == "house":
        return f"{out}; whether the spin counts, the house decides."
    if play.book.judges("ball-not-returned") and "ball-not-returned" in duties:
        return f"{out}, return it{back} and spin again; bets stand."
    return f"{out}; the spin does not count." if means == "spin" else f"{out} and spin again; bets stand."
