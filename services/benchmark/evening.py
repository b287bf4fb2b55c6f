"""One evening tried: drawn, calibrated, watched, judged with and without the desk, and what of it came out right."""

from __future__ import annotations

from pathlib import Path

from schemas.codec import decode
from schemas.envelope import Entry
from schemas.errors import NoMoreBetsError
from schemas.events import Value
from services.benchmark.verdicts import Found, compare, last_word, without_desk
from vision.benchmark.evenings import Evening, draw, script_of, watch
from vision.benchmark.felt_sight import felt_sight
from vision.benchmark.tally import Tally
from vision.simulator.case import read_expected


class Tried(Value, frozen=True, kw_only=True):
    """What came of one evening; `failed` says why it could not be watched at all."""

    evening: Evening
    seconds: float = 0.0
    expected: int = 0
    found: tuple[Found, ...] = ()
    found_without_desk: tuple[Found, ...] = ()
    sight: tuple[Tally, ...] = ()
    failed: str | None = None

    @property
    def exact(self) -> bool:
        """Whether exactly what had to be found was found."""
        return self.failed is None and all(one.exact for one in self.found)

    @property
    def exact_without_desk(self) -> bool:
        """The same with the desk left out."""
        return self.failed is None and all(one.exact for one in self.found_without_desk)


def try_evening(evening: Evening, folder: Path, observations: Path | None = None) -> Tried:
    """Play one evening from pixels to verdicts; with `observations` another eye's words are judged instead of ours."""
    seconds = script_of(evening).duration_s
    try:
        case = draw(evening, folder)
        seen = watch(evening, folder) if observations is None else _theirs(evening, observations)
        return _judged(evening, case, _entries(seen))
    except NoMoreBetsError as wrong:
        return Tried(evening=evening, seconds=seconds, failed=str(wrong))


def _theirs(evening: Evening, observations: Path) -> Path:
    path = observations / f"{evening.name}.jsonl"
    if not path.exists():
        raise NoMoreBetsError(f"no observations {path}")
    return path


def _judged(evening: Evening, case: Path, seen: list[Entry]) -> Tried:
    truth, script = _entries(case / "truth.jsonl"), script_of(evening)
    words = [(read_expected(case / "expected.jsonl", desk=desk),
              *(last_word(part if desk else without_desk(part)) for part in (truth, seen))) for desk in (True, False)]
    with_desk, without = (compare(*told) for told in words)
    return Tried(evening=evening, seconds=script.duration_s, expected=len(words[0][0]), found=with_desk,
                 found_without_desk=without, sight=felt_sight(script, truth, seen).told())


def _entries(path: Path) -> list[Entry]:
    return [decode(line) for line in path.read_bytes().splitlines() if line.strip()]
