"""The benchmark's figures: each with its goal, what was measured, N, the 95 % bound, and whether that meets the goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from schemas.events import Value
from vision.benchmark.bounds import at_least, at_most
from vision.benchmark.irregular import IRREGULAR
from vision.benchmark.results import ClipResult, HappeningResult, HourResult, IdleResult, Result, SpinResult


class Share(Value, frozen=True, kw_only=True):
    """How many of how many were as they should be; `bound` is what that proves with 95 % confidence.

    `goal` is the least share, or with `side` "at most" the largest; null where none was set.
    """

    what: str
    goal: float | None
    side: Literal["at least", "at most"] = "at least"
    count: int
    of: int
    bound: float

    @property
    def share(self) -> float | None:
        """The share itself; nothing of nothing."""
        return self.count / self.of if self.of else None

    @property
    def met(self) -> bool | None:
        """Whether what was measured reaches the goal; what the bound proves is told beside it."""
        if self.goal is None or self.share is None:
            return None
        return self.share >= self.goal if self.side == "at least" else self.share <= self.goal


def _share(what: str, goal: float | None, told: Iterable[bool]) -> Share:
    each = list(told)
    return Share(what=what, goal=goal, count=sum(each), of=len(each), bound=round(at_least(sum(each), len(each)), 4))


def _wrong(what: str, goal: float, told: Iterable[bool]) -> Share:
    each = list(told)
    bound = at_most(sum(each), len(each)) if each else 1.0
    return Share(what=what, goal=goal, side="at most", count=sum(each), of=len(each), bound=round(bound, 4))


def figures(results: Sequence[Result]) -> list[Share]:
    """Every goal of the wheel eye, as far as these results show it."""
    spins = [each for each in results if isinstance(each, SpinResult)]
    shares = [*_found(spins), *_throw(spins), *_fall(spins)] if spins else []
    clips = [each for each in results if isinstance(each, ClipResult)]
    shares += _clips(clips) if clips else []
    happened = [each for each in results if isinstance(each, HappeningResult)]
    for what in IRREGULAR:
        own = [each.told for each in happened if each.what == what and each.found]
        shares += [_share(f"told: {what}", 0.98, own)] if own else []
    return shares


def _found(spins: Sequence[SpinResult]) -> list[Share]:
    return [_share("wheel found by itself", 1.0, (spin.found for spin in spins)),
            _wrong("clean spins with something false", 0.0, (bool(spin.false) for spin in spins if spin.found))]


def _throw(spins: Sequence[SpinResult]) -> list[Share]:
    found = [spin for spin in spins if spin.found]
    off = [spin.rotor_speed_off for spin in found if spin.rotor_speed_off is not None]
    return [
        _share("launch told, of wheels found", None, (spin.ball_right is not None for spin in found)),
        _share("ball direction right, of launches told", 1.0, _told(spin.ball_right for spin in found)),
        _share("rotor direction right, of launches told", 1.0, _told(spin.rotor_right for spin in found)),
        _share("same-direction verdict right, of launches told", 1.0, _told(spin.same_way_right for spin in found)),
        _share("rotor speed within 2 %, of launches told", 1.0, (abs(each) <= 0.02 for each in off)),
        _share("fewer than four revolutions told as such", 0.98, (spin.few_told for spin in found if spin.few)),
        _wrong("four or more revolutions called fewer", 0.0, (spin.few_false for spin in found if not spin.few)),
    ]


def _fall(spins: Sequence[SpinResult]) -> list[Share]:
    found = [spin for spin in spins if spin.found]
    turns = [spin.revolutions_off for spin in found if spin.revolutions_off is not None]
    drops = [spin.drop_off_frames for spin in found if spin.drop_off_frames is not None]
    rests = [spin.rest_off_frames for spin in found if spin.rest_off_frames is not None]
    return [
        _share("drop told, of wheels found", None, (spin.drop_off_frames is not None for spin in found)),
        _share("revolutions within 0.25, where counted from the launch", 0.99, (each <= 0.25 for each in turns)),
        _share("drop within 2 frames, of drops told", 0.95, (abs(each) <= 2 for each in drops)),
        _share("rest told, of wheels found", None, (spin.rest_off_frames is not None for spin in found)),
        _share("rest within 5 frames, of rests told", 0.95, (abs(each) <= 5 for each in rests)),
        _share("number right, of wheels found", 0.995, (spin.number_right is True for spin in found)),
        _wrong("number wrong, of wheels found", 0.001, (spin.number_right is False for spin in found)),
    ]


def _clips(clips: Sequence[ClipResult]) -> list[Share]:
    found = [clip for clip in clips if clip.found]
    return [_share("number right, short clips from drop to rest", 0.995, (clip.right is True for clip in found)),
            _wrong("number wrong, short clips from drop to rest", 0.001, (clip.right is False for clip in found))]


def _told(each: Iterable[bool | None]) -> list[bool]:
    return [told for told in each if told is not None]


def lines_about(results: Sequence[Result]) -> list[str]:
    """What is no share: the idle wheels and the long evening, one row each."""
    idle = [each for each in results if isinstance(each, IdleResult) and each.found]
    rows = []
    for turning, how in ((True, "turning"), (False, "still")):
        own = [each for each in idle if each.turning is turning]
        seconds, said = sum(each.seconds for each in own), sum(len(each.said) for each in own)
        if own:
            met = "met" if not said else "missed"
            rows.append(f"| balls reported on an idle wheel, {how} | 0 | {said} | {seconds / 60:.1f} min | | {met} |")
    for hour in (each for each in results if isinstance(each, HourResult)):
        rows.append(f"| memory over {hour.minutes:g} min of video | flat | {hour.warm_mb:.0f} MB when warm, "
                    f"{hour.most_mb:.0f} at most, {hour.end_mb:.0f} at the end | 1 | | |")
    return rows


def page(results: Sequence[Result], told: str) -> str:
    """The table for people."""
    rows = ["| | goal | measured | N | 95 % bound | |", "|---|---|---|---|---|---|"]
    rows += [_row(each) for each in figures(results)]
    return f"{told}\n\n" + "\n".join([*rows, *lines_about(results)]) + "\n"


def _row(each: Share) -> str:
    goal = "" if each.goal is None else f"{'≥' if each.side == 'at least' else '≤'} {100 * each.goal:g} %"
    measured = "–" if each.share is None else f"{each.count} of {each.of} ({100 * each.share:.1f} %)"
    met = {True: "met", False: "missed", None: ""}[each.met]
    return f"| {each.what} | {goal} | {measured} | {each.of} | {each.side} {100 * each.bound:.1f} % | {met} |"
