"""What an eye costs: decoding a film alone, and decoding it while the eye looks, in time of one core."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import msgspec

from bench.figures import Figure, beside, middle, number, spread
from bench.progress import Step, silent
from schemas.codec import decode as read_line
from schemas.events import HandEntered, HandLeft, Observation
from schemas.moment import Moment
from schemas.table import read_table
from vision.session import Session, open_session
from vision.source import frames
from vision.watch import eye_for

PART = "decode"
CAMERA_FPS = 25
SETTLING_MS = 1500
"""After a hand has left, the felt still counts as busy this long: the eye reads what changed."""


class Pass(msgspec.Struct, frozen=True, kw_only=True):
    """One time through a film: its frames, the core's seconds, and what the eye took of them per frame."""

    frames: int
    seconds: float
    looks: tuple[float, ...] = ()
    times: tuple[Moment, ...] = ()

    @property
    def speed(self) -> float:
        """Frames a second on one core."""
        return self.frames / self.seconds


def measure(case: Path, *, runs: int = 2, most: int | None = None, step: Step = silent) -> list[Figure]:
    """Both cameras of a case; decoding and looking take turns, so that a busy moment hits both."""
    cv2.setNumThreads(1)  # as the camera processes do: one camera, one core
    session = open_session(read_table(case / "table.toml"))
    figures: list[Figure] = []
    for camera in ("wheel", "layout"):
        alone: list[Pass] = []
        looking: list[Pass] = []
        for _ in range(runs):
            alone.append(decoded(session, camera, looking=False, most=most))
            step(f"{camera}: decoding alone")
            looking.append(decoded(session, camera, looking=True, most=most))
            step(f"{camera}: with its eye")
        figures += _figures(camera, alone, looking)
        if camera == "layout":
            figures += _parts(case, alone, looking)
    return figures


def decoded(session: Session, camera: str, *, looking: bool, most: int | None = None) -> Pass:
    """Go through a camera's film, with its eye or without. Counts processor time: others' work does not count."""
    told = next(each for each in session.cameras if each.name == camera)
    eye = eye_for(camera, session.file) if looking else None
    count, looks, times = 0, list[float](), list[Moment]()
    clock = reading_the_clock() if looking else 0.0
    began = time.process_time()
    for frame in frames(told.url, told.starts_at):
        if eye is not None:
            before = time.thread_time()  # decoding goes on in other threads
            for _ in eye.look(frame):
                pass
            looks.append(max(0.0, time.thread_time() - before - clock))
            times.append(frame.time)
        count += 1
        if count == most:
            break
    seconds = time.process_time() - began - 2 * clock * len(looks)
    return Pass(frames=count, seconds=seconds, looks=tuple(looks), times=tuple(times))


def reading_the_clock() -> float:
    """What it costs to ask for the processor time: on some machines as much as a look at a quiet felt."""
    asked = [time.thread_time() for _ in range(201)]
    return middle([later - before for before, later in pairwise(asked)])


def _figures(camera: str, alone: Sequence[Pass], looking: Sequence[Pass]) -> list[Figure]:
    size = f"{alone[0].frames} frames × {len(alone)} runs"
    bare, seeing = [run.speed for run in alone], [run.speed for run in looking]
    return [
        Figure(part=PART, what=f"{camera}: decoding alone", value=middle(bare), unit="frames/s a core",
               ratio=middle(bare) / CAMERA_FPS, against=f"a camera at {CAMERA_FPS}/s", n=size, bound=spread(bare)),
        Figure(part=PART, what=f"{camera}: decoding + {camera} eye", value=middle(seeing), unit="frames/s a core",
               ratio=beside(seeing, bare), against="decoding alone", n=size, bound=spread(seeing),
               note=f"{number(middle(seeing) / CAMERA_FPS)} cameras at {CAMERA_FPS}/s fill a core"),
    ]


def _parts(case: Path, alone: Sequence[Pass], looking: Sequence[Pass]) -> list[Figure]:
    """The felt quiet and busy: what the eye costs while hands are over it or have just left."""
    busy_at = hands_over(case)
    bare = middle([run.seconds / run.frames for run in alone])
    figures = []
    for name, wanted in (("quiet", False), ("busy", True)):
        costs = [[cost for cost, at in zip(run.looks, run.times, strict=True)
                  if any(first <= at <= last for first, last in busy_at) == wanted] for run in looking]
        if not costs[0]:
            continue
        speed = 1 / (bare + middle([sum(run) / len(run) for run in costs]))
        worst = max(max(run) for run in costs) * 1000
        figures.append(Figure(
            part=PART, what=f"layout: the same while the felt is {name}", value=speed, unit="frames/s a core",
            ratio=speed * bare, against="decoding alone", n=f"{len(costs[0])} frames × {len(costs)} runs",
            note=f"the eye's dearest frame took {number(worst)} ms; a camera gives {1000 / CAMERA_FPS:.0f}"))
    return figures


def hands_over(case: Path) -> list[tuple[Moment, Moment]]:
    """When hands were over the felt or had just left it, by the truth of the case."""
    found: list[tuple[Moment, Moment]] = []
    begun: list[Moment] = []
    for line in (case / "truth.jsonl").read_bytes().splitlines():
        event = read_line(line).data
        if isinstance(event, HandEntered):
            begun.append(_at(event))
        elif isinstance(event, HandLeft) and begun:
            found.append((begun.pop(0), Moment(_at(event) + SETTLING_MS)))
    return found


def _at(event: Observation) -> Moment:
    return event.seen[0]
