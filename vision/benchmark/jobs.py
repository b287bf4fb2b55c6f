"""A benchmark as a list of jobs, each some seconds to a minute of one core, each by itself."""

from __future__ import annotations

from collections.abc import Iterator

from schemas.events import Value
from vision.benchmark.clips import clip_scene
from vision.benchmark.filmed import Filmed, room
from vision.benchmark.hour import watch_for
from vision.benchmark.irregular import IRREGULAR, irregular_scene
from vision.benchmark.judged import OF_BALLS, judge_spin, middle, number_right
from vision.benchmark.results import ClipResult, HappeningResult, IdleResult, Result, SpinResult, brief
from vision.benchmark.spins import idle_scene, spin_scene
from vision.benchmark.trial import Trial

CLIPS_EACH = 25
"""Clips under one camera; more, and fewer cameras are tried."""
IDLE_EACH_S = 60.0
"""Seconds of an idle wheel under one camera, half of them turning."""
SHOWN = 3.0
"""Revolutions of the spin by which a camera is calibrated before other films are taken with it."""
IRREGULAR_FROM, CLIPS_FROM, IDLE_FROM, HOUR_FROM = 1000, 2000, 3000, 4000
"""How far from the first seed each kind's cameras begin."""


class Wanted(Value, frozen=True, kw_only=True):
    """How much of everything is asked for, from which seed on."""

    seed: int
    spins: int = 0
    irregular: int = 0
    clips: int = 0
    idle_s: float = 0.0
    memory_min: float = 0.0


class Job(Value, frozen=True, kw_only=True):
    """One camera and what is tried under it; `size` counts clips, or seconds, or minutes."""

    kind: str
    seed: int
    size: float = 1.0

    @property
    def key(self) -> str:
        """Its name in the file of results."""
        return f"{self.kind}-{self.seed}-{self.size:g}"

    @property
    def cost(self) -> float:
        """About how many seconds of a core it takes, for the time left."""
        return {"spin": 6.0, "irregular": 45.0, "clips": 1.5 * self.size, "idle": 0.25 * self.size,
                "hour": 5.0 * self.size}[self.kind]


def jobs_of(wanted: Wanted) -> list[Job]:
    """Every job, the long ones first, so that no core waits for the last."""
    seed = wanted.seed
    jobs = [Job(kind="hour", seed=seed + HOUR_FROM, size=wanted.memory_min)] if wanted.memory_min else []
    jobs += [Job(kind="irregular", seed=seed + IRREGULAR_FROM + nth) for nth in range(wanted.irregular)]
    jobs += [Job(kind="clips", seed=seed + CLIPS_FROM + nth, size=size)
             for nth, size in enumerate(_parts(wanted.clips, CLIPS_EACH))]
    jobs += [Job(kind="idle", seed=seed + IDLE_FROM + nth, size=size)
             for nth, size in enumerate(_parts(wanted.idle_s, IDLE_EACH_S))]
    return [*jobs, *(Job(kind="spin", seed=seed + nth) for nth in range(wanted.spins))]


def _parts(whole: float, each: float) -> Iterator[float]:
    while whole > 0:
        yield min(whole, each)
        whole -= each


def do(job: Job, trial: Trial) -> list[Result]:
    """Film, calibrate, watch, compare."""
    if job.kind == "hour":
        return [watch_for(job.seed, job.size, trial)]
    with room() as folder:
        if job.kind == "spin":
            scene = spin_scene(job.seed, trial)
            filmed = Filmed(scene, folder)
            known = filmed.calibration is not None
            return [judge_spin(scene, filmed.said()) if known else SpinResult(seed=job.seed, found=False)]
        filmed = Filmed(spin_scene(job.seed, trial, turns=SHOWN), folder)
        kinds = {"irregular": _irregular, "clips": _clips, "idle": _idle}
        return list(kinds[job.kind](filmed, job, trial))


def _irregular(filmed: Filmed, job: Job, trial: Trial) -> Iterator[Result]:
    for what, happening in IRREGULAR.items():
        if filmed.calibration is None:
            yield HappeningResult(seed=job.seed, what=what, found=False, told=False)
            continue
        scene, at = irregular_scene(job.seed, what, trial)
        said = filmed.said_of(scene)
        told = happening.told(said, scene, at)
        words = () if told else tuple(brief(each, middle(each)) for each in said)
        yield HappeningResult(seed=job.seed, what=what, found=True, told=told, said=words)


def _clips(filmed: Filmed, job: Job, trial: Trial) -> Iterator[Result]:
    for nth in range(int(job.size)):
        if filmed.calibration is None:
            yield ClipResult(seed=job.seed, nth=nth, found=False)
            continue
        scene = clip_scene(job.seed, nth, trial)
        right = number_right(filmed.said_of(scene), scene.spins[0].number)
        yield ClipResult(seed=job.seed, nth=nth, found=True, right=right)


def _idle(filmed: Filmed, job: Job, trial: Trial) -> Iterator[Result]:
    for turning in (True, False):
        seconds, found = job.size / 2, filmed.calibration is not None
        said = filmed.said_of(idle_scene(job.seed, trial, seconds, turning=turning)) if found else []
        words = tuple(brief(each, middle(each)) for each in said if isinstance(each, OF_BALLS))
        yield IdleResult(seed=job.seed, found=found, turning=turning, seconds=seconds, said=words)
