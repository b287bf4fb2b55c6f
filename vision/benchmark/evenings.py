"""Evenings at the felt, one story under one seed each: filmed, calibrated and watched as a user would."""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec.structs import replace

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.events import Value
from schemas.table import TableSetup, read_table
from vision.calibrating import calibrate
from vision.desk import desk_entries
from vision.session import closing, open_session, opening
from vision.simulator.case import STARTS_AT, filmed_as, simulate_case, write_lines
from vision.simulator.film import film
from vision.simulator.script import Script, play
from vision.simulator.story import load_story
from vision.simulator.tablefile import table_text
from vision.simulator.view import Difficulty
from vision.watch import merged, watch_camera

MOVES = (
    "past-post", "late-bet", "late-after-call", "wave", "bet-after-bonus", "cap", "top-hat", "pinch", "drag",
    "savannah", "push", "winner-touched", "on-the-racetrack", "on-a-section", "pay-then-collect", "overpaid",
    "underpaid", "winner-missed", "winner-collected", "loser-paid", "clean", "collect-then-pay", "dealer-repositions",
    "sleeve-brush", "paid-bet-lifted",
)
"""The stories played: every move and payment that breaks a rule, then what is lawful and must find nothing."""
SEEN, WHEEL_SEEN = "seen.jsonl", "wheel-seen.jsonl"


class Evening(Value, frozen=True, kw_only=True):
    """One story under one seed, and how hard its two cameras are."""

    story: str
    seed: int
    difficulty: Difficulty = "medium"
    wheel: Difficulty = "easy"

    @property
    def name(self) -> str:
        """What its folder is called."""
        return f"{self.story}-{self.seed}-{self.difficulty}"


def script_of(evening: Evening) -> Script:
    """What is played and filmed."""
    return filmed_as(play(load_story(evening.story), evening.seed), evening.difficulty, evening.wheel)


def draw(evening: Evening, folder: Path) -> Path:
    """The evening's case in its own folder under this one; drawn once."""
    case = folder / evening.name
    if not (case / "truth.jsonl").exists():
        simulate_case(load_story(evening.story), evening.seed, case, difficulty=evening.difficulty,
                      wheel_difficulty=evening.wheel, wheel_of=_wheel(evening, folder))
    return case


def watch(evening: Evening, folder: Path) -> Path:
    """What our own eyes and the desk say of a drawn case, as `nomorebets watch` would write it."""
    case = folder / evening.name
    if not (case / SEEN).exists():
        session = open_session(read_table(case / "table.toml"))
        wheel = [decode(line) for line in (_wheel(evening, folder) / WHEEL_SEEN).read_bytes().splitlines()]
        said = list(merged([desk_entries(session), wheel, _seen("layout", case)]))
        last = max(one.time for one in said)
        write_lines(case / SEEN, [*opening(session), *said, closing(session, last)])
    return case / SEEN


def _wheel(evening: Evening, folder: Path) -> Path:
    """A case with only the wheel, filmed and watched once for all evenings in which it does the same."""
    script = script_of(evening)
    alone = TableSetup(table="t1", rulebook="none", wheel=script.wheel.setup.wheel)
    key = hashlib.sha256(msgspec.json.encode(replace(script.wheel, setup=alone))).hexdigest()[:16]
    case = folder / "wheels" / key
    case.mkdir(parents=True, exist_ok=True)
    with _held(case / "lock"):
        if not (case / WHEEL_SEEN).exists():
            table = case / "table.toml"
            table.write_text(table_text(script.story.setup, STARTS_AT))
            film(script, case, cameras=("wheel",))
            calibrate("wheel", str(case / "wheel.mp4"), table)
            write_lines(case / WHEEL_SEEN, _seen("wheel", case))
    return case


def _seen(camera: str, case: Path) -> Iterator[Entry]:
    file = read_table(case / "table.toml")
    session = open_session(file)
    told = next(each for each in session.cameras if each.name == camera)
    return watch_camera(camera, str(case / f"{camera}.mp4"), file, session.id, told.starts_at)


@contextmanager
def _held(lock: Path) -> Iterator[None]:
    """One process at a time."""
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
