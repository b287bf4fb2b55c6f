"""What is due after a void spin: 'no spin' called, the ball taken out, the ball returned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from schemas.envelope import Entry
from schemas.events import (
    BallExamined,
    BallLaunched,
    BallRested,
    BallReturned,
    ChipsCollected,
    ChipsPaid,
    ChipsPlaced,
    ChipsRemoved,
    DollyPlaced,
    HandEnteredWheel,
    NoSpinCalled,
)
from schemas.moment import Interval
from schemas.rulebook import Rule
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.irregular_spin import why_void
from services.rules.irregularity import Void
from services.rules.lateness import Weight, resting_on
from services.rules.play import Play
from services.rules.spin import Spin, seen_of, trust_in

BY = {
    DollyPlaced: "the dolly was placed", ChipsCollected: "bets were collected", ChipsRemoved: "bets were collected",
    ChipsPaid: "bets were paid", ChipsPlaced: "bets were paid", BallLaunched: "the ball was spun again",
}


def void_spin_duties(play: Play) -> Iterator[Conclusion]:
    """The duties after each void spin, as far as this book knows them."""
    for spin in play.spins:
        if spin.void is None:
            continue
        for duty in play.book.duties_of(spin.void.rule):
            if duty in DUTIES and play.book.judges(duty):
                yield from DUTIES[duty](play, spin, spin.void)


def duty_clauses(play: Play, void: Void, rule: Rule) -> tuple[str, ...]:
    """What a duty cites when this irregularity made the spin void."""
    part = play.book.rules[void.rule] if void.rule else None
    return (part.duty_clauses.get(rule, ()) if part else ()) or play.book.rules[rule].clauses


def duty_weight(play: Play, void: Void, facts: Sequence[Entry]) -> Weight:
    """No surer than that the spin was void, and that its deadline was seen."""
    return resting_on(void.weight, map(trust_in, facts), suspect_from=play.house.suspect_from)


def _no_spin_called(play: Play, spin: Spin, void: Void) -> Iterator[Conclusion]:
    """Due by the first of dolly, collecting, paying, the next launch and the round's end."""
    called, due = spin.first(NoSpinCalled), _settling(play, spin)
    if called is not None and (due is None or seen_of(called)[0] <= seen_of(due)[1]):
        return
    by = BY.get(type(due.data), "the round ended") if due else "the round ended"
    yield from _silence(
        play, spin, void, "no-spin-not-called", due, what="whether 'no spin' was called",
        account=f"'no spin' was not called by the time {by}, though {why_void(spin)}",
        why=None if play.sight.listens("no-spin-called") else "no desk reports the call",
    )


def _ball_removed(play: Play, spin: Spin, void: Void) -> Iterator[Conclusion]:
    """An attempt is due by rest: any hand in the wheel after the launch that is not a player's."""
    if spin.rest is None or spin.began is None:
        return
    meanwhile = (void.seen[0], seen_of(spin.rest)[1])
    reached = [
        fact for fact in spin.every(HandEnteredWheel)
        if isinstance(fact.data, HandEnteredWheel) and fact.data.side != "player"
        and seen_of(spin.began)[1] <= fact.data.seen[0] <= meanwhile[1]
    ]
    if reached or _returned_before_rest(spin):
        return
    yield from _silence(
        play, spin, void, "ball-not-removed", spin.rest, what="whether anybody reached for the ball",
        account=f"nobody reached for the ball before it came to rest, though {why_void(spin)}",
        why=None if play.sight.looking("wheel", meanwhile) else "the camera over the wheel did not see all of it",
    )


