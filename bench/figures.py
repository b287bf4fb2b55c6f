"""One figure of the table, and the table itself: on the terminal, as JSON, and as a page of the docs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from statistics import median

import msgspec
from rich.table import Table


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something measured: a speed has a `ratio` against a peer or a limit, a rate of errors its 95 % bound."""

    part: str
    what: str
    value: float | None = None
    unit: str = ""
    ratio: float | None = None
    against: str = ""
    n: str = ""
    bound: str = ""
    note: str = ""

    @property
    def measured(self) -> str:
        """The value with its unit, or that there is none."""
        return "not measured" if self.value is None else f"{number(self.value)} {self.unit}".strip()

    @property
    def compared(self) -> str:
        """The ratio and what it is a ratio to."""
        return self.against if self.ratio is None else f"{number(self.ratio)} × {self.against}"

    @property
    def doubt(self) -> str:
        """What it rests on, and how far it may be off."""
        return "; ".join(filter(None, (self.n and f"N = {self.n}", self.bound)))


def number(value: float) -> str:
    """Three digits that mean something: `0.0213`, `2.13`, `21.3`, `21 300`."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}".replace(",", " ")
    digits = 0
    while digits < 6 and abs(value) * 10**digits < 100:
        digits += 1
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"


def spread(values: Sequence[float]) -> str:
    """The runs' lowest and highest: how noisy the machine was."""
    return f"runs {number(min(values))} to {number(max(values))}" if len(values) > 1 else ""


def middle(values: Sequence[float]) -> float:
    """The median: one disturbed run does not move it."""
    return float(median(values))


def beside(values: Sequence[float], peers: Sequence[float]) -> float:
    """The median ratio of runs to the peers' runs right beside them: both had the same neighbours."""
    return middle([value / peer for value, peer in zip(values, peers, strict=True)])


def cores() -> int:
    """How many cores this run could use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load() -> float:
    """How many processes wanted a core in the last minute: above the number of cores, wall times suffer."""
    return os.getloadavg()[0]


def table_of(figures: Sequence[Figure], *, load: float) -> Table:
    """The table for a terminal."""
    title = f"nomorebets, measured on {cores()} cores; load {load:.1f} before it began"
    table = Table(title=title, title_justify="left")
    for name in ("", "what", "measured", "against", "N and bound"):
        table.add_column(name, justify="right" if name == "measured" else "left", overflow="fold")
    before = ""
    for figure in figures:
        if before and figure.part != before:
            table.add_section()
        shown = figure.part if figure.part != before else ""
        doubt = figure.doubt + (f"\n[dim]{figure.note}[/dim]" if figure.note else "")
        table.add_row(f"[bold]{shown}[/bold]", figure.what, figure.measured, figure.compared, doubt)
        before = figure.part
    return table


def page_of(figures: Sequence[Figure], command: str, *, load: float) -> str:
    """The same as a page of the reference; without a date, so that only changed figures change it."""
    lines = [
        "# Figures", "",
        f"Written by `{command}` on a machine with {cores()} cores and a load of {load:.1f} before it began (more than",
        "the cores, and wall times suffer). Another machine has other figures; the ratios differ less, because each",
        "speed stands beside a peer or a limit of the same run. `a core` means its processor time; the hosts and the",
        "latency are wall time. Rates of errors carry N and their exact one-sided 95 % bound.", "",
        "| | what | measured | against | N and bound |", "|---|---|---|---|---|",
    ]
    for figure in figures:
        doubt = " · ".join(filter(None, (figure.doubt, figure.note)))
        cells = (figure.part, figure.what, figure.measured, figure.compared, doubt)
        lines.append("| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |")
    return "\n".join(lines) + "\n"
