"""An observation before it has its place in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schemas.events import Observation


@dataclass(frozen=True)
class Told:
    """An observation in the making: its kind, when it happened in seconds of the video, its other fields."""

    kind: type[Observation]
    earliest: float
    latest: float
    confidence: float
    fields: Mapping[str, Any]
