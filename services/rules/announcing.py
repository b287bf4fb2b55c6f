"""The number announced and the dolly put on it, before anything is collected or paid."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction

from schemas.envelope import Entry
from schemas.events import ChipsCollected, ChipsPaid, DollyPlaced, OnFelt, ResultAnnounced
from schemas.moment import Interval
from schemas.rulebook import Rule
from services.rules.closing import clock_error
from services.rules.finding import Conclusion, could_not_see, judged
from services.rules.lateness import chance_after, widened
from services.rules.play import Play
from services.rules.spin import Spin, seen_of

DONE: dict[Rule, tuple[type[ResultAnnounced] | type[DollyPlaced], str]] = {
    "result-not-announced": (ResultAnnounced, "the winning number was not announced"),
    "dolly-not-placed": (DollyPlaced, "the dolly was not put on the winning number"),
}


def result_not_shown(play: Play, late_acts: Collection[str]) -> Iterator[Conclusion]:
    """Due before the first collecting or paying, else by the round's end; on a void spin neither is judged."""
    spin = play.valid
    if spin is None or spin.rest is None or spin.void is not None or spin.perhaps_void:
        return
    settling = _first_settling(play, spin, late_acts)
    for rule, (kind, account) in DONE.items():
        if play.book.judges(rule):
            yield from _judge(play, spin, rule, kind, account, settling)


def _judge(
    play: Play, spin: Spin, rule: Rule, kind: type[ResultAnnounced] | type[DollyPlaced], account: str,
    settling: Entry | None,
) -> Iterator[Conclusion]:
    done, rest = spin.first(kind), spin.rest
    assert rest is not None
    chance = Fraction(1)
    if done is not None and settling is not None:
        begun = widened(seen_of(settling), clock_error(settling))
        chance = chance_after(widened(seen_of(done), clock_error(done)), begun)
    if done is not None and (settling is None or chance <= 0):
        return
    if done is None and not (play.passed(settling.time) if settling else play.closed or play.cut_short):
        return
    causes = tuple(fact for fact in (settling, done, rest) if fact is not None)
    at = seen_of(causes[0])
    why = _why_not(play, rule, (seen_of(rest)[0], at[1])) if done is None else None
    if why is not None:
        what = account.replace("was not", "was").replace("the ", "whether the ", 1)
        yield could_not_see(play, rule, f"{spin.number}", what=what, why=why, at=at[0], causes=causes)
        return
    until = "bets were collected or paid" if settling else "the round ended"
    yield from judged(
        play, rule, f"{spin.number}", spin=spin.number, causes=causes, chance=chance, seen=at,
        account=f"{account} before {until}", what=account.replace("the ", "whether the ", 1),
    )


def _why_not(play: Play, rule: Rule, meanwhile: Interval) -> str | None:
    """Why its absence proves nothing."""
    if play.cut_short:
        return "the session ended before it was due"
    if rule == "result-not-announced":
        return None if play.sight.listens("result-announced") else "no desk reports it"
    looking = play.sight.looking("layout", meanwhile)
    return None if looking else "the camera over the felt did not see all of it"


def _first_settling(play: Play, spin: Spin, late_acts: Collection[str]) -> Entry | None:
    """The first chips the dealer collected or paid after this spin; handing a late bet back is neither."""
    given_back = {
        stack.gone.act for stack in play.felt.stacks
        if stack.gone is not None and all(part.act in late_acts for part in stack.parts)
    }
    for fact in play.round.facts:
        if not isinstance(fact.data, OnFelt) or play.running(fact) is not spin or not play.after_rest(fact):
            continue
        settles = isinstance(fact.data, (ChipsCollected, ChipsPaid)) or fact.data.side == "dealer"
        if settles and fact.id not in given_back:
            return fact
    return None
