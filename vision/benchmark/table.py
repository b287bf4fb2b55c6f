"""The benchmark's figures: each with its goal, N and the 95 % bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from schemas.events import Value
from vision.benchmark.bounds import at_least, at_most
from vision.benchmark.wheel import HappeningResult, SpinResult


class Share(Value, frozen=True, kw_only=True):
    """How many of how many were as they should be; `bound` is what that proves with 95 % confidence."""

    what: str
    goal: str
    count: int
    of: int
    bound: float

    @property
    def share(self) -> float | None:
        """The share itself; nothing of nothing."""
        return self.count / self.of if self.of else None


def _share(what: str, goal: str, told: Sequence[bool]) -> Share:
    count, of = sum(told), len(told)
    return Share(what=what, goal=goal, count=count, of=of, bound=round(at_least(count, of), 4))


def _wrong(what: str, goal: str, told: Sequence[bool]) -> Share:
    count, of = sum(told), len(told)
    return Share(what=what, goal=goal, count=count, of=of, bound=round(at_most(count, of), 4) if of else 1.0)


def figures(spins: Sequence[SpinResult], happened: Sequence[HappeningResult], idle: tuple[int, float]) -> list[Share]:
    """Every goal of the wheel eye, as far as these spins show it."""
    found = [spin for spin in spins if spin.found]

    def of(get: Callable[[SpinResult], float | bool | None]) -> list[float]:
        return [float(value) for spin in found if (value := get(spin)) is not None]

    launched = of(lambda spin: spin.ball_right)
    shares = [
        _share("wheel found by itself", "all", [spin.found for spin in spins]),
        _share("launch told, of wheels found", "all visible", [spin.ball_right is not None for spin in found]),
        _share("ball direction right, of launches told", "100 %", [value > 0 for value in launched]),
        _share("rotor direction right, of launches told", "100 %",
               [value > 0 for value in of(lambda spin: spin.rotor_right)]),
        _share("rotor speed within 2 %", "all", [abs(v) <= 0.02 for v in of(lambda spin: spin.rotor_speed_off)]),
        _share("revolutions within 0.25, of drops told", "99 %",
               [value <= 0.25 for value in of(lambda spin: spin.revolutions_off)]),
        _share("fewer than four revolutions told as such", "98 %", [spin.few_told for spin in found if spin.few]),
        _share("drop within 2 frames", "95 %", [abs(v) <= 2 for v in of(lambda spin: spin.drop_off_frames)]),
        _share("rest within 5 frames", "95 %", [abs(v) <= 5 for v in of(lambda spin: spin.rest_off_frames)]),
        _share("number right, of all spins", "99.5 %", [spin.number_right is True for spin in spins]),
        _wrong("number wrong, of all spins (at most)", "0.1 %", [spin.number_right is False for spin in spins]),
        _wrong("clean spins with something false (at most)", "none", [bool(spin.false) for spin in found]),
    ]
    shares += [_share(what, "98 %", [each.told for each in happened if each.what == what])
               for what in sorted({each.what for each in happened})]
    balls, seconds = idle
    if seconds:
        shares.append(Share(what=f"said of balls in {seconds / 60:.1f} min of an idle wheel", goal="0", count=balls,
                            of=round(seconds), bound=0.0))
    return shares


def page(shares: Sequence[Share], told: str) -> str:
    """The table for people."""
    lines = ["| | goal | measured | N | 95 % bound |", "|---|---|---|---|---|"]
    for each in shares:
        measured = "–" if each.share is None else f"{each.count} of {each.of} ({100 * each.share:.1f} %)"
        if each.what.startswith("said of balls"):
            lines.append(f"| {each.what} | {each.goal} | {each.count} | {each.of} s | |")
            continue
        side = "at most" if "(at most)" in each.what else "at least"
        what = each.what.removesuffix(" (at most)")
        lines.append(f"| {what} | {each.goal} | {measured} | {each.of} | {side} {100 * each.bound:.1f} % |")
    return f"{told}\n\n" + "\n".join(lines) + "\n"
