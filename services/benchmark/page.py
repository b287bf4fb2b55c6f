"""The benchmark's figures as tables for people."""

from __future__ import annotations

from collections.abc import Sequence

from services.benchmark.evening import Tried
from services.benchmark.figures import Figure, Move, clean, moves, sight, widths


def page(tried: Sequence[Tried], told: str) -> str:
    """What was played, then every move, then the eye."""
    calm = clean(tried)
    bound = "" if calm.at_most_per_hour is None else f" (95 % bound: at most {calm.at_most_per_hour:g} an hour)"
    lawful = f"Lawful play: {calm.false} false breaches in {calm.hours:g} table-hours{bound}."
    return "\n".join([told, "", *_moves(moves(tried)), "", lawful, "", *_sight(tried), ""])


def _moves(rows: Sequence[Move]) -> list[str]:
    return [
        "| move | evenings | exactly right | without the desk | due | breach | suspected | could not see "
        "| recall, bound | precision of breach, bound | time off: median, worst |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        *(f"| {row.move} | {row.evenings}{f', {row.failed} not watched' if row.failed else ''} | {row.exact} "
          f"| {row.exact_without_desk} | {row.due} | {row.breach} | {row.suspected} | {row.could_not_see} "
          f"| {_share(row.recall)} | {_share(row.precision)} | {_times(row)} |" for row in rows)]


def _sight(tried: Sequence[Tried]) -> list[str]:
    lines = ["| the eye on the felt | goal | measured | N | 95 % bound |", "|---|---|---|---|---|"]
    for each in sight(tried):
        if each.of:
            side = "at most" if each.at_most else "at least"
            lines.append(f"| {each.what} | {each.goal} | {each.count} ({_percent(each.count / each.of)}) | {each.of} "
                         f"| {side} {_percent(each.bound or 0.0)} |")
    wide = widths(tried)
    if wide is not None:
        lines.append(f"| width of the interval, median | 400 ms | {1000 * wide[0]:.0f} ms | {wide[1]} | |")
    return lines


def _share(told: Figure) -> str:
    if not told.of:
        return "–"
    return f"{told.count} of {told.of} ({_percent(told.count / told.of)}), at least {_percent(told.bound or 0.0)}"


def _times(row: Move) -> str:
    return "–" if row.off_s_median is None else f"{row.off_s_median:.2f} s, {row.off_s_worst:.2f} s"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"
