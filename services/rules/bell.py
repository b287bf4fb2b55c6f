"""The bell rung with the call, in a book that asks for it (4.3 of 2004)."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.envelope import Entry
from schemas.events import BellRung
from schemas.moment import Moment
from services.rules.closing import calls_of
from services.rules.finding import Conclusion, could_not_see, judged
from services.rules.play import Play
from services.rules.spin import Spin, seen_of

TOGETHER_MS = 3000
"""How far bell and call may lie apart and still be 'at the same time'. More forgives a bell rung much later."""


def call_without_bell(play: Play) -> Iterator[Conclusion]:
    """'No more bets' was called and no bell was rung with it."""
    if not play.book.judges("call-without-bell"):
        return
    for spin in play.spins:
        calls = calls_of(spin)
        if calls and not play.passed(_until(calls[0])) and not play.closed:
            continue
        if calls and not _together(calls[0], spin.every(BellRung)):
            yield from _silent(play, spin, calls[0])


def bell_rung(spin: Spin) -> Entry | None:
    """The first bell of the spin."""
    return spin.first(BellRung)


def _silent(play: Play, spin: Spin, call: Entry) -> Iterator[Conclusion]:
    if not play.sight.listens("bell-rung") and not spin.every(BellRung):
        yield could_not_see(
            play, "call-without-bell", f"{spin.number}", what="whether the bell was rung with the call",
            why="no desk reports the bell", at=seen_of(call)[0], causes=(call,),
        )
        return
    yield from judged(
        play, "call-without-bell", f"{spin.number}", spin=spin.number, causes=(call,),
        what="whether the bell was rung with the call", account="'no more bets' was called, but the bell was not rung",
    )


def _together(call: Entry, bells: list[Entry]) -> bool:
    early, late = seen_of(call)
    return any(seen_of(bell)[0] <= late + TOGETHER_MS and seen_of(bell)[1] >= early - TOGETHER_MS for bell in bells)


def _until(call: Entry) -> Moment:
    return Moment(max(call.time, seen_of(call)[1] + TOGETHER_MS))
