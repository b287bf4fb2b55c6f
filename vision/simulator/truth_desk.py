"""What an honest desk reports of a script."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schemas import events
from schemas.events import Observation
from schemas.moment import Interval, Moment
from schemas.wheel import colour_of
from vision.simulator import steps
from vision.simulator.script import Script
from vision.simulator.steps import DeskStep, Step


def happened(start: Moment, at_s: float, step: Step | None = None) -> Interval:
    """When it happened, as far as its source can say."""
    before, after = step.seen_s if step is not None else (0.0, 0.0)
    return (start.plus(at_s - before), start.plus(at_s + after))


def desk_says(script: Script, start: Moment) -> Iterator[tuple[float, Observation]]:
    """What the desk reports of each cue, and when."""
    for cue in script.cues:
        if isinstance(cue.step, DeskStep):
            told = _report(cue.step, happened(start, cue.at_s, cue.step), script.ruled_about.get(cue.nth, ""))
            yield cue.at_s + cue.step.seen_s[1], replace(told, confidence=cue.step.confidence)


def _report(step: DeskStep, seen: Interval, about: str) -> Observation:
    match step:
        case steps.BetsOpened():
            return events.BetsOpened(seen=seen)
        case steps.Call(given=given):
            return events.BetsClosed(seen=seen, by=given)
        case steps.Bell():
            return events.BellRung(seen=seen)
        case steps.NoSpin():
            return events.NoSpinCalled(seen=seen)
        case steps.Announce(number=number, as_colour=colour):
            return events.ResultAnnounced(seen=seen, number=number, colour=colour or colour_of(number))
        case steps.Display(number=number):
            return events.ResultDisplayed(seen=seen, number=number)
        case steps.Payout(spot=spot, amount=amount, colour=colour):
            return events.PayoutReported(seen=seen, spot=spot, amount=amount, colour=colour)
        case steps.OralBet(bet=bet, amount=amount, player=player, accompanied=with_what):
            return events.OralBetCalled(seen=seen, bet=bet, amount=amount, position=player, accompanied=with_what)
        case steps.AssignColour(colour=colour, value=value, player=player):
            return events.ColourAssigned(seen=seen, colour=colour, value=value, position=player)
        case steps.OperatorRules(ruling=ruling):
            return events.OperatorRuled(seen=seen, about=about, ruling=ruling)
    return _noted(step, seen)


def _noted(step: DeskStep, seen: Interval) -> Observation:
    """What the desk notes about people, the ball and the bonus generator."""
    match step:
        case steps.ChangeBall():
            return events.BallChanged(seen=seen)
        case steps.ExamineBall(who=who):
            return events.BallExamined(seen=seen, by=who)
        case steps.SeatDealer(who=who):
            return events.DealerSeated(seen=seen, dealer=who)
        case steps.InviteSpinner(who=who):
            return events.SpinnerInvited(seen=seen, who=who)
        case steps.Sign(clause=clause, who=who):
            return events.ChecklistSigned(seen=seen, clause=clause, by=who)
        case steps.Bonus(numbers=numbers):
            return events.BonusNumbersShown(seen=seen, numbers=numbers)
        case steps.BonusFails():
            return events.BonusGeneratorFailed(seen=seen)
    raise TypeError(f"{steps.name_of(step)} is nothing for the desk")
