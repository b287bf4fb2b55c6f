"""What a story's steps must agree with: the printed felt, the wheel, the chips in play, and each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schemas.errors import NoMoreBetsError, meant
from schemas.layout import Felt, spots
from vision.simulator.steps import Chipped, FeltStep, Spin, Step, name_of

DEALERS_ONLY = ("dolly", "lift-dolly", "collect", "pay", "wave")


def check_steps(
    steps: Sequence[Step], *, where: str, setup_felt: Felt, pockets: Sequence[str], colours: Iterable[str]
) -> None:
    """Refuse a story that names a spot, number, colour or spin that is not there."""
    if not steps:
        raise NoMoreBetsError(f"{where}: nothing happens; a story needs at least one [[do]] step.")
    spins, printed, inked = 0, set(spots(setup_felt)), set(colours)
    known = {"spot": printed, "to": printed, "number": set(pockets), "colour": inked, "onto": inked}
    for nth, step in enumerate(steps, start=1):
        here = f"{where}: step {nth} ({name_of(step)})"
        _check_time(step, here, spins)
        _check_names(step, here, known)
        _check_counts(step, here, known["colour"])
        if isinstance(step, FeltStep) and step.player is not None and name_of(step) in DEALERS_ONLY:
            raise NoMoreBetsError(f"{here}: only the dealer does this; leave `player` out.")
        spins += isinstance(step, Spin)


def _check_time(step: Step, here: str, spins: int) -> None:
    if sum(told is not None for told in (step.at, step.after, step.wait)) != 1:
        raise NoMoreBetsError(f"{here}: give either `at = seconds`, or `after = \"launch|drop|rest\"` with `by`, "
                              "or `wait = seconds` after the step above.")
    if step.wait is not None and (step.wait < 0 or step.by or step.spin):
        raise NoMoreBetsError(f"{here}: `wait` is seconds after the step above, not negative, without `by` and `spin`.")
    if step.at is not None and (step.at < 0 or step.by or step.spin):
        raise NoMoreBetsError(f"{here}: `at` is seconds from the beginning, not negative, without `by` and `spin`.")
    if step.after is not None and not 1 <= (step.spin or spins) <= spins:
        told = f"only {spins} told" if spins else "none told"
        raise NoMoreBetsError(f"{here}: after which spin? {told} above this step.")
    if not 0 <= step.vary <= 1:
        raise NoMoreBetsError(f"{here}: `vary` is between 0 and 1 second.")
    if min(step.seen_s) < 0 or not 0 < step.confidence <= 1:
        raise NoMoreBetsError(f"{here}: `seen_s` is [seconds before, seconds after], `confidence` above 0, at most 1.")


def _check_names(step: Step, here: str, known: dict[str, set[str]]) -> None:
    for key, names in known.items():
        told = getattr(step, key, None)
        if told is not None and told not in names:
            raise NoMoreBetsError(f"{here}: no {key} '{told}'.{_near(told, names)}")


def _check_counts(step: Step, here: str, colours: set[str]) -> None:
    count = getattr(step, "count", None)
    piles = getattr(step, "chips", None)
    if isinstance(step, Chipped):
        if bool(step.chips) == (step.colour is not None) or (step.colour is None) != (step.count is None):
            raise NoMoreBetsError(f"{here}: give either `colour` and `count`, or `chips` bottom to top.")
        piles = step.piles
    counts = [] if count is None else [count]
    if piles is not None:
        counts = [pile.count for pile in piles] or [0]
    if any(each < 1 for each in counts):
        raise NoMoreBetsError(f"{here}: at least one chip.")
    for pile in piles or ():
        if pile.colour not in colours:
            raise NoMoreBetsError(f"{here}: no colour '{pile.colour}'.{meant(pile.colour, colours)}")
    revolutions = getattr(step, "revolutions", 1.0)
    if not 0.3 <= revolutions <= 40:
        raise NoMoreBetsError(f"{here}: the ball runs between 0.3 and 40 revolutions, not {revolutions}.")


def _near(told: str, names: set[str]) -> str:
    """The likely meaning; the full list only where it is short enough to read."""
    if len(names) <= 12:
        return meant(told, names)
    guess = meant(told, names).split(" Known:")[0]
    return guess or " Spots read like 17, 17-20, 0-1-2-3, red, dozen-2, column-1."
