"""What every step of a story has: when it happens, and how well it is seen."""

from __future__ import annotations

from typing import Literal

from schemas.events import kebab
from schemas.table import Part

VARY_S = 0.1
"""How far a seed may move a step, in seconds either way, unless the step says otherwise."""


class Step(Part, frozen=True, kw_only=True, tag_field="what", tag=kebab):
    """One thing that happens: `at` so many seconds, or `after` a spin's launch, drop or rest `by` so many seconds,
    or `wait` so many seconds after the step above.

    `spin` counts from 1; without it the last spin told above is meant. `by` may be negative: before it.
    `vary`: how far a seed may move it. `seen_s`: how many seconds before and after the moment the source can only
    say that it happened in between; `confidence`: how sure it is.
    """

    at: float | None = None
    after: Literal["launch", "drop", "rest"] | None = None
    spin: int | None = None
    by: float = 0.0
    wait: float | None = None
    vary: float = VARY_S
    seen_s: tuple[float, float] = (0.0, 0.0)
    confidence: float = 1.0

    @property
    def doubted(self) -> bool:
        """Whether the story makes its source unsure of it."""
        return self.seen_s != (0.0, 0.0) or self.confidence < 1
