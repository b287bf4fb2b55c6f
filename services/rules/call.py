"""'No more bets' is called while the ball still runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import NoSpinCalled
from schemas.moment import Interval
from schemas.rulebook import Rule
from services.rules.bell import bell_rung
from services.rules.closing import Closing, calls_of
from services.rules.finding import Conclusion, could_not_see, find
from services.rules.late_bet import after
from services.rules.lateness import weigh
from services.rules.play import Play
from services.rules.spin import Spin, seen_of, trust_in
from services.rules.wording import span_after


def no_call(play: Play) -> Iterator[Conclusion]:
    """Due by the drop: called too late, or not at all by a desk that would have told."""
    if not play.book.judges("no-call"):
        return
    for spin in play.spins:
        due = spin.drop or spin.rest
        if due is not None and not _called_off(spin, due):
            yield from _judge(play, spin, due)


def _judge(play: Play, spin: Spin, due: Entry) -> Iterator[Conclusion]:
    calls, about = calls_of(spin), f"{spin.number}"
    dropped = "dropped" if spin.drop else "came to rest"
    facts: tuple[Entry, ...] = (due,)
    chance, seen, at = Fraction(1), _running(spin, due), seen_of(due)[0]
    account = f"'no more bets' was not called before the ball {dropped}"
    if calls:
        first = min(calls, key=lambda fact: seen_of(fact))
        facts, chance = (first, due), after(first, Closing(facts=(due,), by=("drop",)))
        seen, at = seen_of(first), seen_of(first)[0]
        account = f"'no more bets' was called {span_after(seen, seen_of(due))} the ball {dropped}"
    elif not play.passed(due.time):
        return
    rule: Rule = "no-call"
    bell = bell_rung(spin)
    if not calls and bell is not None and play.book.judges("bell-without-call"):
        rule, facts, account = "bell-without-call", (bell, due), "the bell was rung, but 'no more bets' was not called"
    weight = weigh(chance, map(trust_in, facts), suspect_from=play.house.suspect_from)
    if weight is None:
        return
    if why := _why_not(play, spin, due, silent=not calls):
        yield could_not_see(
            play, rule, about, what="whether 'no more bets' was called before the ball " + dropped, why=why,
            at=seen_of(due)[0], causes=facts,
        )
    elif weight.verdict != "could-not-see":
        yield find(
            play, rule, about, spin=spin.number, weight=weight, seen=seen, causes=facts, account=account, at=at
        )


def _why_not(play: Play, spin: Spin, due: Entry, *, silent: bool) -> str | None:
    """Why nobody can say that the call came too late or not at all."""
    if silent and not play.sight.listens("bets-closed"):
        return "no desk reports the call"
    if play.sight.missed(due):
        return "the camera over the wheel did not see that"
    waves = play.house.wave_closes and "wave" in play.book.closing
    if silent and waves and play.sight.blind("layout", _running(spin, due)):
        return "the camera over the felt may have missed a wave"
    return None


def _called_off(spin: Spin, due: Entry) -> bool:
    """'No spin' before the drop: nothing more is to be called."""
    called = spin.first(NoSpinCalled)
    return called is not None and seen_of(called)[0] <= seen_of(due)[1]


def _running(spin: Spin, due: Entry) -> Interval:
    began = spin.began or due
    return (min(seen_of(began)[0], seen_of(due)[0]), seen_of(due)[1])