def _ball_returned(play: Play, spin: Spin, void: Void) -> Iterator[Conclusion]:
    """Due by the next launch or the round's end: back in the previous number's pocket."""
    number, back = play.round.previous_number, spin.first(BallReturned)
    lies_there = spin.rest is not None and isinstance(spin.rest.data, BallRested) and number is not None \
        and spin.rest.data.number == number
    wrong = back is not None and isinstance(back.data, BallReturned) and None not in (number, back.data.number) \
        and back.data.number != number
    if (back is not None and not wrong) or lies_there:
        return
    due = _next_launch(play, spin)
    end = seen_of(due)[1] if due else play.round.ending.time if play.round.ending else play.game.now
    meanwhile: Interval = (void.seen[0], end or void.seen[1])
    where = f" to {number}" if number else " to the previous number's pocket"
    put = ""
    if back is not None and isinstance(back.data, BallReturned):
        put = f" but put into {back.data.number}"
    yield from _silence(
        play, spin, void, "ball-not-returned", due, what="whether the ball was returned",
        account=f"the ball was not returned{where}{put} before {'the next launch' if due else 'the round ended'}, "
                f"though {why_void(spin)}",
        why=None if play.sight.looking("wheel", meanwhile) else "the camera over the wheel did not see all of it",
    )


def _ball_examined(play: Play, spin: Spin, void: Void) -> Iterator[Conclusion]:
    """Due by the next launch or the round's end: a ball that left the wheel is looked at, by whom the book says."""
    by = play.book.examined_by
    looked = [fact.data.by for fact in spin.every(BallExamined) if isinstance(fact.data, BallExamined)]
    if any(by is None or who is None or who == by for who in looked):
        return
    due = _next_launch(play, spin)
    whom = f" by the {by}" if by else ""
    yield from _silence(
        play, spin, void, "ball-not-examined", due, what=f"whether the ball was examined{whom}",
        account=f"the ball was not examined{whom} before {'the next launch' if due else 'the round ended'}, "
                f"though {why_void(spin)}",
        why=None if looked or play.sight.listens("ball-examined") else "no desk reports it",
    )


DUTIES: dict[Rule, Callable[[Play, Spin, Void], Iterator[Conclusion]]] = {
    "no-spin-not-called": _no_spin_called, "ball-not-removed": _ball_removed, "ball-not-returned": _ball_returned,
    "ball-not-examined": _ball_examined,
}
"""What is looked for after a void spin; that nobody is paid on it is the auditor's."""


def _silence(
    play: Play, spin: Spin, void: Void, rule: Rule, due: Entry | None, *, what: str, account: str, why: str | None
) -> Iterator[Conclusion]:
    """A duty not done when its deadline has passed; where nobody would have known, that it could not be seen."""
    about, clauses = f"{spin.number}", duty_clauses(play, void, rule)
    ending = play.round.ending
    passed = play.passed(due.time) if due else play.closed
    at = seen_of(due)[0] if due else ending.time if ending else void.seen[0]
    if not passed and play.cut_short:
        why = "the session ended before it was due"
    elif not passed:
        return
    elif why is None and due is not None and play.sight.missed(due):
        why = "the camera did not see when it was due"
    causes = (*void.facts, *((due,) if due else ()))
    weight = duty_weight(play, void, (due,) if due else ())
    if why is None and weight.verdict == "could-not-see":
        why = "it was seen too poorly"
    if why is not None:
        yield could_not_see(play, rule, about, what=what, why=why, at=at, causes=causes, clauses=clauses)
        return
    yield find(
        play, rule, about, spin=spin.number, weight=weight, seen=(void.seen[0], max(void.seen[1], at)), causes=causes,
        account=account, clauses=clauses, at=at,
    )


def _settling(play: Play, spin: Spin) -> Entry | None:
    """The first fact that treats the void spin as if it counted, or leaves it behind."""
    for fact in play.round.facts:
        if fact.time <= (spin.began.time if spin.began else fact.time) or play.running(fact) is not spin:
            continue
        settles = isinstance(fact.data, (DollyPlaced, ChipsCollected, ChipsPaid))
        if settles or (_by_dealer(fact) and play.after_rest(fact)):
            return fact
    return _next_launch(play, spin)


def _by_dealer(fact: Entry) -> bool:
    return isinstance(fact.data, (ChipsPlaced, ChipsRemoved)) and fact.data.side == "dealer"


def _next_launch(play: Play, spin: Spin) -> Entry | None:
    following = play.spins[spin.number:]
    return next((later.began for later in following if later.began), None)


def _returned_before_rest(spin: Spin) -> bool:
    back = spin.first(BallReturned)
    return back is not None and spin.rest is not None and back.time <= spin.rest.time
