"""What is going on at each table just now, folded from what passes by: for the live tile, never for a verdict."""

from __future__ import annotations

from typing import Any

import msgspec

from schemas import events
from schemas.envelope import Entry
from schemas.table import SourcePart


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table at a glance: round, what the ball does, the number, and cameras that do not see."""

    round: int | None = None
    phase: str = "waiting"
    number: str | None = None
    blind: dict[str, str] = {}
    time: str | None = None
    cameras: tuple[str, ...] = ()
    desk: SourcePart | None = None


_PHASES: dict[type[events.Event], str] = {
    events.TableOpened: "waiting", events.BetsOpened: "bets are open", events.RoundOpened: "bets are open",
    events.BallLaunched: "the ball runs", events.BetsClosed: "no more bets", events.BettingClosed: "no more bets",
    events.BallDropped: "the ball dropped", events.BallRested: "the ball rests", events.DollyPlaced: "settling",
    events.SpinVoided: "void spin", events.NoSpinCalled: "no spin called", events.DollyLifted: "waiting",
    events.RoundClosed: "waiting", events.TableClosed: "closed",
}
# The referee speaks a second or two after the sources: its word must not turn the phase back.
_ORDER = ("waiting", "bets are open", "the ball runs", "no more bets", "the ball dropped", "the ball rests", "settling")


def watch(state: TableState, entry: Entry) -> TableState:
    """The table after this entry."""
    told = entry.data
    change: dict[str, Any] = {"time": str(entry.time)}
    if isinstance(told, events.TableOpened):
        cameras = tuple(source.name for source in told.sources if source.kind != "desk")
        state = TableState(cameras=cameras, desk=desk_of(told))
    if type(told) in _PHASES:
        change["phase"] = _phase(state.phase, told, entry.origin)
    if isinstance(told, events.RoundOpened):
        change |= {"round": told.round, "number": None if told.round != state.round else state.number}
    if isinstance(told, events.BallLaunched):
        change["number"] = None
    if isinstance(told, events.BallRested | events.DollyPlaced) and told.number:
        change["number"] = told.number
    if isinstance(told, events.CameraLost | events.ViewObscured):
        change["blind"] = {**state.blind, told.camera: told.why or "lost"}
    if isinstance(told, events.CameraRestored | events.ViewCleared):
        change["blind"] = {name: why for name, why in state.blind.items() if name != told.camera}
    return msgspec.structs.replace(state, **change)


def _phase(now: str, told: events.Event, origin: str) -> str:
    """The next phase; a conclusion of the referee only ever moves it on."""
    phase = _PHASES[type(told)]
    if origin == "referee" and now == "closed":
        return now
    if origin != "referee" or now not in _ORDER or phase not in _ORDER:
        return phase
    if isinstance(told, events.RoundClosed):
        return phase if now == "settling" else now
    return phase if _ORDER.index(phase) > _ORDER.index(now) else now


def desk_of(opened: events.TableOpened) -> SourcePart:
    """How far the desk's clock is off, as the configuration in force has it."""
    try:
        return msgspec.convert(opened.config.get("sources", {}).get("desk", {}), SourcePart, strict=False)
    except (msgspec.ValidationError, AttributeError):
        return SourcePart()  # not a configuration of ours: the referee says so


def shown(state: TableState) -> dict[str, Any]:
    """What the live tile shows of it."""
    return {name: getattr(state, name) for name in ("round", "phase", "number", "blind", "time")}

