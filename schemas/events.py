"""Everything that can be said about a table: past tense, one struct each, tagged by `kind`.

Who says what is in the contracts. Fields are only ever added, and then with a default, so that
every line ever written still decodes.
"""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from schemas.moment import Interval

Side = Literal["dealer", "player", "unknown"]
Direction = Literal["clockwise", "anticlockwise"]
RotorTurns = Literal["clockwise", "anticlockwise", "still", "unknown"]
Verdict = Literal["breach", "suspected"]
Conduct = Literal["late-bet", "bet-handled", "spin", "settlement", "procedure", "equipment"]
Range = tuple[int, int | None]
"""[low, high] of a count or an amount in minor units; high is null when there is no upper bound."""


def kebab(name: str) -> str:
    """`ChipsPlaced` → `chips-placed`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A part of an event."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag=kebab):
    """Something that happened at, or was concluded about, a table."""


class Observation(Event, frozen=True, kw_only=True, tag=kebab):
    """Something a source reports: when it happened, how well its clock and its eyes are trusted."""

    seen: Interval
    clock_error_ms: int = 0
    confidence: float = 1.0


# ------------------------------------------------------------------------------------------------ the table


class Source(Value, frozen=True, kw_only=True):
    """One source of a table as the configuration in force names it."""

    name: str
    kind: Literal["wheel", "layout", "desk"]
    live: bool = False


class TableOpened(Event, frozen=True, kw_only=True, tag=kebab):
    """A session begins: the configuration in force, so that the log is judged with nothing beside it."""

    config: dict[str, Any]
    config_sha256: str
    sources: tuple[Source, ...]
    reports: tuple[str, ...] = ()
    previous_number: str | None = None


class RulebookAdopted(Event, frozen=True, kw_only=True, tag=kebab):
    """The rulebook in force from the next round on, with its full text."""

    id: str
    version: str
    sha256: str
    text: str


class TableClosed(Event, frozen=True, kw_only=True, tag=kebab):
    """Every camera of the session has ended; nothing more will come."""


class ColourAssigned(Observation, frozen=True, kw_only=True, tag=kebab):
    """A colour of chip is worth this much (minor units) from now on; null: no longer in use."""

    colour: str
    value: int | None
    position: int | None = None


# ------------------------------------------------------------------------------------------------ the desk


class BetsOpened(Observation, frozen=True, kw_only=True, tag=kebab):
    """The desk reports that bets were invited."""


class BetsClosed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The desk reports that 'no more bets' was called or pressed."""

    by: Literal["call", "button", "device"]


class BellRung(Observation, frozen=True, kw_only=True, tag=kebab):
    """The desk reports the bell."""


class NoSpinCalled(Observation, frozen=True, kw_only=True, tag=kebab):
    """The desk reports that 'no spin' was announced."""


class ResultAnnounced(Observation, frozen=True, kw_only=True, tag=kebab):
    """The dealer announced the winning number."""

    number: str
    colour: Literal["red", "black", "green"] | None = None


class ResultDisplayed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The winning-number display shows this; it binds nobody (5.5)."""

    number: str


class PayoutReported(Observation, frozen=True, kw_only=True, tag=kebab):
    """What was handed over for a bet, the stake left on the felt not counted."""

    spot: str
    amount: int
    colour: str | None = None


class OralBetCalled(Observation, frozen=True, kw_only=True, tag=kebab):
    """A bet declared aloud."""

    bet: str
    amount: int | None = None
    position: int | None = None
    accompanied: Literal["chips", "cash", "nothing", "unknown"] = "unknown"


class BallChanged(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball was exchanged for another."""


