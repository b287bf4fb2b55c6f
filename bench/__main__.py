"""`python -m bench`: measures everything on this machine and prints one table, whatever the figures."""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec
from rich.console import Console

from bench.figures import Figure, cores, load, page_of, table_of
from schemas.errors import NoMoreBetsError, meant

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "figures.md"
NAMES = ("decode", "large", "referee", "hosts", "latency", "pixels", "events")


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be measured, and how much of it."""

    names: tuple[str, ...] = NAMES
    minutes: float = 5.0
    hours: float = 1.0
    seed: int = 1000
    events: int = 0


async def measure(wish: Wish, work: Path, films_in: Path | None = None) -> list[Figure]:
    """Every wished measurement, one after the other, so that none disturbs another."""
    from bench.films import Films

    films = Films(films_in or work / "films", keep=films_in is not None)
    films.folder.mkdir(parents=True, exist_ok=True)
    figures: list[Figure] = []
    for name in wish.names:
        try:
            figures += await _measure(name, wish, films, work)
        except (NoMoreBetsError, ExceptionGroup) as wrong:  # what cannot be measured must not hide the rest
            figures.append(Figure(part=name, what=name, note=f"not measured: {_reason(wrong)}"))
    return figures


async def _measure(name: str, wish: Wish, films: object, work: Path) -> list[Figure]:
    from bench import decode, false_alerts, hosts, large, latency, long_night, referee
    from bench.films import Films
    from bench.progress import steps

    assert isinstance(films, Films)
    if name in ("decode", "latency"):
        with steps("drawing", 1) as step:
            case = await films.case("past-post", wish.seed)
            step("past-post")
    if name == "large":
        with steps(name, 6) as step:
            return large.measure(work, seed=wish.seed, step=step)
    if name == "decode":
        with steps(name, 8) as step:
            return decode.measure(case, step=step)
    if name == "referee":
        with steps(name, 4 + (long_night.evenings_for(wish.events) if wish.events else 0)) as step:
            short = referee.measure(seed=wish.seed, step=step)
            return short + (long_night.measure(wish.events, seed=wish.seed, step=step) if wish.events else [])
    if name == "hosts":
        with steps(name, 8) as step:
            return await hosts.measure(work / "hosts", seed=wish.seed, step=step)
    if name == "latency":
        with steps(name, 3) as step:
            return await latency.measure(case, work / "house", step=step)
    if name == "pixels":
        with steps("clean acts", len(false_alerts.seeds_for(wish.minutes, wish.seed))) as step:
            return await false_alerts.from_pixels(films, minutes=wish.minutes, seed=wish.seed, step=step)
    with steps("clean events", false_alerts.sessions_in(wish.hours)) as step:
        return false_alerts.as_events(hours=wish.hours, seed=wish.seed, step=step)


def _reason(wrong: Exception) -> str:
    """One line a person can act on; anything else is a bug and shows itself."""
    from services.runtime.house import one_error

    first = one_error(wrong)
    if not isinstance(first, NoMoreBetsError):
        raise wrong
    return str(first)


@contextmanager
def _working() -> Iterator[Path]:
    """A folder for everything we make; PostgreSQL's own user may walk through it but not look around."""
    with tempfile.TemporaryDirectory(prefix="nomorebets-bench-", ignore_cleanup_errors=True) as name:
        work = Path(name)
        work.chmod(0o711)
        yield work


def _names(told: str | None) -> tuple[str, ...]:
    wanted = [name.strip() for name in (told or ",".join(NAMES)).split(",") if name.strip()]
    for name in wanted:
        if name not in NAMES:
            raise NoMoreBetsError(f"nothing to measure is called '{name}'.{meant(name, NAMES)}")
    return tuple(wanted)


@click.command()
@click.option("--minutes", type=click.FloatRange(min=0), default=5.0, show_default=True,
              help="Clean play from pixels; more proves more.")
@click.option("--hours", type=click.FloatRange(min=0.01), default=1.0, show_default=True, help="Clean play as events.")
@click.option("--only", metavar="NAME,…", help=f"Measure only these: {', '.join(NAMES)}.")
@click.option("--seed", type=click.IntRange(min=0), default=1000, show_default=True, help="The first of the seeds.")
@click.option("--events", type=click.IntRange(min=0), default=0, show_default=True,
              help="Also judge a floor of 100 tables until about so many events have come; 1000000 takes minutes.")
@click.option("--films", type=click.Path(path_type=Path, file_okay=False), help="Keep the films here, for next time.")
@click.option("--json", "json_file", type=click.Path(path_type=Path, dir_okay=False), help="Write them here too.")
@click.option("--write", is_flag=True, help="Write docs/reference/figures.md too.")
def main(
    minutes: float, hours: float, only: str | None, seed: int, events: int, films: Path | None,
    json_file: Path | None, write: bool,
) -> None:
    """Measure what nomorebets costs and how often it errs, and print one table."""
    wish = Wish(names=_names(only), minutes=minutes, hours=hours, seed=seed, events=events)
    began, busy = time.monotonic(), load()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leave in order: nothing running, nothing lying about
    with _working() as work:
        figures = asyncio.run(measure(wish, work, films))
    console = Console() if sys.stdout.isatty() else Console(width=150)
    console.print(table_of(figures, load=busy))
    console.print(f"Every speed is a ratio of this run, which took {(time.monotonic() - began) / 60:.1f} min.")
    if json_file is not None:
        told = msgspec.json.encode({"cores": cores(), "load": busy, "figures": figures})
        json_file.write_bytes(msgspec.json.format(told) + b"\n")
    if write:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(page_of(figures, _command(wish), load=busy))


def _command(wish: Wish) -> str:
    """How to have the same page again; where somebody keeps films is nobody's business."""
    usual = Wish()
    given = {"only": ",".join(wish.names) if wish.names != NAMES else None}
    given |= {name: f"{getattr(wish, name):g}" for name in ("minutes", "hours", "seed", "events")
              if getattr(wish, name) != getattr(usual, name)}
    return " ".join(["python -m bench --write", *(f"--{name} {value}" for name, value in given.items() if value)])


if __name__ == "__main__":
    try:
        main(standalone_mode=False)
    except NoMoreBetsError as wrong:
        print(f"nomorebets: {wrong}", file=sys.stderr)
        sys.exit(2)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
