"""A readable account of the table for the terminal: rounds and incidents as they happen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from rich.console import Console
from rich.text import Text

from schemas.envelope import Entry
from schemas.events import (
    AlertSent,
    BettingClosed,
    BreachFound,
    CameraLost,
    CameraRestored,
    CouldNotSee,
    EvidenceAttached,
    FindingWithdrawn,
    IncidentOpened,
    LineRefused,
    RoundClosed,
    RoundOpened,
    SpinVoided,
    TableOpened,
    ViewCleared,
    ViewObscured,
)
from schemas.table import setup_from
from schemas.topics import TOPICS


class Subscribes(Protocol):
    """Where entries come from."""

    def subscribe(self, topics: Sequence[str] = ..., *, after: int | None = None) -> AsyncIterator[Entry]:
        """Entries as they reach the log."""


def told(entry: Entry) -> Text | None:
    """What one entry has to say to a person at the terminal, if anything."""
    event = entry.data
    at = f"{entry.time.utc:%H:%M:%S}  "
    match event:
        case TableOpened():
            setup = setup_from(event.config, "TableOpened")
            return Text(f"{at}{setup.title} opens under {setup.rulebook}, sources: "
                        f"{', '.join(source.name for source in event.sources)}", style="dim")
        case CameraLost() | ViewObscured():
            return Text(f"{at}  the {event.camera} camera does not see: {event.why or 'lost'}", style="cyan")
        case CameraRestored() | ViewCleared():
            return Text(f"{at}  the {event.camera} camera sees again", style="cyan")
        case RoundOpened():
            return Text(f"{at}Round {event.round} opens")
        case BettingClosed():
            return Text(f"{at}  bets are closed ({', '.join(event.by)})")
        case SpinVoided():
            return Text(f"{at}  the spin is void ({event.rule}; {', '.join(event.clauses)})", style="yellow")
        case BreachFound():
            return _finding(at, event)
        case FindingWithdrawn():
            return Text(f"{at}  withdrawn: {event.why}", style="yellow")
        case CouldNotSee():
            return Text(f"{at}  could not see: {event.sentence or event.why}", style="cyan")
        case RoundClosed():
            return Text(f"{at}Round {event.round} closes: {event.number or 'no number'}")
        case IncidentOpened():
            return Text(f"{at}  ► incident {event.incident[:8]} ({event.conduct})", style="bold red")
        case EvidenceAttached():
            return Text(f"{at}    clip of the {event.camera} camera kept, SHA-256 {event.sha256[:12]}…", style="dim")
        case AlertSent():
            return Text(f"{at}    alert taken by {event.channel}", style="dim")
        case LineRefused():
            return Text(f"{at}  a line was set aside: {event.why}", style="yellow")
    return None


def _finding(at: str, event: BreachFound) -> Text:
    doubt = "breach" if event.verdict == "breach" else f"suspected {event.probability:.0%}"
    line = Text(f"{at}  ")
    line.append(f" {doubt} {event.rulebook} {', '.join(event.clauses)} ", style="white on red")
    line.append(f" {event.sentence}", style="bold")
    return line


async def give_account(engine: Subscribes, console: Console) -> None:
    """Print what comes, until cancelled."""
    async for entry in engine.subscribe(TOPICS):
        line = told(entry)
        if line is not None:
            console.print(line, soft_wrap=True)