class BallExamined(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball was examined, as after it left the wheel (5.2)."""

    by: str | None = None


class DealerSeated(Observation, frozen=True, kw_only=True, tag=kebab):
    """A dealer takes the table."""

    dealer: str


class SpinnerInvited(Observation, frozen=True, kw_only=True, tag=kebab):
    """Somebody was invited to spin in the dealer's place (4.8)."""

    who: str | None = None


class BonusNumber(Value, frozen=True, kw_only=True):
    """A bonus number and what it multiplies."""

    number: str
    multiplier: int


class BonusNumbersShown(Observation, frozen=True, kw_only=True, tag=kebab):
    """The bonus generator shows its numbers (8.3)."""

    numbers: tuple[BonusNumber, ...]


class BonusGeneratorFailed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The bonus generator is out of order (5.10)."""


class ChecklistSigned(Observation, frozen=True, kw_only=True, tag=kebab):
    """A person signed a line of the table-opening checklist."""

    clause: str
    by: str


class OperatorRuled(Observation, frozen=True, kw_only=True, tag=kebab):
    """The operator decided something the rulebook leaves to the operator."""

    about: str
    ruling: str


# ------------------------------------------------------------------------------------------------ the wheel


class RotorStarted(Observation, frozen=True, kw_only=True, tag=kebab):
    """The rotor began to turn."""

    rotor: RotorTurns = "unknown"


class RotorStopped(Observation, frozen=True, kw_only=True, tag=kebab):
    """The rotor stands still."""


class RotorReversed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The rotor turns the other way round."""

    rotor: RotorTurns = "unknown"


class BallLaunched(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball began to run round the track; `rotor` is how the wheel turned under it, `ball_mm` its measured width."""

    direction: Direction
    rotor: RotorTurns = "unknown"
    ball_rpm: float | None = None
    rotor_rpm: float | None = None
    ball_mm: tuple[float, float] | None = None


class BallLapped(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball completed another revolution since launch."""

    lap: int
    direction: Direction
    rotor: RotorTurns = "unknown"
    seconds: float | None = None


class BallSlowed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball passed the operator's no-more-bets speed (1.2)."""

    rpm: float


class BallDropped(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball left the track after this many revolutions; [seen, null] if the launch was not seen.

    `direction`, `rotor` and the speeds are as last seen on the track: a ball first seen running tells them too.
    """

    revolutions: tuple[float, float | None]
    direction: Direction | None = None
    rotor: RotorTurns = "unknown"
    ball_rpm: float | None = None
    rotor_rpm: float | None = None


class BallRested(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball lies in a pocket and turns only with the rotor; number null when it cannot be told."""

    number: str | None
    candidates: tuple[str, ...] = ()


class BallReturned(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball was put back into this pocket."""

    number: str | None


class BallLeftWheel(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball flew out of the wheel."""


class BallBroke(Observation, frozen=True, kw_only=True, tag=kebab):
    """The ball came apart."""


class ObjectEnteredWheel(Observation, frozen=True, kw_only=True, tag=kebab):
    """Something that is not ball, hand or rotor is in the wheel."""


class HandEnteredWheel(Observation, frozen=True, kw_only=True, tag=kebab):
    """A hand is in the wheel."""

    side: Side = "unknown"


class HandLeftWheel(Observation, frozen=True, kw_only=True, tag=kebab):
    """The hand left the wheel."""

    side: Side = "unknown"


class WheelDisturbed(Observation, frozen=True, kw_only=True, tag=kebab):
    """The rotor changed speed as friction cannot."""


# ------------------------------------------------------------------------------------------------ the felt


class Chips(Value, frozen=True, kw_only=True):
    """Chips of one colour lying together; colour null when it cannot be told."""

    colour: str | None
    count: Range


class Place(Value, frozen=True, kw_only=True):
    """A place on the felt in millimetres."""

    x_mm: float | None = None
    y_mm: float | None = None
    error_mm: float | None = None
    spot: str | None = None


class HandEntered(Observation, frozen=True, kw_only=True, tag=kebab):
    """A hand came over the felt."""

    side: Side
    position: int | None = None


class HandLeft(Observation, frozen=True, kw_only=True, tag=kebab):
    """The hand is gone from over the felt."""

    side: Side
    position: int | None = None


class DealerWaved(Observation, frozen=True, kw_only=True, tag=kebab):
    """The dealer waved over the cloth: no more bets, where the house lets a wave close."""


class OnFelt(Observation, frozen=True, kw_only=True, tag=kebab):
    """Chips at a place on the felt, bottom to top; `spot` is the eye's reading, for people."""

    stack: str | None = None
    x_mm: float | None = None
    y_mm: float | None = None
    error_mm: float | None = None
    spot: str | None = None
    chips: tuple[Chips, ...] = ()
    side: Side = "unknown"
    position: int | None = None


class ChipsPlaced(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """A stack appeared where none stood."""


class ChipsAdded(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """Chips were put on a standing stack; `chips` is what was added."""


class ChipsReduced(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """Chips were taken off a stack that still stands; `chips` is what was taken."""


class ChipsRemoved(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """A stack is gone."""


class ChipsStanding(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """What stands at the start, or after a gap: nobody saw it come."""


class ChipsCollected(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """The dealer took these chips in after the result was marked."""


class ChipsPaid(OnFelt, frozen=True, kw_only=True, tag=kebab):
    """The dealer put these chips to a bet after the result was marked."""


class ChipsMoved(Observation, frozen=True, kw_only=True, tag=kebab):
    """A stack slid from one place to another, its count unchanged."""

    stack: str | None = None
    from_: Place = msgspec.field(name="from")
    to: Place
    chips: tuple[Chips, ...] = ()
    side: Side = "unknown"
    position: int | None = None


class DollyPlaced(Observation, frozen=True, kw_only=True, tag=kebab):
    """The dolly marks this number."""

    number: str | None
    x_mm: float | None = None
    y_mm: float | None = None


class DollyLifted(Observation, frozen=True, kw_only=True, tag=kebab):
    """The dolly is off the felt."""


# ------------------------------------------------------------------------------------------------ sight


class ClockTicked(Event, frozen=True, kw_only=True, tag=kebab):
    """A source's heartbeat: its table time has come this far; `ended` when its file is over."""

    ended: bool = False


class CameraLost(Observation, frozen=True, kw_only=True, tag=kebab):
    """A camera says nothing any more."""

    camera: str
    why: str = ""


class CameraRestored(Observation, frozen=True, kw_only=True, tag=kebab):
    """A lost camera is back."""

    camera: str


class ViewObscured(Observation, frozen=True, kw_only=True, tag=kebab):
    """A camera cannot see what it watches."""

    camera: str
    why: str = ""


class ViewCleared(Observation, frozen=True, kw_only=True, tag=kebab):
    """The camera sees again."""

    camera: str


class CameraMoved(Observation, frozen=True, kw_only=True, tag=kebab):
    """The picture no longer fits the calibration."""

    camera: str
    by_px: float | None = None


class FramesSkipped(Observation, frozen=True, kw_only=True, tag=kebab):
    """A live camera's frames were not looked at."""

    camera: str
    count: int


# ------------------------------------------------------------------------------------------------ referee and auditor


class Remedy(Value, frozen=True, kw_only=True):
    """What is to be done; `stated` by a clause, or decided by the house (clause null)."""

    what: str
    standing: Literal["stated", "house"]
    clause: str | None = None


class RoundOpened(Event, frozen=True, kw_only=True, tag=kebab):
    """A round begins; `round` counts from 1 in the session."""

    round: int
    round_id: str
    rulebook: str
    version: str
    seen: Interval
    causes: tuple[str, ...] = ()


class BettingClosed(Event, frozen=True, kw_only=True, tag=kebab):
    """The referee's conclusion that bets are closed for this spin."""

    round: int
    round_id: str
    spin: int
    seen: Interval
    by: tuple[str, ...]
    causes: tuple[str, ...] = ()


class SpinVoided(Event, frozen=True, kw_only=True, tag=kebab):
    """The spin does not count; `means` is what the book makes of it."""

    round: int
    round_id: str
    spin: int
    seen: Interval
    rule: str
    clauses: tuple[str, ...]
    means: Literal["re-spin", "round", "spin", "house"]
    verdict: Verdict = "breach"
    causes: tuple[str, ...] = ()


class WagerStood(Event, frozen=True, kw_only=True, tag=kebab):
    """A stack that counts as a bet in this spin; `spots` has more than one when the place is unclear."""

    round: int
    round_id: str
    spin: int
    stack: str
    spots: tuple[str, ...]
    chips: tuple[Chips, ...]
    stake: Range
    causes: tuple[str, ...] = ()


class RoundClosed(Event, frozen=True, kw_only=True, tag=kebab):
    """The round is over; number null when it was void or not seen."""

    round: int
    round_id: str
    number: str | None
    why: str
    spins: int = 0


class BreachFound(Event, frozen=True, kw_only=True, tag=kebab):
    """One act that broke the rulebook, with its clauses, its doubt and its remedy."""

    rule: str
    conduct: Conduct
    round: int
    round_id: str
    spin: int
    stack: str | None
    spot: str | None
    seen: Interval
    rulebook: str
    version: str
    clauses: tuple[str, ...]
    verdict: Verdict
    probability: float
    remedies: tuple[Remedy, ...]
    stake: Range | None
    would_pay: Range | None
    causes: tuple[str, ...]
    replaces: str | None
    sentence: str
    late_arrival: bool = False
    alert_from: float = 0.8


class FindingWithdrawn(Event, frozen=True, kw_only=True, tag=kebab):
    """A later fact cleared what had been found."""

    id: str
    why: str
    round_id: str | None = None


class CouldNotSee(Event, frozen=True, kw_only=True, tag=kebab):
    """A rule that could not be judged, and why. Never a breach."""

    rule: str
    clauses: tuple[str, ...]
    why: str
    causes: tuple[str, ...] = ()
    round: int | None = None
    round_id: str | None = None
    conduct: Conduct | None = None
    sentence: str = ""


class ReportDisputed(Event, frozen=True, kw_only=True, tag=kebab):
    """A display or a pit system reports what was not so. It binds nobody and is no breach, but is worth telling."""

    about: Literal["display", "payout"]
    round: int
    round_id: str
    spin: int
    clauses: tuple[str, ...]
    causes: tuple[str, ...]
    sentence: str


class Owed(Value, frozen=True, kw_only=True):
    """What one wager is owed besides its stake, in minor units."""

    stack: str
    spot: str | None
    stake: Range
    owed: Range
    outcome: Literal["wins", "loses", "void", "unclear"]
    why: str = ""


class Reconciled(Value, frozen=True, kw_only=True):
    """What one wager was owed against what was seen paid."""

    stack: str
    spot: str | None
    owed: Range
    paid: Range
    taken: Literal["left", "collected", "unclear"] = "left"
    verdict: Literal[
        "agrees", "overpaid", "underpaid", "winner-unpaid", "loser-paid", "winner-collected", "loser-left",
        "paid-void-bet", "paid-on-void-spin", "unclear",
    ]


class SettlementExpected(Event, frozen=True, kw_only=True, tag=kebab):
    """What every wager of the spin is owed."""

    round: int
    round_id: str
    spin: int
    number: str | None
    wagers: tuple[Owed, ...]
    causes: tuple[str, ...] = ()


class SettlementReconciled(Event, frozen=True, kw_only=True, tag=kebab):
    """What was owed against what was done, bet by bet."""

    round: int
    round_id: str
    spin: int
    wagers: tuple[Reconciled, ...]
    causes: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------ cases


class IncidentOpened(Event, frozen=True, kw_only=True, tag=kebab):
    """A case for a person: one round and one kind of conduct."""

    incident: str
    round: int
    round_id: str
    conduct: Conduct
    rulebook: str
    version: str
    clauses: tuple[str, ...]
    verdict: Verdict
    probability: float
    seen: Interval
    findings: tuple[str, ...]
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    stake: Range | None
    would_pay: Range | None
    alert_from: float = 0.8


class IncidentUpdated(Event, frozen=True, kw_only=True, tag=kebab):
    """The same case with another finding, or with one replaced or withdrawn: its whole present state."""

    incident: str
    round: int
    round_id: str
    conduct: Conduct
    rulebook: str
    version: str
    clauses: tuple[str, ...]
    verdict: Verdict | None
    probability: float
    seen: Interval
    findings: tuple[str, ...]
    rules: tuple[str, ...]
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    stake: Range | None
    would_pay: Range | None
    remedy_changed: bool = False
    alert_from: float = 0.8


class EvidenceAttached(Event, frozen=True, kw_only=True, tag=kebab):
    """A clip of this case, cut without re-encoding, by its SHA-256."""

    incident: str
    camera: str
    file: str
    sha256: str
    bytes: int
    seen: Interval


class EvidenceSealed(Event, frozen=True, kw_only=True, tag=kebab):
    """No more evidence will be added to this case."""

    incident: str
    sha256: tuple[str, ...]


class IncidentAcknowledged(Event, frozen=True, kw_only=True, tag=kebab):
    """A person has seen the case."""

    incident: str
    by: str


class NoteAdded(Event, frozen=True, kw_only=True, tag=kebab):
    """A person wrote something beside the case."""

    incident: str
    by: str
    text: str


class IncidentDecided(Event, frozen=True, kw_only=True, tag=kebab):
    """A person decided the case."""

    incident: str
    by: str
    ruling: Literal["upheld", "dismissed", "false-alarm"]
    note: str = ""


class IncidentClosed(Event, frozen=True, kw_only=True, tag=kebab):
    """The case needs nothing more: every finding was withdrawn, or it was decided."""

    incident: str
    why: str


# ------------------------------------------------------------------------------------------------ alerts


class AlertRaised(Event, frozen=True, kw_only=True, tag=kebab):
    """One message about one incident that people should get now."""

    alert: str
    incident: str
    text: str
    verdict: Verdict
    probability: float
    clauses: tuple[str, ...] = ()
    repeats: str | None = None


class AlertSent(Event, frozen=True, kw_only=True, tag=kebab):
    """The channel took the message; `key` is the idempotency key it carried."""

    alert: str
    channel: str
    key: str
    possibly_repeated: bool = False


class AlertFailed(Event, frozen=True, kw_only=True, tag=kebab):
    """The channel did not take the message."""

    alert: str
    channel: str
    why: str
    attempt: int = 1
    final: bool = False


class AlertEscalated(Event, frozen=True, kw_only=True, tag=kebab):
    """Nobody acknowledged in time; the next person was told."""

    alert: str
    to: str


class AlertAcknowledged(Event, frozen=True, kw_only=True, tag=kebab):
    """A person answered the alert."""

    alert: str
    by: str


class AlertSilenced(Event, frozen=True, kw_only=True, tag=kebab):
    """A person asked not to be told of such for a while."""

    alert: str
    by: str
    why: str = ""


class BiasSuspected(Event, frozen=True, kw_only=True, tag=kebab):
    """Over many spins a wheel, dealer or ball is not uniform."""

    about: str
    test: str
    p_value: float
    spins: int


class LineRefused(Event, frozen=True, kw_only=True, tag=kebab):
    """A line that could not be read or judged, set aside with the reason; it is never lost."""

    why: str
    topic: str
    line: str


def _leaves(kind: type[Event]) -> list[type[Event]]:
    below = [leaf for sub in kind.__subclasses__() for leaf in _leaves(sub)]
    return below or [kind]


KINDS: dict[str, type[Event]] = {kebab(kind.__name__): kind for kind in _leaves(Event)}
"""Every kind of event by its name on the wire."""
